import type { RelatedPlace } from "../../core/diagnostic.ts";
import { decisive } from "../../core/logic/facts.ts";
import { writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { operatorNamed } from "../catalogue/operators.ts";
import type { Condition } from "../syntax/filter.ts";
import type { Member, Verdict } from "./facts.ts";

/** Message parts shared by the logic checks. */

export function fieldName(condition: Condition | undefined): string {
  const name = condition?.key?.value;
  return name?.kind === "string" ? shorten(name.value) : "this field";
}

/** The condition without its field: "is at least '400'". */
export function predicate({ condition }: Member): string {
  return `${condition.comparison?.reads} ${operand(condition)}`;
}

/** What an inner condition can assume about the outer one: inside an `or`, that it is false. */
export function outerPredicate(member: Member): string {
  return member.home?.logical === "or" ? negatedPredicate(member) : predicate(member);
}

/** The negated condition without its field. */
export function negatedPredicate({ condition }: Member): string {
  const { comparison } = condition;
  return `${operatorNamed(comparison?.opposite ?? "")?.reads} ${operand(condition)}`;
}

const mostListed = 3;

export function operand(condition: Condition): string {
  const value = condition.value?.value;
  if (value?.kind !== "array") return quoted(value);
  const listed = value.items.slice(0, mostListed).map(quoted).join(", ");
  const more = value.items.length - mostListed;
  return more > 0 ? `${listed} and ${more} more` : listed;
}

function quoted(value: NonNullable<Condition["value"]>["value"]): string {
  return value && "value" in value ? shorten(writtenText(value)) : "a value";
}

/** "'Status' cannot be both less than '400' and at least '500'", or the equivalent sentence for other verbs. */
export function cannotBoth(condition: Condition, first: string, second: string): string {
  const name = fieldName(condition);
  return first.startsWith("is ") && second.startsWith("is ")
    ? `${name} cannot be both ${first.slice(3)} and ${second.slice(3)}`
    : `No value of ${name} both ${first} and ${second}`;
}

/** The effect of a verdict: "the filter keeps no lines". */
export function consequence({ truth, members, home, whole }: Verdict): string {
  const alone = members.length === 1 && (!home || decisive(home.logical) !== truth);
  const what = whole ? "the filter" : alone ? "this condition" : `this '${home?.logical}'`;
  return `${what} keeps ${truth === "never" ? "no" : "all"} lines`;
}

/** The other conditions that a diagnostic refers to. */
export function relatedPlaces(members: readonly Member[]): RelatedPlace[] {
  return members.map(({ condition }) => ({
    start: condition.start,
    end: condition.end,
    message: "The other condition.",
  }));
}

/** Advice for filters that exceed a limit or are close to it. */
export const fewerOperators =
  "Use 'in' for several values of one field, or split it across two jobs.";
export const fewerBytes = "Shorten its arrays and strings, or split it across two jobs.";

/** Every line matches exactly one of the two, so changing the logical operator does not help. */
export function areOpposites(first: Member, second: Member): boolean {
  const [a, b] = [first.condition, second.condition];
  if (a.field?.type === "bool") return true;
  return a.comparison?.opposite === b.comparison?.name && operand(a) === operand(b);
}

/** Whether `in`, and so `!in`, supports the field. */
export function supportsIn({ condition: { field } }: Member): boolean {
  return !field || (operatorNamed("in")?.takes.includes(field.type) ?? false);
}
