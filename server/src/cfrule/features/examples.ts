import type { ExampleResult, ExampleVerdict } from "../../core/analysis.ts";
import type { Document } from "../document.ts";
import {
  type ExampleKind,
  exampleKinds,
  examplesIn,
  judgeFor,
  readExample,
} from "../examples/run.ts";

/** The examples of the rule, with their results. */
export function examples(doc: Document): readonly ExampleResult[] {
  const found = examplesIn(doc);
  if (found.length === 0) return [];
  const verdict = verdictFor(doc);
  return found.map(({ name, value, nameSpan, valueSpan }) => ({
    start: nameSpan.start - 1,
    end: Math.max(nameSpan.end, valueSpan.end),
    kind: name,
    ...verdict(name, value),
  }));
}

/** An example outside of the rule. */
export function judgeExample(
  doc: Document,
  kind: string,
  example: string,
): ExampleVerdict | undefined {
  const known = exampleKinds.find((it) => it === kind);
  return known && verdictFor(doc)(known, example);
}

function verdictFor(doc: Document): (kind: ExampleKind, example: string) => ExampleVerdict {
  const judge = judgeFor(doc);
  return (kind, example) => {
    const reading = readExample(example, doc);
    const problem = reading?.problems[0];
    if (problem) return failed(problem.message);
    if (!judge) return failed("The expression has errors, or parts that are filled in later.");
    const { passed, message } = reading?.request ? judge(kind, reading.request) : unreadable;
    return { passed, message };
  };
}

const unreadable = failed("The example has parts that are filled in later.");

function failed(message: string): ExampleVerdict {
  return { passed: false, message };
}
