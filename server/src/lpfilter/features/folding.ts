import type { Fold } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function folds(_doc: Document): readonly Fold[] {
  return [];
}
