import type { Token } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function tokens(_doc: Document): readonly Token[] {
  return [];
}
