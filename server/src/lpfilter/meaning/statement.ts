import type { LogTest } from "../../core/log-test.ts";
import type { Statement } from "../../core/meaning/meaning.ts";
import type { Section } from "../../core/meaning/section.ts";
import { type Num, type NumberSet, plus } from "../../core/solver/number-set.ts";
import { writeExactly } from "../../text/exact-integers.ts";
import { listOf } from "../../text/wording.ts";
import { operatorNamed } from "../catalog/operators.ts";
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

function numbersStated(field: string, set: NumberSet): Statement[] {
  const listed = fewNumbers(set);
  const intervals = bounded(field, set);
  // For a field that is no integer, the proof refuses the list, and the interval is left.
  return listed ? [oneOf(field, listed), ...intervals.slice(0, 1)] : intervals;
}

/** Single numbers, and the integers of intervals, if there are few. */
function fewNumbers({ low, cuts }: NumberSet): Num[] | undefined {
  const found: Num[] = [];
  for (let i = 0; i < cuts.length; i += 2) {
    const [from, to] = [cuts[i], cuts[i + 1]];
    const isOne = from?.at === to?.at;
    if (low || !from || !to || from.after || (to.after && !isOne)) return undefined;
    for (let it = from.at; it < to.at || (isOne && it === to.at); it = plus(it, 1)) {
      if (found.push(it) > mostListed) return undefined;
    }
  }
  return low ? undefined : found;
}

/** A single interval. */
function bounded(field: string, { low, cuts }: NumberSet): Statement[] {
  if (cuts.length === 0 || cuts.length > (low ? 1 : 2)) return [];
  const [from, to] = low ? [undefined, cuts[0]] : cuts;
  const least = from && statement(field, from.after ? "gt" : "geq", from.at);
  const most = to && statement(field, to.after ? "leq" : "lt", to.at);
  if (!least || !most) return [least ?? most].filter((it) => it !== undefined);
  const found = [both([least, most])];
  if (from.after || to.after) return found;
  const last = plus(to.at, -1);
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
