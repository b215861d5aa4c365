import type { LogCondition, LogGroup, LogTest } from "../../core/log-test.ts";
import type { Field } from "../catalog/dataset.ts";
import { type LogLine, valueTest } from "../evaluation/evaluate.ts";
import { type Candidates, candidatesIn, conditionsIn } from "./candidates.ts";

/** Bounds the search. */
const mostSteps = 10_000;
/** Far more than the service accepts. */
const mostConditions = 500;

/**
 * Log lines that the filter keeps or drops, with only the deciding fields. The search tries values near the values of the
 * filter. A dropped line differs from a kept one only in the fields that cause it to be dropped.
 */
export function* suggestLines(
  test: LogTest,
  isKept: boolean,
  fields: ReadonlyMap<string, Field>,
): Generator<LogLine> {
  if (conditionsIn(test).length > mostConditions) return;
  const candidates = candidatesIn(test, fields);
  const kept = new Search(candidates).lines(test, true, {});
  if (isKept) return yield* kept;
  const near = kept.next().value ?? {};
  for (const line of new Search(candidates).lines(test, false, {})) yield { ...near, ...line };
}

class Search {
  private steps = 0;
  private readonly tests = new Map<LogCondition, (raw: unknown) => boolean>();

  constructor(private readonly candidates: Candidates) {}

  /** Extends the line by fields until the test has the outcome. */
  *lines(test: LogTest, outcome: boolean, line: LogLine): Generator<LogLine> {
    if (++this.steps > mostSteps) return;
    if (test.kind === "condition") yield* this.decided(test, outcome, line);
    else if (outcome === (test.logical === "and")) yield* this.alike(test, outcome, line, 0);
    else for (const part of test.parts) yield* this.lines(part, outcome, line);
  }

  /** Extends the line until all parts of the group, starting at an index, have the outcome. */
  private *alike(group: LogGroup, outcome: boolean, line: LogLine, at: number): Generator<LogLine> {
    const part = group.parts[at];
    if (!part) yield line;
    else
      for (const it of this.lines(part, outcome, line))
        yield* this.alike(group, outcome, it, at + 1);
  }

  private *decided(condition: LogCondition, outcome: boolean, line: LogLine): Generator<LogLine> {
    const { field } = condition;
    const test = this.tests.get(condition) ?? valueTest(condition);
    this.tests.set(condition, test);
    if (Object.hasOwn(line, field)) {
      if (test(line[field]) === outcome) yield line;
      return;
    }
    for (const value of this.candidates.get(field) ?? []) {
      if (++this.steps > mostSteps) return;
      if (test(value) === outcome) yield { ...line, [field]: value };
    }
  }
}
