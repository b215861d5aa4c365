import type { LogTest } from "../../core/log-test.ts";
import type { LogRow, Trial } from "../../core/trial.ts";
import type { TrialTree } from "../../core/trial-tree.ts";
import { writeExactly } from "../../text/exact-integers.ts";
import type { Span } from "../../text/span.ts";
import { valueTest } from "./evaluate.ts";
import { requiredGroups } from "./requirements.ts";

export function trialOf(filter: LogTest): Trial {
  const conditions: Compiled[] = [];
  const tree = treeOf(filter, conditions);
  return {
    fields: [...new Set(conditions.map((it) => it.field))],
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    tree,
    required: requiredGroups(filter),
    outcome: rowTest(filter),
    answers: (row) => conditions.map((it) => it.test(row.get(it.field))),
  };
}

/** Called for every line, so it is compiled separately and stops at the first deciding condition. */
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

interface Compiled extends Span {
  readonly field: string;
  readonly test: (raw: unknown) => boolean;
}

function treeOf(test: LogTest, conditions: Compiled[]): TrialTree {
  if (test.kind === "group")
    return { kind: test.logical, parts: test.parts.map((it) => treeOf(it, conditions)) };
  const { field, operator, values, start, end } = test;
  const isList = operator === "in" || operator === "!in";
  const value = writeExactly(isList ? values : (values[0] ?? ""));
  const index = conditions.push({ field, start, end, test: valueTest(test) }) - 1;
  return { kind: "condition", index, label: `${field} ${operator} ${value}` };
}

/** Keeps every line. */
export const keepsAll: Trial = {
  fields: [],
  conditions: [],
  tree: { kind: "and", parts: [] },
  outcome: () => true,
  answers: () => [],
};
