import { stringOffsets } from "../../json/syntax/string-text.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";

/** A `record_template`: text with actions in double braces. The service supports a small subset of Go templates. */
export interface Template {
  readonly node: JsonString;
  readonly actions: readonly Action[];
}

export type Action = FieldAction | OtherAction;

/** `{{.ClientIP}}` */
export interface FieldAction extends Span {
  readonly kind: "field";
  /** The span covers only the name. */
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
  const toOffset = stringOffsets(text, node);
  const actions = [...actionsIn(node.value)].map((it): Action => {
    const span = { start: toOffset(it.start), end: toOffset(it.end) };
    const { kind, name, nameStart, written } = it;
    if (kind !== "field") return { kind, ...span, written };
    const place = { start: toOffset(nameStart), end: toOffset(nameStart + name.length), name };
    return { kind, ...span, field: place };
  });
  return { node, actions };
}

/** An action with its position in the template. */
export interface WrittenAction extends Span {
  readonly kind: Action["kind"];
  /** The text between the braces. */
  readonly written: string;
  /** The field, or "". */
  readonly name: string;
  readonly nameStart: number;
}

export function* actionsIn(content: string): Generator<WrittenAction> {
  for (let start = content.indexOf(opening); start !== -1; ) {
    const close = closingOf(content, start + 2);
    const end = close === -1 ? content.length : close + 2;
    const written = content.slice(start + 2, close === -1 ? end : close);
    const [, lead = "", name = ""] = (close === -1 ? undefined : field.exec(written)) ?? [];
    const kind = name !== "" ? "field" : close === -1 ? "unclosed" : kindOf(written);
    yield { kind, start, end, written, name, nameStart: start + 2 + lead.length };
    start = content.indexOf(opening, end);
  }
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
