import type { ExampleResult } from "../../core/analysis.ts";
import { type Edit, replace } from "../../text/edit.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ShownExample } from "../protocol.ts";

/** The examples of a filter, as its form shows them. */
export function formExamples({ analysis, source: { text } }: Snapshot): readonly ShownExample[] {
  return (analysis.examples?.() ?? []).map(({ kind, message, start, end }) => ({
    isKept: kind === "keep",
    line: text.slice(start, end).replace(/^@\w+\s*/, ""),
    message,
  }));
}

/** Deletes the comment of an example, with its line if nothing else is there. Undefined if there is no such example. */
export function withoutExample(
  { analysis, source: { text } }: Snapshot,
  index: number,
): Edit | undefined {
  const example = analysis.examples?.()[index];
  return example && replace(commentAround(text, example), "");
}

function commentAround(text: string, { start, end }: ExampleResult) {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(lineStart, start);
  // The span of an example may begin after its directive.
  const before = line.trimEnd().replace(/@\w+$/, "").trimEnd();
  const opening = /(?:\/\/|\/\*|\*)$/.exec(before)?.[0] ?? "";
  const after = /^[ \t]*(?:\*\/)?/.exec(text.slice(end))?.[0] ?? "";
  // The rest of a comment of several lines stays closed.
  const isOpen = (opening === "/*") !== after.includes("*/");
  const from = lineStart + before.length - opening.length;
  const own = isOpen ? { start, end } : { start: from, end: end + after.length };
  const lineEnd = text.indexOf("\n", own.end);
  const rest = text.slice(own.end, lineEnd < 0 ? undefined : lineEnd);
  const isAlone = text.slice(lineStart, own.start).trim() === "" && rest.trim() === "";
  return isAlone && lineEnd >= 0 ? { start: lineStart, end: lineEnd + 1 } : own;
}
