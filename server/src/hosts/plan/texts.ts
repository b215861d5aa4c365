import type { NotChecked } from "../../core/diagnostic.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import { addAll } from "../../text/add-all.ts";
import { type Embedded, sortedEmbedded } from "../embedded.ts";
import type { CreatedList, HostAside } from "../host-aside.ts";
import { jobTexts } from "../job-texts.ts";
import { resourceRegion } from "../json/job.ts";
import { nodeOfJson } from "../json/node.ts";
import type { Layer } from "../layer.ts";
import type { HostObject } from "../node.ts";
import { jobResource, listResource, resources } from "../places.ts";
import { unknownRegion } from "../region.ts";
import { rulesOf } from "../rules.ts";
import { type PlannedResource, readPlan } from "./plan.ts";

/** The rules, filters and jobs of a plan of Terraform. Undefined for any other text. */
export function planTexts(text: string, aside?: HostAside): readonly Embedded[] | undefined {
  const isOurs = (type: string) =>
    resources.has(type) || type === jobResource || type === listResource || isOlder(type);
  const plan = readPlan(text, isOurs);
  if (!plan) return undefined;
  if ("refusal" in plan) {
    if (aside) aside.refusal = plan.refusal;
    return [];
  }
  if (aside) addAll(aside.notExamined, plan.resources.flatMap(notExamined));
  if (aside) addAll(aside.lists, plan.resources.flatMap(listIn));
  const secrets = plan.resources.flatMap((it) => it.secrets);
  if (aside && secrets.length > 0) aside.shown = masked(text, secrets);
  if (aside && plan.problem !== undefined) aside.problem = plan.problem;
  return sortedEmbedded(
    plan.resources.flatMap((it) =>
      it.type === listResource || isOlder(it.type) || it.isForgotten ? [] : textsOf(text, it),
    ),
    aside?.unknown,
  );
}

/** Rules of older products, which have no expressions. */
function isOlder(type: string): boolean {
  return type === "cloudflare_page_rule" || type === "cloudflare_rate_limit";
}

function notExamined({ type, address, value: { start, end } }: PlannedResource): NotChecked[] {
  return isOlder(type)
    ? [{ start, end, reason: "not-supported", detail: `${address} has no expression` }]
    : [];
}

function listIn({ type, value, hidden }: PlannedResource): CreatedList[] {
  if (type !== listResource || value.kind !== "object") return [];
  const [name, kind] = ["name", "kind"].map((it) => {
    const found = propertyOf(value, it)?.value;
    return found?.kind === "string" && !hidden.has(found) ? found.value : undefined;
  });
  return name === undefined ? [] : [{ name, kind }];
}

function textsOf(text: string, { address, type, value, hidden }: PlannedResource): Embedded[] {
  const isHidden = (it: typeof value) => hidden.has(it);
  if (value.kind !== "object") {
    const context = { group: address, address };
    const language = type === jobResource ? "lpjob" : "cfrule";
    return [{ language, role: "rule", region: unknownRegion(value), context, isUnknown: true }];
  }
  const node = nodeOfJson(text, value, asWritten, isHidden) as HostObject;
  const shape = resources.get(type);
  const found = shape
    ? rulesOf(node, shape, { group: address })
    : jobTexts(node, address, resourceRegion(text, value as JsonObject, asWritten, isHidden));
  return found.map((it) => ({ ...it, context: { ...it.context, address } }));
}

/** Terraform has evaluated every template. A plan is not edited: the change belongs into the configuration. */
const asWritten: Layer = { cuts: () => [], encode: () => undefined };

const mark = "(sensitive)";

/** The text with the same offsets, without the sensitive values. */
function masked(
  text: string,
  secrets: readonly { readonly start: number; readonly end: number }[],
): string {
  const parts: string[] = [];
  let taken = 0;
  for (const { start, end } of secrets.toSorted((a, b) => a.start - b.start)) {
    if (start < taken) continue;
    const length = end - start;
    const fits = length >= mark.length + 2;
    parts.push(text.slice(taken, start), fits ? `"${mark}"`.padEnd(length) : "*".repeat(length));
    taken = end;
  }
  return parts.join("") + text.slice(taken);
}
