import type { Link } from "../../core/analysis.ts";
import { directiveNamed } from "../catalogue/directives.ts";
import type { Document } from "../document.ts";

/** Links the value of a directive to the service's documentation. */
export function links(doc: Document): readonly Link[] {
  return doc.parsed.directives.flatMap(({ name, value, valueSpan }) => {
    const directive = directiveNamed(name);
    const known = directive?.values?.some((it) => it.name === value);
    if (!directive?.page || !known) return [];
    return { ...valueSpan, target: directive.page, tooltip: `Documentation of '${value}'` };
  });
}
