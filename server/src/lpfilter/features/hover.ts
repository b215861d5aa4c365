import type { Hover } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function hover(_doc: Document, _offset: number): Hover | undefined {
  return undefined;
}
