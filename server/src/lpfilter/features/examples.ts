import type { ExampleOutcome, ExampleResult, Refactoring } from "../../core/analysis.ts";
import type { LogTest } from "../../core/log-test.ts";
import { type Edit, insert } from "../../text/edit.ts";
import { hasHole } from "../../text/hole.ts";
import { firstLineBreak, Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { type ExampleKind, exampleKinds } from "../directives/examples.ts";
import type { Document } from "../document.ts";
import { linePredicate } from "../evaluation/evaluate.ts";
import { logTestOf } from "../evaluation/log-test.ts";
import { judgeFor } from "../examples/judge.ts";
import { readLine } from "../examples/read.ts";
import { suggestLines } from "../examples/suggest.ts";

/** The examples of the filter, with their results. */
export function examples(doc: Document): readonly ExampleResult[] {
  if (doc.examples.length === 0) return [];
  const outcomeOf = outcomeFor(doc);
  return doc.examples.map(({ start, end, kind, value }) => ({
    start,
    end,
    kind,
    ...outcomeOf(kind, doc.text.slice(value.start, value.end)),
  }));
}

/**
 * Adds an example that is kept or dropped. Offered at the start of the file, before the filter on its first line, and in the
 * comments above.
 */
export function exampleAdditions(doc: Document, span: Span): readonly Refactoring[] {
  const { text, json, context } = doc;
  const { root } = json;
  if (!root || span.end > root.start || context.brief) return [];
  const lines = new Lines(text);
  if (!isAbove(span, lines.lineAt(root.start), lines)) return [];
  return exampleKinds.flatMap((kind): Refactoring[] => {
    const edit = exampleEdit(doc, kind);
    const title = `Add a test with a ${kind === "keep" ? "kept" : "dropped"} line`;
    return edit ? [{ title, kind: "refactor.rewrite", isComment: true, edits: [edit] }] : [];
  });
}

/** Adds an example of that kind above the filter. */
export function exampleEdit(doc: Document, kind: ExampleKind): Edit | undefined {
  const { text, json, filter } = doc;
  const test = json.errors.length === 0 ? logTestOf(filter) : undefined;
  if (!json.root || !test) return undefined;
  const lines = new Lines(text);
  const line = lines.lineAt(json.root.start);
  const start = text.startsWith("\ufeff") && line === 0 ? 1 : lines.startOf(line);
  const example = isInside(start, json.comments) ? undefined : suggestExample(doc, test, kind);
  if (example === undefined) return undefined;
  const indent = /^[ \t]*/.exec(lines.textOf(line))?.[0] ?? "";
  return insert(start, `${indent}// @${kind} ${example}${firstLineBreak(text)}`);
}

function isAbove(span: Span, line: number, lines: Lines): boolean {
  const at = lines.lineAt(span.start);
  return span.start === 0 || at === line || /^\s*(?:\/[/*]|\*)/.test(lines.textOf(at));
}

function isInside(offset: number, comments: readonly Span[]): boolean {
  return comments.some((it) => it.start < offset && offset < it.end);
}

/** The first suggestion that still passes after it is written and parsed again. */
function suggestExample(doc: Document, test: LogTest, kind: ExampleKind): string | undefined {
  const lines = { dataset: doc.datasets[0] ?? "", fields: doc.fields };
  const keeps = linePredicate(test);
  let left = mostRead;
  for (const suggested of suggestLines(test, kind === "keep", doc.fields)) {
    if (left-- === 0) return undefined;
    const example = written(suggested);
    const { line } = readLine(example, lines);
    if (line && keeps(line) === (kind === "keep")) return example;
  }
  return undefined;
}

const mostRead = 50;

/** The log line of an example, as in `{ "EdgeResponseStatus": 503 }`. */
function written(line: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(line).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** An example outside of the filter. */
export function judgeExample(
  doc: Document,
  kind: string,
  example: string,
): ExampleOutcome | undefined {
  const known = exampleKinds.find((it) => it === kind);
  return known && outcomeFor(doc)(known, example);
}

function outcomeFor(doc: Document): (kind: ExampleKind, example: string) => ExampleOutcome {
  const { datasets, fields } = doc;
  const { root } = doc.filter.json;
  const isOpen = doc.context.hasHoles && hasHole(doc.text.slice(root?.start, root?.end));
  const judge = isOpen ? undefined : judgeFor(doc.filter);
  return (kind, example) => {
    const expected = outcomeNames[kind];
    const failed = (message: string) => ({ passed: false, message, expected });
    const { line, problems } = readLine(example, { dataset: datasets[0] ?? "", fields });
    if (!line) return failed(problems[0]?.message ?? "Invalid test.");
    if (!judge) return failed("The filter has errors, or parts that are filled in later.");
    const { passed, message, related } = judge(kind, line);
    const actual = passed ? expected : outcomeNames[kind === "keep" ? "drop" : "keep"];
    return { passed, message, expected, actual, related };
  };
}

const outcomeNames: Readonly<Record<ExampleKind, string>> = { keep: "kept", drop: "dropped" };
