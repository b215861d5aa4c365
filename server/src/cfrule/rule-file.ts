import { type Part, type PartObject, UnknownPart } from "../core/configuration/model.ts";
import { type Position, positionNames, readPosition } from "../core/configuration/position.ts";
import type { RuleFile } from "../core/configuration/rule-file.ts";
import { inFirstLine, type PartPath } from "../core/policies.ts";
import { isRecord, jsonValue } from "../text/record.ts";
import { customPhase, phaseNamed } from "./catalog/phases.ts";
import type { Document } from "./document.ts";
import { meaningOf } from "./meaning.ts";
import type { Directive } from "./syntax/directives.ts";

/**
 * The rule of a file, as a member of a rule set. Undefined for rules of hosts and value expressions, and if it is unclear what
 * the rule does or where it runs.
 */
export function ruleFileOf(document: Document): RuleFile | undefined {
  const { text, parsed, pushed, context } = document;
  const { root, directives } = parsed;
  if (context.surroundings || parsed.problems.length > 0 || parsed.form === "value")
    return undefined;
  const last = (name: string) => directives.findLast((it) => it.name === name)?.value;
  const phase = last("phase") ?? customPhase;
  const position = positionIn(directives);
  const skip = skipIn(directives);
  const priority = last("priority");
  const isReadable = position !== "invalid" && skip !== "invalid" && phaseNamed(phase);
  if (!isReadable || (priority !== undefined && !/^\d{1,10}$/.test(priority))) return undefined;
  const { action = "", paused } = { action: last("action"), paused: last("paused") };
  const { start, end } = root;
  return {
    start,
    end,
    text,
    expression: pushed,
    phase,
    action,
    name: last("ref") || last("description") || undefined,
    ref: last("ref") || undefined,
    isEnabled: isEnabledWith(paused),
    skipsRest: action === "skip" && (skip.ruleset === "current" || skip.phase === "current"),
    settings: settingsOf(action, skip, last("products")),
    position,
    priority: priority === undefined ? undefined : Number(priority),
    meaning: () => meaningOf(document),
  };
}

/** The rule as a rule of a ruleset, for policies. Undefined for a value expression. */
export function ruleSubject({ text, parsed, pushed, context }: Document) {
  const { root, directives, form } = parsed;
  if (form === "value" || pushed === "") return undefined;
  const lastOf = (name: string) => directives.findLast((it) => it.name === name);
  const textOf = (name: string) => lastOf(name)?.value || undefined;
  const skip = skipIn(directives);
  const products = textOf("products")?.split(/[\s,]+/);
  const parameters =
    skip === "invalid"
      ? new UnknownPart("@skip")
      : { ...sentSkip(skip), ...(products && { products }) };
  const enabled = isEnabledWith(lastOf("paused")?.value) ?? new UnknownPart("@paused");
  const zone = context.policies?.zone;
  const value = {
    ...rowOf("action", textOf("action") ?? new UnknownPart("no '@action'")),
    expression: context.hasHoles ? new UnknownPart("the expression") : pushed,
    ...rowOf("description", textOf("description")),
    ...rowOf("ref", textOf("ref")),
    ...(lastOf("paused") && { enabled }),
    ...((lastOf("skip") || products) && { action_parameters: parameters }),
    ...{ phase: textOf("phase") ?? customPhase, kind: "zone" },
    zone: zone === undefined ? new UnknownPart("zone") : (context.policies?.zones[zone] ?? zone),
  };
  const placeOf = ([name]: PartPath) => {
    const parts = (name === undefined ? undefined : directiveNames[name]) ?? [String(name)];
    const directive = directives.findLast((it) => parts.includes(it.name));
    return inFirstLine(
      text,
      directive?.valueSpan ?? (directives[0] && name !== "expression" ? directives[0] : root),
    );
  };
  return { value, placeOf };
}

/** As the service has it: names of rulesets and phases are arrays, unless there can be one only. */
function sentSkip(skip: Skip): PartObject {
  const rows = Object.entries(skip).map(([name, it]) => {
    const isOne = name === "ruleset" || name === "phase" || typeof it !== "string";
    return [name, isOne ? it : it.split(",")] as const;
  });
  return Object.fromEntries(rows) as PartObject;
}

/** The directives of properties with other names. */
const directiveNames: Readonly<Record<string, readonly string[]>> = {
  action_parameters: ["skip", "products"],
  enabled: ["paused"],
};

function rowOf(name: string, value: Part | undefined): Readonly<Record<string, Part>> {
  return value === undefined ? {} : { [name]: value };
}

/** Whether a rule is enabled, by the value of `@paused`. Undefined if the value is invalid. */
function isEnabledWith(paused: string | undefined): boolean | undefined {
  if (paused === undefined || paused === "false") return true;
  return paused === "" || paused === "true" ? false : undefined;
}

function positionIn(directives: readonly Directive[]): Position | "invalid" | undefined {
  const names = positionNames.filter((name) => directives.some((it) => it.name === name));
  const [name, other] = names;
  if (name === undefined) return undefined;
  const value = directives.findLast((it) => it.name === name)?.value ?? "";
  return (other || value === "" ? undefined : readPosition(name, value)) ?? "invalid";
}

type Skip = Readonly<Record<string, unknown>>;

/** `ruleset=current phases=a,b`, on one or several lines; or a JSON object. */
function skipIn(directives: readonly Directive[]): Skip | "invalid" {
  const parameters: Record<string, unknown> = {};
  for (const { name, value } of directives) {
    if (name !== "skip") continue;
    const read = value.startsWith("{") ? objectIn(value) : wordsIn(value);
    if (!read) return "invalid";
    Object.assign(parameters, read);
  }
  return parameters;
}

function objectIn(value: string): Skip | undefined {
  const read = jsonValue(value);
  return isRecord(read) ? read : undefined;
}

function wordsIn(value: string): Skip | undefined {
  const words = value.split(/\s+/).map((it) => /^(\w+)=(.+)$/.exec(it));
  const rows = words.flatMap((it) => (it ? [[it[1] ?? "", it[2] ?? ""] as const] : []));
  return rows.length === words.length ? Object.fromEntries(rows) : undefined;
}

function settingsOf(action: string, skip: Skip, products: string | undefined): string | undefined {
  if (!["log", "skip", "bypass"].includes(action)) return undefined;
  const names = products?.split(/[\s,]+/).filter((it) => it !== "");
  const rows = Object.entries(skip).map(([name, value]) => [name, valuesOf(value)] as const);
  return JSON.stringify([action, names?.sort(), rows.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function valuesOf(value: unknown): unknown {
  if (typeof value === "string") return value.split(",").sort();
  const isList = Array.isArray(value) && value.every((it) => typeof it === "string");
  return isList ? value.toSorted() : value;
}
