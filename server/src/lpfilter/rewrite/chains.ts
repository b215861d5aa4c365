import { kept } from "../../core/solver/kept.ts";
import { isUnseen } from "../../json/syntax/tree.ts";
import { canFlatten, fieldOf, isComplete, isPlain } from "../logic/groups.ts";
import type { FilterFinding } from "../logic/part.ts";
import type { Condition, Filter, FilterNode, Group, LogicalOperator } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";

/** A group without effect: it has one member, or is inside a group with the same logical operator. */
export interface Nesting {
  readonly group: Group;
  readonly reason: "single" | "nested";
}

/** Conditions of one group that can be merged into one list. */
export interface Chain {
  readonly operator: "in" | "!in";
  readonly group: Group;
  readonly conditions: readonly [Condition, Condition, ...Condition[]];
}

/** Style is reported only without structural errors. */
function isTidy({ nested, aside }: Filter): boolean {
  return nested.length === 0 && aside.length === 0;
}

const maxListed = 100;

export function nestingsIn(filter: Filter): readonly Nesting[] {
  const found: Nesting[] = [];
  const visit = (node: FilterNode, around?: { group: Group; parent: Group }): void => {
    if (node.kind !== "group" || !isPlain(node)) return;
    const joined = around && canFlatten(node, around.parent) ? around : undefined;
    const isSingle = node.items.length === 1;
    const isNested = node.logical === joined?.group.logical;
    if ((isSingle || isNested) && !isUnseen(node.list) && found.length < maxListed)
      found.push({ group: node, reason: isSingle ? "single" : "nested" });
    const parent = joined?.parent ?? (isSingle ? undefined : node);
    const inner = parent && { group: node, parent };
    for (const item of node.items) visit(item, inner);
  };
  if (filter.node && isTidy(filter)) visit(filter.node);
  return found;
}

/** Reports conditions of one group that can be merged into one `in` or `!in`, unless something is wrong with them. */
export function chainsIn(filter: Filter, findings: readonly FilterFinding[]): readonly Chain[] {
  const chains: Chain[] = [];
  const { redundant, contradicting } = reportedIn(findings);
  const visitGroup = (parent: Group): void => {
    const members = new Map<string, { group: Group; conditions: Condition[] }>();
    const contradicted: string[] = [];
    eachMember(parent, (item, group) => {
      if (item.kind === "group" && isPlain(item)) visitGroup(item);
      if (item.kind !== "condition" || !isComplete(item) || redundant.has(item)) return;
      if (contradicting.has(item)) contradicted.push(fieldOf(item));
      if (!isListable(item, parent.logical) || !valuesOf(item)) return;
      const same = kept(members, fieldOf(item), () => ({ group, conditions: [] }));
      if (same.group === group) same.conditions.push(item);
    });
    for (const [field, { group, conditions }] of members) {
      const [first, second, ...rest] = conditions;
      if (!first || !second || contradicted.includes(field) || chains.length >= maxListed) continue;
      const [, operator] = listable[parent.logical];
      chains.push({ operator, group, conditions: [first, second, ...rest] });
    }
  };
  if (filter.node?.kind === "group" && isPlain(filter.node) && isTidy(filter))
    visitGroup(filter.node);
  return chains;
}

/** Visits the members of a group and of the groups that it can be joined with, each with the group that it is written in. */
function eachMember(
  group: Group,
  visit: (item: FilterNode, group: Group) => void,
  parent = group,
): void {
  for (const item of group.items) {
    if (item.kind === "group" && canFlatten(item, parent)) eachMember(item, visit, parent);
    else visit(item, group);
  }
}

function reportedIn(findings: readonly FilterFinding[]) {
  const redundant = new Set<FilterNode>();
  const contradicting = new Set<FilterNode>();
  for (const it of findings) {
    if (it.kind === "redundant" || it.kind === "decided") redundant.add(it.part.node);
    else if (it.kind === "clash")
      for (const { node } of it.members)
        (it.members.length === 1 ? redundant : contradicting).add(node);
  }
  return { redundant, contradicting };
}

function isListable({ comparison, field }: Condition, logical: LogicalOperator): boolean {
  if (!listable[logical].some((it) => it === comparison?.name)) return false;
  return field?.type === "string" || field?.type === "int";
}

/** The operators of conditions that can be merged, of which the last one is the result. */
const listable = { or: ["eq", "in"], and: ["!eq", "!in"] } as const;
