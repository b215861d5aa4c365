import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, type JsonValue, propertyOf } from "../../json/syntax/tree.ts";
import { jsonValue } from "../../text/record.ts";
import type { Span } from "../../text/span.ts";
import { stateRefusal } from "./detect.ts";
import { type Planned, type PlanSide, plannedValue } from "./planned.ts";
import { planReferences } from "./references.ts";
import { skimItems, skimProperties } from "./skim.ts";

/** A plan of Terraform or OpenTofu as JSON, as `terraform show -json` prints it. */
export interface Plan {
  readonly resources: readonly PlannedResource[];
  /** Why it may not be complete. */
  readonly problem?: string;
  /** Deposed objects, which are deleted. */
  readonly deposed: readonly PlannedResource[];
  /** The resource whose ID an attribute of another one has, by the configuration in the plan. */
  readonly refers: (address: string, attribute: string) => string | undefined;
}

export interface PlannedResource extends Planned {
  readonly address: string;
  readonly type: string;
  /** Terraform stops managing it, and it stays on the service. */
  readonly isForgotten: boolean;
}

/** Other JSON of Terraform, and what to do instead. */
export interface NotAPlan {
  readonly refusal: string;
}

/** Undefined for a text that is neither a plan nor a state. `isOurs` decides by the type of a resource. */
export function readPlan(
  text: string,
  isOurs: (type: string) => boolean,
  side: PlanSide = "after",
): Plan | NotAPlan | undefined {
  if (!text.includes('"format_version"') && !text.includes('"terraform_version"')) return undefined;
  const properties = new Map<string, Span>();
  for (const { name, start, end } of skimProperties(text)) properties.set(name, { start, end });
  const has = (...names: readonly string[]) => names.every((it) => properties.has(it));
  const changes = properties.get("resource_changes");
  if (!changes && !has("format_version", "planned_values")) {
    const isState = has("format_version", "values") || has("terraform_version", "lineage");
    return isState ? { refusal: stateRefusal } : undefined;
  }
  const version = shortValue(text, properties.get("format_version"));
  if (typeof version !== "string") return undefined;
  if (!/^1(?:\.|$)/.test(version))
    return {
      refusal: `Plans of format '${version.slice(0, 20)}' are not supported, only of format 1.`,
    };
  const all = changes ? [...resourcesIn(text, changes, isOurs, side)] : [];
  const isSet = (name: string, value: boolean) => shortValue(text, properties.get(name)) === value;
  const deferred = properties.get("deferred_changes");
  const hasDeferred = deferred !== undefined && !skimItems(text, deferred.start).next().done;
  const problem = isSet("errored", true)
    ? "The plan has errors, so it is incomplete."
    : isSet("complete", false) || hasDeferred
      ? "The plan is not complete: another one follows when it is applied."
      : undefined;
  return {
    resources: all.filter((it) => !it.isDeposed),
    deposed: all.filter((it) => it.isDeposed),
    refers: planReferences(text, properties.get("configuration")),
    ...(problem !== undefined && { problem }),
  };
}

function shortValue(text: string, span: Span | undefined): unknown {
  if (!span || span.end - span.start > 100) return undefined;
  return jsonValue(text.slice(span.start, span.end));
}

function* resourcesIn(
  text: string,
  changes: Span,
  isOurs: (type: string) => boolean,
  side: PlanSide,
): Generator<FoundResource> {
  for (const { start, end } of skimItems(text, changes.start)) {
    const source = text.slice(start, end);
    if (!source.includes('"cloudflare_')) continue;
    const { root } = parseJson(source, false, Number.POSITIVE_INFINITY);
    if (root?.kind !== "object") continue;
    const resource = resourceOf(shifted(root, start) as JsonObject, isOurs, side);
    if (resource) yield resource;
  }
}

function resourceOf(
  root: JsonObject,
  isOurs: (type: string) => boolean,
  side: PlanSide,
): FoundResource | undefined {
  const isData = textNamed(root, "mode") === "data";
  const type = `${isData ? "data." : ""}${textNamed(root, "type") ?? ""}`;
  const change = propertyOf(root, "change")?.value;
  if (!isOurs(type) || change?.kind !== "object") return undefined;
  const actions = propertyOf(change, "actions")?.value;
  const has = (action: string) =>
    actions?.kind === "array" &&
    actions.items.some((it) => it.kind === "string" && it.value === action);
  // One that is created in its place is what the service has then.
  const isForgotten = side === "after" && has("forget") && !has("create");
  const planned = plannedValue(change, isForgotten ? "before" : side);
  const address = textNamed(root, "address") ?? type;
  const isDeposed = propertyOf(root, "deposed") !== undefined;
  return planned && { address, type, isForgotten, isDeposed, ...planned };
}

interface FoundResource extends PlannedResource {
  readonly isDeposed: boolean;
}

function textNamed(object: JsonObject, name: string): string | undefined {
  const value = propertyOf(object, name)?.value;
  return value?.kind === "string" ? value.value : undefined;
}

/** The tree of a part, with the offsets of the whole text. */
function shifted<Value extends JsonValue>(value: Value, by: number): JsonValue {
  const place = { start: value.start + by, end: value.end + by };
  if (value.kind === "array")
    return { ...value, ...place, items: value.items.map((it) => shifted(it, by)) };
  if (value.kind !== "object") return { ...value, ...place };
  const properties = value.properties.map((it) => ({
    ...it,
    start: it.start + by,
    end: it.end + by,
    name: { ...it.name, start: it.name.start + by, end: it.name.end + by },
    value: it.value && shifted(it.value, by),
  }));
  return { ...value, ...place, properties };
}
