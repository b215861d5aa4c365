import type { Inlay } from "../../core/analysis.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";

export function inlays(_doc: Document, _span: Span): readonly Inlay[] {
  return [];
}
