import type { FormatOptions } from "../core/analysis.ts";
import type { Edit } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import type { Json } from "./parse.ts";

export function formatJson(_json: Json, _options: FormatOptions): readonly Edit[] {
  return [];
}

export function formatJsonRange(
  _json: Json,
  _span: Span,
  _options: FormatOptions,
): readonly Edit[] {
  return [];
}
