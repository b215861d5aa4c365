import { type Claim, opposite } from "../../core/logic/claim.ts";
import type { Truth } from "../../core/logic/part.ts";
import type { Entry } from "../../core/logic/reasoning.ts";
import type { Field } from "../catalogue/dataset.ts";
import type { Condition, Group } from "../syntax/filter.ts";
import { claimOf } from "./claim.ts";
import type { Member } from "./facts.ts";

/** A condition during the walk. */
export class FilterEntry implements Member, Entry {
  readonly optional = false;
  /** It is not documented whether comparisons are case-sensitive. */
  readonly inAnyCase = true;
  spent = false;
  private held: Claim | null | undefined;

  constructor(
    readonly condition: Condition,
    readonly group: Group,
    readonly home: Group,
  ) {}

  /** Computed lazily: most fields occur once. */
  get claim(): Claim | undefined {
    if (this.held === undefined) {
      const claim = claimOf(this.condition);
      this.held = claim ? (this.home.logical === "or" ? opposite(claim) : claim) : null;
    }
    return this.held ?? undefined;
  }
}

/**
 * Whether the meaning of the group is known. It is unknown if the group has other properties or no array, which are errors, or
 * if its members come from a hole of the host document.
 */
export function isPlain({ list, object }: Group): boolean {
  return list !== undefined && !list.isUnseen && object.properties.length === 1;
}

/** Whether the members of the group can be treated as members of `home`. A group of one member can have either operator. */
export function canFlatten(group: Group, home: Group): boolean {
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

/** Conditions that are constant: an empty array contains no value, and every string contains the empty string. */
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
