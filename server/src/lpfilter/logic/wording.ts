import type { RelatedPlace } from "../../core/diagnostic.ts";
import { writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { operatorNamed } from "../catalogue/operators.ts";
import type { Condition } from "../syntax/filter.ts";
import type { Member, Truth, Verdict } from "./facts.ts";

/** How checks speak of conditions and of what follows from them. */

export function fieldName(condition: Condition | undefined): string {
  const name = condition?.key?.value;
  return name?.kind === "string" ? shorten(name.value) : "this field";
}

/** What the condition says of its field: "is at least '400'". */
export function predicate({ condition }: Member): string {
  return `${condition.comparison?.reads} ${operand(condition)}`;
}

/** What is known where an inner condition is looked at: inside an `or`, that the outer one does not hold. */
export function outerPredicate(member: Member): string {
  return member.home?.joiner === "or" ? denial(member) : predicate(member);
}

/** What the condition rules out: "starts with '/a'" for one that asks for anything else. */
export function denial({ condition }: Member): string {
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

/** What a verdict means for the lines: "the filter keeps no lines". */
export function consequence({ truth, members, home, whole }: Verdict): string {
  const alone = members.length === 1 && home?.joiner !== deciding[truth];
  const what = whole ? "the filter" : alone ? "this condition" : `this '${home?.joiner}'`;
  return `${what} keeps ${truth === "never" ? "no" : "all"} lines`;
}

const deciding: Readonly<Record<Truth, string>> = { never: "and", always: "or" };

/** The other conditions that a finding is about. */
export function related(members: readonly Member[]): RelatedPlace[] {
  return members.map(({ condition }) => ({
    start: condition.start,
    end: condition.end,
    message: "The other condition.",
  }));
}

/** What to do about a filter that is too large, or nearly so. */
export const fewerOperators =
  "Use 'in' for several values of one field, or split the filter into two jobs.";
export const fewerBytes = "Shorten its lists and texts, or split the filter into two jobs.";

/** One of the two holds for every line, so that joining them in another way makes no filter either. */
export function areOpposites(first: Member, second: Member): boolean {
  const [a, b] = [first.condition, second.condition];
  if (a.field?.type === "bool") return true;
  return a.comparison?.opposite === b.comparison?.name && operand(a) === operand(b);
}

/** Whether `in` takes the field; `!in` takes the same ones. */
export function listable({ condition: { field } }: Member): boolean {
  return !field || (operatorNamed("in")?.takes.includes(field.type) ?? false);
}
