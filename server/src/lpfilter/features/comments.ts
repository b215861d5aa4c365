import type { DatasetDirective } from "../directives/directives.ts";
import type { Document } from "../document.ts";

/** The dataset directive with `start` and `end` extended to include '@dataset'. */
export function wholeDirective(
  doc: Document,
): (DatasetDirective & { readonly nameStart: number }) | undefined {
  const { directive } = doc;
  if (!directive) return undefined;
  const start = doc.text.lastIndexOf("@dataset", directive.start);
  return { ...directive, start, nameStart: directive.start };
}
