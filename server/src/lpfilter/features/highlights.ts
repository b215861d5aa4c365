import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";

export function highlights(_doc: Document, _offset: number): readonly Span[] {
  return [];
}
