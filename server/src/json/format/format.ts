import type { FormatOptions } from "../../core/analysis.ts";
import { applyEdits, type Edit } from "../../text/edit.ts";
import { hasHole } from "../../text/hole.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Json } from "../syntax/parse.ts";
import { Printer } from "./print.ts";

/** Formats a text without changing what is pushed. A text with syntax errors is not changed. */
export function formatJson(json: Json, options: FormatOptions): readonly Edit[] {
  const { root, errors } = json;
  const edits = root && errors.length === 0 ? new Printer(json, options).document(root) : [];
  return hasHole(json.text) && !keepsCharacters(json.text, edits) ? [] : edits;
}

/** Beside a hole of a host there may be text that is not part of the tree, or no comma. */
function keepsCharacters(text: string, edits: readonly Edit[]): boolean {
  const dense = (it: string) => it.replace(/\s+/g, "");
  const [before, after] = [dense(text), dense(applyEdits(text, edits))];
  const commas = (it: string) => it.match(/,?[\ufdd0-\ufdef],?/g)?.join(" ");
  return (
    before.replaceAll(",", "") === after.replaceAll(",", "") && commas(before) === commas(after)
  );
}

/** Formats only the lines of the span. A span that ends at the start of a line does not include that line. */
export function formatJsonRange(json: Json, span: Span, options: FormatOptions): readonly Edit[] {
  const lines = new Lines(json.text);
  const start = lines.startOf(lines.lineAt(span.start));
  const end = lines.endOf(lines.lineAt(Math.max(span.start, span.end - 1)));
  return formatJson(json, options).filter((it) => start <= it.start && it.end <= end);
}
