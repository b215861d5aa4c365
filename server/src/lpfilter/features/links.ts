import type { Link } from "../../core/analysis.ts";
import type { Document } from "../document.ts";

export function links(_doc: Document): readonly Link[] {
  return [];
}
