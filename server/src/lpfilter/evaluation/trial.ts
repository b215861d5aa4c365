import type { LogCondition, LogTest } from "../../core/log-test.ts";
import type { LogRow, Outcome, Trial, TrialPart, ValueClasses } from "../../core/trial.ts";
import type { TrialTree } from "../../core/trial-tree.ts";
import { writeExactly } from "../../text/exact-integers.ts";
import type { Span } from "../../text/span.ts";
import { valueTest } from "./evaluate.ts";
import { classesOf, requiredGroups } from "./requirements.ts";

/**
 * A missing field counts as empty, except for the unknown ones, which the job that wrote the lines did not select. Without their
 * values, conditions on them are undetermined.
 */
export function filterTrial(filter: LogTest, unknown: ReadonlySet<string> = new Set()): Trial {
  const conditions: Compiled[] = [];
  const tree = treeOf(filter, conditions, unknown);
  const read = conditions.filter((it) => !it.isUnreadable);
  const fields = [...new Set(read.map((it) => it.field))];
  const isPartial = unknown.size > 0 || read.length < conditions.length;
  return {
    fields,
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    tree,
    ...(read.length === conditions.length && { required: requiredGroups(filter) }),
    outcome: isPartial ? partialTest(filter, unknown) : rowTest(filter),
    answers: (row) => conditions.map((it) => it.test(row.get(it.field))),
    parts: () => conditions.map(partOf),
    ...(unknown.size > 0 && { missed: () => fields.filter((it) => unknown.has(it)) }),
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

/** The same if fields are unknown: undetermined unless the other conditions decide. */
function partialTest(test: LogTest, unknown: ReadonlySet<string>): (row: LogRow) => Outcome {
  if (test.kind === "condition") {
    const { field } = test;
    const holds = knownTest(test, unknown);
    return (row) => holds(row.get(field));
  }
  const parts = test.parts.map((it) => partialTest(it, unknown));
  const isAnd = test.logical === "and";
  return (row) => {
    let outcome: Outcome = isAnd;
    for (const part of parts) {
      const found = part(row);
      if (found === !isAnd) return found;
      if (found === undefined) outcome = undefined;
    }
    return outcome;
  };
}

function knownTest(test: LogCondition, unknown: ReadonlySet<string>): (raw: unknown) => Outcome {
  if (test.unreadable !== undefined) return () => undefined;
  const holds = valueTest(test);
  return unknown.has(test.field) ? (raw) => (raw === undefined ? undefined : holds(raw)) : holds;
}

function partOf({ field, key, test, classes, isUnreadable }: Compiled): TrialPart<LogRow> {
  if (isUnreadable) return { fields: [], key: undefined, outcome: () => undefined };
  return { fields: [field], key, outcome: (row) => test(row.get(field)), ofValue: test, classes };
}

interface Compiled extends Span {
  readonly field: string;
  readonly key: string;
  readonly classes: ValueClasses | undefined;
  readonly test: (raw: unknown) => Outcome;
  readonly isUnreadable: boolean;
}

function treeOf(test: LogTest, conditions: Compiled[], unknown: ReadonlySet<string>): TrialTree {
  if (test.kind === "group")
    return { kind: test.logical, parts: test.parts.map((it) => treeOf(it, conditions, unknown)) };
  const { field, operator, values, start, end, unreadable } = test;
  const isUnreadable = unreadable !== undefined;
  const isList = operator === "in" || operator === "!in";
  const value = writeExactly(isList ? values : (values[0] ?? ""));
  const key = writeExactly([test.type ?? "", operator, unknown.has(field), values]);
  const classes = classesOf(test);
  const compiled = {
    field,
    key,
    classes,
    start,
    end,
    test: knownTest(test, unknown),
    isUnreadable,
  };
  const index = conditions.push(compiled) - 1;
  if (isUnreadable) return { kind: "condition", index, label: unreadable, isUnreadable };
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
