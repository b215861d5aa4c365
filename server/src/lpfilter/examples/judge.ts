import type { RelatedPlace } from "../../core/diagnostic.ts";
import type { LogCondition, LogTest } from "../../core/log-test.ts";
import { cut } from "../../text/shorten.ts";
import type { ExampleKind } from "../directives/examples.ts";
import { type LogLine, linePredicate } from "../evaluation/evaluate.ts";
import { logTestOf } from "../evaluation/log-test.ts";
import type { Filter } from "../syntax/filter.ts";

export interface ExampleOutcome {
  readonly passed: boolean;
  /** Why it failed; empty if it passed. */
  readonly message: string;
  readonly related: readonly RelatedPlace[];
}

/** Compiles a filter once to judge its examples. Undefined for a filter that cannot be evaluated. */
export function judgeFor(
  filter: Filter,
): ((kind: ExampleKind, line: LogLine) => ExampleOutcome) | undefined {
  const test = filter.json.errors.length === 0 ? logTestOf(filter) : undefined;
  if (!test) return undefined;
  const keeps = linePredicate(test);
  return (kind, line) => {
    const isKept = keeps(line);
    if (isKept === (kind === "keep")) return { passed: true, message: "", related: [] };
    const deciding = decidingConditions(test, isKept, line).slice(0, mostFacts);
    const facts = [...new Set(deciding.map((it) => factOf(it, line)))];
    const result = isKept ? "This line is kept" : "This line is dropped";
    return {
      passed: false,
      message: facts.length === 0 ? `${result}.` : `${result}: ${facts.join(", ")}.`,
      related: deciding.map(({ start, end }) => ({ start, end, message: `This is ${isKept}.` })),
    };
  };
}

const mostFacts = 8;

/** The conditions that decide the outcome: of the first member if one is enough, otherwise of all members. */
function decidingConditions(test: LogTest, outcome: boolean, line: LogLine): LogCondition[] {
  if (test.kind === "condition") return [test];
  const isDecidedByOne = outcome === (test.logical === "or");
  const alike = test.parts.filter((it) => linePredicate(it)(line) === outcome);
  const deciding = isDecidedByOne ? alike.slice(0, 1) : alike;
  return deciding.flatMap((it) => decidingConditions(it, outcome, line));
}

function factOf({ field }: LogCondition, line: LogLine): string {
  const value = Object.hasOwn(line, field) ? line[field] : undefined;
  const isAbsent = value === undefined || value === null;
  return `${field} is ${isAbsent ? "absent" : cut(JSON.stringify(value))}`;
}
