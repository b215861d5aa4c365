import type { LogTest } from "../../core/log-test.ts";
import type { LogRow, Outcome, Trial } from "../../core/trial.ts";
import type { TrialTree } from "../../core/trial-tree.ts";
import { writeExactly } from "../../text/exact-integers.ts";
import type { Span } from "../../text/span.ts";
import { valueTest } from "./evaluate.ts";

/** A filter on log lines. */
export function trialOf(filter: LogTest): Trial {
  const conditions: Compiled[] = [];
  const root = compile(filter, conditions);
  return {
    fields: [...new Set(conditions.map((it) => it.field))],
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    tree: treeOf(filter, { index: 0 }),
    outcome: rowTest(filter),
    answers: (row) => conditions.map((it) => holds(it, row)),
    outcomeOf: (answers) => root((index) => answers[index] === true),
  };
}

/** Called for every line, so it is compiled once more without the detour over answers. */
function rowTest(test: LogTest): (row: LogRow) => boolean {
  if (test.kind === "condition") {
    const { field } = test;
    const holds = valueTest(test);
    return (row) => holds(row.get(field));
  }
  const parts = test.parts.map(rowTest);
  const isAnd = test.logical === "and";
  return (row) => {
    for (const part of parts) if (part(row) !== isAnd) return !isAnd;
    return isAnd;
  };
}

/** The same order as that of `compile`. */
function treeOf(test: LogTest, next: { index: number }): TrialTree {
  if (test.kind === "group")
    return { kind: test.logical, parts: test.parts.map((it) => treeOf(it, next)) };
  const { field, operator, values } = test;
  const isList = operator === "in" || operator === "!in";
  const value = writeExactly(isList ? values : (values[0] ?? ""));
  return { kind: "condition", index: next.index++, label: `${field} ${operator} ${value}` };
}

/** Keeps every line. */
export const keepsAll: Trial = {
  fields: [],
  conditions: [],
  tree: { kind: "and", parts: [] },
  outcome: () => true,
  answers: () => [],
  outcomeOf: (): Outcome => true,
};

interface Compiled extends Span {
  readonly field: string;
  readonly test: (raw: unknown) => boolean;
}

/** Whether the filter is true, given the answers of its conditions by their numbers. */
type Tree = (answer: (index: number) => boolean) => boolean;

function holds(condition: Compiled | undefined, row: LogRow): boolean {
  return condition?.test(row.get(condition.field)) === true;
}

function compile(test: LogTest, conditions: Compiled[]): Tree {
  if (test.kind === "condition") {
    const { field, start, end } = test;
    const index = conditions.push({ field, start, end, test: valueTest(test) }) - 1;
    return (answer) => answer(index);
  }
  const parts = test.parts.map((it) => compile(it, conditions));
  return test.logical === "and"
    ? (answer) => parts.every((it) => it(answer))
    : (answer) => parts.some((it) => it(answer));
}
