import type { FormatOptions } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Json } from "../syntax/parse.ts";
import { Printer } from "./print.ts";

/** Formats a text without changing what is pushed. A text with syntax errors is not changed. */
export function formatJson(json: Json, options: FormatOptions): readonly Edit[] {
  const { root, errors } = json;
  return root && errors.length === 0 ? new Printer(json, options).document(root) : [];
}

/** Formats only the lines of the span. A span that ends at the start of a line does not include that line. */
export function formatJsonRange(json: Json, span: Span, options: FormatOptions): readonly Edit[] {
  const lines = new Lines(json.text);
  const start = lines.startOf(lines.lineAt(span.start));
  const end = lines.endOf(lines.lineAt(Math.max(span.start, span.end - 1)));
  return formatJson(json, options).filter((it) => start <= it.start && it.end <= end);
}
