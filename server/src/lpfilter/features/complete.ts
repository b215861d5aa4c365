import type { Completion } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function complete(_doc: Document, _offset: number): readonly Completion[] {
  return [];
}
