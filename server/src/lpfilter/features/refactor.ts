import type { Refactoring } from "../../core/analysis.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";

export function refactorings(_doc: Document, _span: Span): readonly Refactoring[] {
  return [];
}
