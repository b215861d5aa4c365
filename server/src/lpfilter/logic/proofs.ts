import type { Finding, ListPart, Part } from "../../core/logic/part.ts";
import { proofsIn } from "../../core/logic/proofs.ts";
import type { Condition, Filter, FilterNode, Group } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";
import { certainReadings } from "./certain-formula.ts";
import { type Claim, claimOf } from "./claim.ts";
import { isPlain, isWhole } from "./entry.ts";
import { variableOf } from "./variables.ts";

export type FilterPart = Part<FilterNode>;
export type FilterFinding = Finding<FilterNode>;

/** For one filter: a few milliseconds at most. */
const work = 30_000;

/** What the solver proves about the conditions of a filter, whether or not comparisons are case-sensitive. */
export function findingsIn({ node }: Filter): readonly FilterFinding[] {
  const root = node && partOf(node);
  return root ? proofsIn(root, { facts: [], work }) : [];
}

/** Undefined if something in it is invalid, or decided by a host document. */
function partOf(node: FilterNode): FilterPart | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") return conditionPart(node);
  const parts = isPlain(node) ? membersOf(node) : undefined;
  const [only] = parts ?? [];
  if (!parts || !only || parts.length === 1) return only;
  const about = [...new Set(parts.flatMap((it) => it.about))];
  return { node, logical: node.logical, parts, readings: [], about };
}

/** Those of inner groups with the same operator too. */
function membersOf({ items, logical }: Group): FilterPart[] | undefined {
  const members: FilterPart[] = [];
  for (const item of items) {
    const part = partOf(item);
    if (!part) return undefined;
    if (part.logical === logical) members.push(...part.parts);
    else members.push(part);
  }
  return members;
}

function conditionPart(condition: Condition): FilterPart | undefined {
  const name = condition.key?.value;
  if (!isWhole(condition) || name?.kind !== "string") return undefined;
  const claim = claimOf(condition);
  const isInteger = condition.field?.type === "int";
  const readings = claim ? certainReadings(name.value, claim, isInteger) : [unknown(condition)];
  const list = claim && listOf(condition, name.value, claim);
  const base = { node: condition, logical: undefined, parts: [], readings, about: [name.value] };
  return list ? { ...base, list } : base;
}

function unknown({ start }: Condition): FilterPart["readings"][number] {
  return { kind: "flag", variable: variableOf("", "opaque", start) };
}

function listOf(condition: Condition, field: string, { set, inside }: Claim): ListPart | undefined {
  const array = condition.value?.value;
  const values = valuesOf(condition);
  if (set.kind !== "oneOf" || array?.kind !== "array" || array.items.length < 2) return undefined;
  const isInteger = condition.field?.type === "int";
  return {
    isExcluding: !inside,
    values: (values ?? []).map((value, index) => {
      const one: Claim = { set: { ...set, values: [value] }, inside: true };
      return { index, readings: certainReadings(field, one, isInteger) };
    }),
  };
}
