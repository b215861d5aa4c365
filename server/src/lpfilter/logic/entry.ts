import type { Field } from "../catalogue/dataset.ts";
import type { Condition, Group } from "../syntax/filter.ts";
import { type Claim, claimOf } from "./claim.ts";
import type { Member, Truth } from "./facts.ts";
import { contradict, opposite } from "./relation.ts";

/** A condition in its context, and what is known because of it. */
export interface Entry extends Member {
  readonly group: Group;
  readonly home: Group;
  /** What is known wherever its neighbours matter: in an `or`, the opposite of the condition. Null when nothing is. */
  claim: Claim | null | undefined;
  /** It adds no new information. */
  spent: boolean;
}

/**
 * Groups with further properties or without a list are errors, and what they mean is not known. Neither is it when a host
 * document decides about their members.
 */
export function isPlain({ list, object }: Group): boolean {
  return list !== undefined && !list.isUnseen && object.properties.length === 1;
}

/** A group that is equivalent to its members, so they belong to the home. A group of one member can have either operator. */
export function joins(group: Group, home: Group): boolean {
  return (
    isPlain(group) &&
    (group.items.length === 1 || (group.logical === home.logical && group.items.length > 0))
  );
}

export function isWhole(condition: Condition): boolean {
  return (
    condition.object.properties.length === 3 &&
    condition.comparison !== undefined &&
    condition.key?.value?.kind === "string" &&
    condition.value?.value !== undefined
  );
}

/** The same for all conditions on one field. */
export function keyOf(condition: Condition): Field | string {
  const name = condition.key?.value;
  return condition.field ?? (name?.kind === "string" ? name.value : "");
}

/** An empty array contains no value, and every string contains the empty one. */
export function ownTruth({ comparison, field, value }: Condition): Truth | undefined {
  const operand = value?.value;
  if (operand?.kind === "array") {
    if (operand.items.length > 0 || comparison?.operand !== "list") return undefined;
    return comparison.name === "in" ? "never" : "always";
  }
  if (operand?.kind !== "string" || operand.value !== "" || field?.type !== "string") {
    return undefined;
  }
  switch (comparison?.name) {
    case "startsWith":
    case "endsWith":
    case "contains":
      return "always";
    case "!startsWith":
    case "!endsWith":
    case "!contains":
      return "never";
    default:
      return undefined;
  }
}

export function claimIn(entry: Entry): Claim | null {
  if (entry.claim !== undefined) return entry.claim;
  const claim = claimOf(entry.condition);
  entry.claim = claim ? (entry.home.logical === "or" ? opposite(claim) : claim) : null;
  return entry.claim;
}

/** The smallest contradicting subset of the entries. */
export function contradiction(entries: readonly Entry[]): readonly Entry[] | undefined {
  let core = entries.filter((it) => claimIn(it));
  const clash = (some: readonly Entry[]) =>
    contradict(some.map(claimIn).filter((it) => it !== null));
  if (core.length < 2 || !clash(core)) return undefined;
  for (const entry of core) {
    const without = core.filter((it) => it !== entry);
    if (without.length > 1 && clash(without)) core = without;
  }
  return core;
}
