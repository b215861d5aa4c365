import type { OutlineSymbol } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function symbols(_doc: Document): readonly OutlineSymbol[] {
  return [];
}
