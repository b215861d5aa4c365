import type { Clash, Redundant, Truth } from "../../core/logic/part.ts";
import type { Wording } from "../../core/logic/wording.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { operatorNamed } from "../catalog/operators.ts";
import type { Condition, FilterNode } from "../syntax/filter.ts";
import type { FilterPart } from "./part.ts";

/** The wording of findings: short sentences for conditions on one field, and meanings of the parts for others. */
export const filterWording: Wording<FilterNode> = {
  whole: { never: "the filter keeps no lines", always: "the filter keeps all lines" },
  subject: ({ logical }) => (logical ? `This '${logical}'` : "This condition"),
  reading,
  known: ({ part, isTrue }) =>
    isTrue ? reading(part) : `another part keeps the lines where ${reading(part)}`,
  commonValue(members) {
    const [condition] = onOneField(members);
    return condition && fieldName(condition);
  },
  single,
  pair,
  implication,
  operatorSpan: (group) => (group.kind === "group" ? group.property.name : undefined),
  listed(node, index) {
    const list = node.kind === "condition" ? node.value?.value : undefined;
    const item = list?.kind === "array" ? list.items[index] : undefined;
    return item ? [item, quoted(item)] : [];
  },
};

/** The members as conditions, if they are about the same field. */
export function onOneField(members: readonly FilterPart[]): readonly Condition[] {
  const conditions = members.map((it) => it.node).filter((it) => it.kind === "condition");
  const isSame = members.every((it) => it.valueKey === members[0]?.valueKey);
  return isSame && conditions.length === members.length ? conditions : [];
}

function single(part: FilterPart, truth: Truth, so: string): string {
  const [condition] = onOneField([part]);
  const name = fieldName(condition);
  const positive = operatorNamed(condition?.comparison?.name.replace("!", "") ?? "");
  const why =
    condition?.value?.value?.kind === "array"
      ? `No value of ${name} is in an empty array`
      : `Every value of ${name} ${positive?.reads} the empty string`;
  return `${why}${so || `, so this condition is ${truth} true`}. Add a value, or remove the condition.`;
}

function pair({ truth, members }: Clash<FilterNode>, so: string): string | undefined {
  const [first, second] = onOneField(members);
  if (!first || !second) return undefined;
  const end = `${so}. ${advice(first, second, truth)}`;
  if (truth === "never") return `${cannotBoth(first, predicate(first), predicate(second))}${end}`;
  const operators = [first, second].map((it) => it.comparison?.name ?? "");
  const every = `Every value of ${fieldName(first)}`;
  if (operators.every((it) => it === "!eq"))
    return `${every} differs from ${operand(first)} or from ${operand(second)}${end}`;
  if (operators.every((it) => it.startsWith("!")))
    return `${cannotBoth(first, negatedPredicate(first), negatedPredicate(second))}${end}`;
  return `${every} ${predicate(first)} or ${predicate(second)}${so}. Change or remove one.`;
}

/** "'Status' cannot be both less than '400' and at least '500'", or the equivalent sentence for other verbs. */
function cannotBoth(condition: Condition, first: string, second: string): string {
  const name = fieldName(condition);
  return first.startsWith("is ") && second.startsWith("is ")
    ? `${name} cannot be both ${first.slice(3)} and ${second.slice(3)}`
    : `No value of ${name} both ${first} and ${second}`;
}

/** The probable intent of conditions that exclude each other, or whose opposites do. */
function advice(first: Condition, second: Condition, truth: Truth): string {
  if (areOpposites(first, second)) return "Keep one of them.";
  const operators = truth === "never" ? ["eq"] : ["!eq", "!in"];
  const areValues = [first, second].every((it) => operators.includes(it.comparison?.name ?? ""));
  const { field } = first;
  const isListable = areValues && (!field || operatorNamed("in")?.takes.includes(field.type));
  if (truth === "always") return isListable ? "Use 'and' or '!in'." : "Use 'and'.";
  return isListable ? "Use 'or' or 'in'." : "Use 'or', or change one.";
}

/** Every line matches exactly one of the two, so changing the logical operator does not help. */
function areOpposites(a: Condition, b: Condition): boolean {
  if (a.field?.type === "bool") return true;
  return a.comparison?.opposite === b.comparison?.name && operand(a) === operand(b);
}

/** Of conditions on one field: what meets the narrower one meets the wider one. */
function implication({ part, parent, by }: Redundant<FilterNode>): string | undefined {
  const [member, beside, more] = onOneField([part, ...by.map((it) => it.part)]);
  if (!member || !beside || more) return undefined;
  const [narrow, wide] = parent.logical === "and" ? [beside, member] : [member, beside];
  return `if ${fieldName(member)} ${predicate(narrow)}, it ${predicate(wide)} too`;
}

const mostRead = 3;

/** The part as text: "'Status' is at least '500'". */
function reading({ node, logical, parts }: FilterPart, isInner = false): string {
  if (node.kind === "condition") return `${fieldName(node)} ${predicate(node)}`;
  const read = parts.slice(0, mostRead).map((it) => reading(it, true));
  const more = parts.length > mostRead ? [`${parts.length - mostRead} more`] : [];
  const joined = [...read, ...more].join(` ${logical} `);
  return isInner || parts.length > 1 ? `(${joined})` : joined;
}

export function fieldName(condition: Condition | undefined): string {
  const name = condition?.key?.value;
  return name?.kind === "string" ? shorten(name.value) : "this field";
}

/** The condition without its field: "is at least '400'". */
function predicate(condition: Condition): string {
  return `${condition.comparison?.reads} ${operand(condition)}`;
}

/** The negated condition without its field. */
function negatedPredicate(condition: Condition): string {
  return `${operatorNamed(condition.comparison?.opposite ?? "")?.reads} ${operand(condition)}`;
}

const mostListed = 3;

function operand({ value }: Condition): string {
  const operand = value?.value;
  if (operand?.kind !== "array") return quoted(operand);
  const listed = operand.items.slice(0, mostListed).map(quoted).join(", ");
  const more = operand.items.length - mostListed;
  return more > 0 ? `${listed} and ${more} more` : listed;
}

function quoted(value: JsonValue | undefined): string {
  return value && "value" in value ? shorten(writtenText(value)) : "a value";
}

/** Advice for filters that exceed a limit or are close to it. */
export const fewerOperators =
  "Use 'in' for several values of one field, or split it across two jobs.";
/** An alternative with room for a filter that exceeds a limit. */
export const instead = "Or use a transformer: 'weir sql --dialect transformer' prints its SQL.";
export const fewerBytes = "Shorten its arrays and strings, or split it across two jobs.";
