import { insideOf } from "../../json/features/inside.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";

/** A `record_template`: text with actions in double braces. The service knows a small part of Go's templates. */
export interface Template {
  readonly node: JsonString;
  readonly actions: readonly Action[];
}

export type Action = FieldAction | OtherAction;

/** `{{.ClientIP}}` */
export interface FieldAction extends Span {
  readonly kind: "field";
  /** With the span of the name alone. */
  readonly field: Span & { readonly name: string };
}

export interface OtherAction extends Span {
  readonly kind: "constant" | "comment" | "unclosed" | "unknown";
  /** The text between the braces. */
  readonly written: string;
}

const opening = "{{";
const field = /^(-?\s*\.)([A-Za-z_]\w*)\s*-?$/;
const constant = /^-?\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|`[^`]*`)\s*-?$/;
const comment = /^-?\s*\/\*[\s\S]*\*\/\s*-?$/;

export function readTemplate(text: string, node: JsonString): Template {
  const content = node.value;
  const inside = insideOf(text, node);
  const actions: Action[] = [];
  for (let at = content.indexOf(opening); at !== -1; ) {
    const close = closingOf(content, at + 2);
    const end = close === -1 ? content.length : close + 2;
    const written = content.slice(at + 2, close === -1 ? end : close);
    const span = { start: inside(at), end: inside(end) };
    const found = close === -1 ? undefined : field.exec(written);
    if (found) {
      const [, lead = "", name = ""] = found;
      const start = at + 2 + lead.length;
      const place = { start: inside(start), end: inside(start + name.length), name };
      actions.push({ kind: "field", ...span, field: place });
    } else {
      actions.push({ kind: close === -1 ? "unclosed" : kindOf(written), ...span, written });
    }
    at = content.indexOf(opening, end);
  }
  return { node, actions };
}

/** The end of the action. Braces inside a constant or a comment are part of it. */
function closingOf(content: string, start: number): number {
  delimited.lastIndex = start;
  const skipped = delimited.exec(content)?.[0].length ?? 0;
  return content.indexOf("}}", start + skipped);
}

const delimited = /-?\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|`[^`]*`|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)/y;

function kindOf(written: string): "constant" | "comment" | "unknown" {
  if (constant.test(written)) return "constant";
  return comment.test(written) ? "comment" : "unknown";
}
