import type { Analysis } from "../../core/analysis.ts";
import type { Context } from "../../core/context.ts";
import { type Diagnostic, likelyFix } from "../../core/diagnostic.ts";
import { emptyAnalysis } from "../../core/empty-analysis.ts";
import type { FieldSummary } from "../../core/field-summary.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { RegionAnalysis } from "../region-analysis.ts";
import { completeTraceTests, hoverTraceTests } from "./complete.ts";
import {
  readTraceTests,
  type TraceTest,
  type TraceTestFile,
  type TraceTestProblem,
} from "./read.ts";

export interface TraceTestContext extends Context {
  /** The names of all rules that the tests of a file are about, as far as they are known. */
  readonly rulesOfTests?: (() => readonly string[] | undefined) | undefined;
}

const code = "trace-test";

/** The parts of other languages in a file with tests. */
export interface TestLanguage<C> {
  /** The problems of a request and its fields. */
  readonly requestProblems: (test: TraceTest, context: C) => readonly string[];
  readonly fields: () => readonly FieldSummary[];
  /** Phases and products that a rule can skip. */
  readonly skippable: () => readonly string[];
  /** A condition on requests. */
  readonly condition: (text: string, context: C) => Analysis;
}

/** The problems of a file with tests. */
export function analyzeTraceTests<C extends TraceTestContext>(
  text: string,
  context: C,
  { requestProblems, fields, skippable, condition }: TestLanguage<C>,
): Analysis {
  let known: TraceTestFile | undefined;
  const file = () => (known ??= readTraceTests(text));
  const regions = () =>
    file().regions.map((it) => new RegionAnalysis(it, (inner) => condition(inner, context)));
  const diagnostics = (): readonly Diagnostic[] => {
    const severity = context.severity[code] ?? "error";
    if (severity === "off") return [];
    const { problems, tests, rulesNamed, skippedNamed } = file();
    const rules = rulesNamed.length > 0 ? context.rulesOfTests?.() : undefined;
    const requests = tests.flatMap((test) =>
      requestProblems(test, context).map((message) => ({
        ...test.span,
        message,
        replacement: undefined,
      })),
    );
    const own = [
      ...problems,
      ...unknownNames(rulesNamed, rules, "rule"),
      ...unknownNames(skippedNamed, skippable(), "phase or product"),
      ...requests,
    ].map(
      ({ start, end, message, replacement }): Diagnostic => ({
        ...{ code, severity, start, end, message },
        fixes:
          replacement === undefined
            ? []
            : [likelyFix(`Use '${replacement}'`, [replace({ start, end }, replacement)])],
      }),
    );
    // A condition that is true of every request is meant to be.
    const inside = regions()
      .flatMap((it) => it.diagnostics())
      .filter((it) => it.severity === "error" || it.severity === "warning");
    return [...own, ...inside].sort((a, b) => a.start - b.start);
  };
  const at = <Result>(offset: number, answer: (it: RegionAnalysis, at: number) => Result) => {
    for (const it of regions()) {
      const inner = it.offsetOf(offset);
      if (inner !== undefined) return answer(it, inner);
    }
    return undefined;
  };
  const complete = (offset: number) => {
    const rules = () => context.rulesOfTests?.() ?? [];
    return (
      at(offset, (it, inner) => it.complete(inner)) ??
      completeTraceTests(text, offset, { rules, fields, skippable })
    );
  };
  const hover = (offset: number) =>
    at(offset, (it, inner) => it.hover(inner)) ?? hoverTraceTests(text, offset);
  return { ...emptyAnalysis, diagnostics, complete, hover };
}

function unknownNames(
  named: TraceTestFile["rulesNamed"],
  known: readonly string[] | undefined,
  noun: string,
): readonly TraceTestProblem[] {
  if (!known) return [];
  return named.flatMap(({ name, ...span }) => {
    if (known.includes(name)) return [];
    const guess = nearest(name, known);
    const advice = guess ? ` Did you mean '${guess}'?` : "";
    return [{ ...span, message: `Unknown ${noun} ${shorten(name)}.${advice}`, replacement: guess }];
  });
}
