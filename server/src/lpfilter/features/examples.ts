import type { ExampleResult, ExampleVerdict } from "../../core/analysis.ts";
import { hasHole } from "../../text/hole.ts";
import { type ExampleKind, exampleKinds } from "../directives/examples.ts";
import type { Document } from "../document.ts";
import { judgeFor } from "../examples/judge.ts";
import { readLine } from "../examples/read.ts";

/** The examples of the filter, with their results. */
export function examples(doc: Document): readonly ExampleResult[] {
  if (doc.examples.length === 0) return [];
  const verdict = verdictFor(doc);
  return doc.examples.map(({ start, end, kind, value }) => ({
    start,
    end,
    kind,
    ...verdict(kind, doc.text.slice(value.start, value.end)),
  }));
}

/** An example outside of the filter. */
export function judgeExample(
  doc: Document,
  kind: string,
  example: string,
): ExampleVerdict | undefined {
  const known = exampleKinds.find((it) => it === kind);
  return known && verdictFor(doc)(known, example);
}

function verdictFor(doc: Document): (kind: ExampleKind, example: string) => ExampleVerdict {
  const { datasets, fields } = doc;
  const { root } = doc.filter.json;
  const isOpen = doc.context.hasHoles && hasHole(doc.text.slice(root?.start, root?.end));
  const judge = isOpen ? undefined : judgeFor(doc.filter);
  return (kind, example) => {
    const { line, problems } = readLine(example, { dataset: datasets[0] ?? "", fields });
    if (!line) return failed(problems[0]?.message ?? "Invalid example.");
    if (!judge) return failed("The filter has errors, or parts that are filled in later.");
    const { passed, message } = judge(kind, line);
    return { passed, message };
  };
}

function failed(message: string): ExampleVerdict {
  return { passed: false, message };
}
