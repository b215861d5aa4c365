import {
  type ConfiguredRule,
  isEmptyPart,
  isPartObject,
  type Part,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { skipParameters } from "../../languages.ts";
import { partAt } from "./parameters.ts";

/** The parameters of actions, apart from actions whose parameters are settings of their own. */
const parametersOf: Readonly<Partial<Record<string, readonly string[]>>> = {
  allow: [],
  block: ["response"],
  bypass: skipParameters,
  challenge: [],
  compress_response: ["algorithms"],
  execute: ["id", "matched_data", "overrides", "version"],
  js_challenge: [],
  log: [],
  managed_challenge: [],
  redirect: ["from_list", "from_value"],
  rewrite: ["headers", "uri"],
  route: ["host_header", "origin", "sni"],
  skip: skipParameters,
};

/** The units that a rule can skip the rest of. */
const skipsRestOf = ["ruleset", "phase"];

/** A setting of a rule that does not exist, or has a value that does not exist. So the effect of the rule is not known. */
export function unknownSetting({
  action,
  parameters,
  otherSettings = {},
}: ConfiguredRule): string | undefined {
  const [setting] = Object.keys(otherSettings);
  if (setting !== undefined) return `setting '${setting}'`;
  const documented = action instanceof UnknownPart ? undefined : parametersOf[action];
  const all = partAt(parameters);
  if (!documented || !isPartObject(all)) return undefined;
  const [other] =
    Object.entries(all).find(([name, it]) => !documented.includes(name) && !isEmptyPart(it)) ?? [];
  if (other !== undefined) return `parameter '${other}'`;
  if (documented !== skipParameters) return undefined;
  const wrong = skipsRestOf.find((it) => isOtherText(all[it]));
  return wrong && `${wrong} '${String(all[wrong])}'`;
}

function isOtherText(part: Part | undefined): boolean {
  return typeof part === "string" && part !== "current" && part !== "";
}
