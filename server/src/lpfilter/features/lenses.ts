import type { Lens } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function lenses(_doc: Document): readonly Lens[] {
  return [];
}
