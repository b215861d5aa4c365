import type { Analysis } from "../../core/analysis.ts";
import type { Context } from "../../core/context.ts";
import { type Diagnostic, likelyFix } from "../../core/diagnostic.ts";
import { emptyAnalysis } from "../../core/empty-analysis.ts";
import type { FieldSummary } from "../../core/field-summary.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { completeTraceTests } from "./complete.ts";
import { readTraceTests, type TraceTest } from "./read.ts";

export interface TraceTestContext extends Context {
  /** The names of all rules that the tests of a file are about, as far as they are known. */
  readonly rulesOfTests?: (() => readonly string[] | undefined) | undefined;
}

const code = "trace-test";

/** The problems of a file with tests. `requestProblems` returns the problems of a request and its fields. */
export function analyzeTraceTests<C extends TraceTestContext>(
  text: string,
  context: C,
  requestProblems: (test: TraceTest, context: C) => readonly string[],
  fields: () => readonly FieldSummary[],
): Analysis {
  const diagnostics = (): readonly Diagnostic[] => {
    const severity = context.severity[code] ?? "error";
    if (severity === "off") return [];
    const { problems, tests, rulesNamed } = readTraceTests(text);
    const rules = rulesNamed.length > 0 ? context.rulesOfTests?.() : undefined;
    const unknown = rules
      ? rulesNamed.flatMap(({ name, ...span }) => {
          if (rules.includes(name)) return [];
          const guess = nearest(name, rules);
          const advice = guess ? ` Did you mean '${guess}'?` : "";
          return [
            { ...span, message: `Unknown rule ${shorten(name)}.${advice}`, replacement: guess },
          ];
        })
      : [];
    const requests = tests.flatMap((test) =>
      requestProblems(test, context).map((message) => ({
        ...test.span,
        message,
        replacement: undefined,
      })),
    );
    return [...problems, ...unknown, ...requests]
      .sort((a, b) => a.start - b.start)
      .map(({ start, end, message, replacement }) => ({
        code,
        severity,
        start,
        end,
        message,
        fixes:
          replacement === undefined
            ? []
            : [likelyFix(`Use '${replacement}'`, [replace({ start, end }, replacement)])],
      }));
  };
  const complete = (offset: number) =>
    completeTraceTests(text, offset, { rules: () => context.rulesOfTests?.() ?? [], fields });
  return { ...emptyAnalysis, diagnostics, complete };
}
