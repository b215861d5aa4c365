import type { LogTest } from "../../core/log-test.ts";
import type { Statement } from "../../core/solver/meaning.ts";
import type { Cut, Num, NumberSet } from "../../core/solver/number-set.ts";
import type { Section } from "../../core/solver/section.ts";
import { writeExactly } from "../../text/exact-integers.ts";
import { listOf } from "../../text/wording.ts";
import { operatorNamed } from "../catalogue/operators.ts";
import { type LogLine, valueTest } from "../evaluation/evaluate.ts";

/** The conditions of a filter, each or its opposite, whichever is true of a line. */
export function statementsOn(line: LogLine, test: LogTest): Statement[] {
  if (test.kind === "group") return test.parts.flatMap((it) => statementsOn(line, it));
  const { field, operator, values } = test;
  const holds = valueTest(test)(line[field]);
  const value = operator === "in" || operator === "!in" ? values : values[0];
  return [statement(field, holds ? operator : (operatorNamed(operator)?.opposite ?? ""), value)];
}

export function conjunction(statements: readonly Statement[]): string {
  return `{"where":{"and":[${statements.map((it) => it.text).join(",")}]}}`;
}

/** Candidates; which of them is right depends on the type of the field. */
export function stated({ kind, variable, set }: Section): Statement[] {
  const [field = ""] = JSON.parse(variable) as [string];
  if (kind === "number") return numbersStated(field, set);
  const texts = set.members ?? [];
  return texts.length > mostListed ? [] : [oneOf(field, texts)];
}

/** Longer lists are not read. */
const mostListed = 5;

function oneOf(field: string, values: readonly unknown[]): Statement {
  return values.length === 1 ? statement(field, "eq", values[0]) : statement(field, "in", values);
}

function statement(field: string, operator: string, value: unknown): Statement {
  const written = `{"key":${JSON.stringify(field)},"operator":"${operator}","value":${writeExactly(value)}}`;
  const values = Array.isArray(value) ? value.map(writeExactly) : [writeExactly(value)];
  const reads = operator === "in" ? "is" : operatorNamed(operator)?.reads;
  const shown = values.length === 0 ? "(no values)" : listOf(values, "or");
  return { text: written, shown: `${field} ${reads} ${shown}` };
}

function numbersStated(field: string, { low, cuts }: NumberSet): Statement[] {
  // For a field that is no integer, the proof refuses the list, and the interval is left.
  const listed = low ? undefined : (integersBetween(cuts) ?? exactNumbers(cuts));
  return listed
    ? [oneOf(field, listed), ...bounded(field, low, cuts).slice(0, 1)]
    : bounded(field, low, cuts);
}

/** The integers of a set, if it has few. */
function integersBetween(cuts: readonly Cut[]): Num[] | undefined {
  const found: Num[] = [];
  for (let i = 0; i < cuts.length; i += 2) {
    const [from, to] = [cuts[i], cuts[i + 1]];
    if (!from || !to || from.after || to.after) return undefined;
    for (let it = from.at; it < to.at; it = next(it)) {
      if (found.push(it) > mostListed) return undefined;
    }
  }
  return found;
}

/** The numbers of a set that has no intervals, if it has few. */
function exactNumbers(cuts: readonly Cut[]): Num[] | undefined {
  const starts = cuts.filter((_, index) => index % 2 === 0);
  const isExact = starts.every((it, index) => cuts[2 * index + 1]?.at === it.at);
  return isExact && starts.length <= mostListed ? starts.map((it) => it.at) : undefined;
}

/** A single interval. */
function bounded(field: string, low: boolean, cuts: readonly Cut[]): Statement[] {
  if (cuts.length === 0 || cuts.length > (low ? 1 : 2)) return [];
  const [from, to] = low ? [undefined, cuts[0]] : cuts;
  const least = from && statement(field, from.after ? "gt" : "geq", from.at);
  const most = to && statement(field, to.after ? "leq" : "lt", to.at);
  if (!least || !most) return [least ?? most].filter((it) => it !== undefined);
  const found = [both([least, most])];
  if (from.after || to.after) return found;
  const last = previous(to.at);
  const whole = both([least, statement(field, "leq", last)]);
  // Right if the field has integers only.
  return [...found, { ...whole, shown: `${field} is ${from.at} to ${last}` }];
}

function both(parts: readonly Statement[]): Statement {
  return {
    text: `{"and":[${parts.map((it) => it.text).join(",")}]}`,
    shown: parts.map((it) => it.shown).join(" and "),
  };
}

function next(number: Num): Num {
  return typeof number === "bigint" ? number + 1n : number + 1;
}

function previous(number: Num): Num {
  return typeof number === "bigint" ? number - 1n : number - 1;
}
