import type { FormatOptions } from "../core/analysis.ts";
import type { Edit } from "../text/edit.ts";
import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import type { Json } from "./parse.ts";
import { Printer } from "./print.ts";
import { type JsonNode, pathAt } from "./tree.ts";

/** Brings a text into its one layout. What is pushed of it stays the same, and a text with syntax errors stays as it is. */
export function formatJson(json: Json, options: FormatOptions): readonly Edit[] {
  const { root, errors } = json;
  return root && errors.length === 0 ? new Printer(json, options).document(root) : [];
}

/** Only what lies within the lines of the span. A line that the span ends at the start of is not one of them. */
export function formatJsonRange(json: Json, span: Span, options: FormatOptions): readonly Edit[] {
  const lines = new Lines(json.text);
  const start = lines.startOf(lines.lineAt(span.start));
  const end = lines.endOf(lines.lineAt(Math.max(span.start, span.end - 1)));
  return formatJson(json, options).filter((it) => start <= it.start && it.end <= end);
}

/**
 * After a closing bracket, lays out what it closes. After a line break, indents the line that it begins, unless that is
 * blank: what the editor has put there is for the next thing that is typed.
 */
export function formatJsonTyped(
  json: Json,
  offset: number,
  options: FormatOptions,
): readonly Edit[] {
  const place = typedPlace(json, offset);
  if (!place) return [];
  return formatJson(json, options).filter((it) => place.start <= it.start && it.end <= place.end);
}

function typedPlace({ text, root }: Json, offset: number): Span | undefined {
  if (/[}\]]/.test(text.charAt(offset - 1))) {
    const closed = pathAt(root, offset).find((it) => isBracket(it) && it.end === offset);
    return closed && { start: closed.start + 1, end: closed.end - 1 };
  }
  const lines = new Lines(text);
  const line = lines.lineAt(offset);
  const indent = lines.textOf(line).search(/\S/);
  const start = lines.startOf(line);
  return indent === -1 ? undefined : { start, end: start + indent };
}

function isBracket(node: JsonNode): boolean {
  return node.kind === "object" || node.kind === "array";
}
