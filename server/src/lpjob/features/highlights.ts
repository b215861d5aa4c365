import { eachValue, pathAt } from "../../json/syntax/tree.ts";
import { type Span, touches } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { listedFields } from "../syntax/job.ts";

/** All references to a field: in the list, the template and the filter. */
export function highlights(doc: Document, offset: number): readonly Span[] {
  const name = fieldAt(doc, offset);
  return name === undefined ? (doc.inline?.highlights(offset) ?? []) : placesOf(doc, name);
}

function fieldAt(doc: Document, offset: number): string | undefined {
  const { job } = doc;
  const listed = listedFields(job).find((it) => touches(it, offset));
  if (listed) return listed.value;
  const written = fieldActions(doc).find((it) => touches(it, offset));
  if (written) return written.name;
  const path = pathAt(job.filter?.kind === "inline" ? job.filter.value : undefined, offset);
  const leaf = path[path.length - 1];
  const property = path[path.length - 2];
  const isKey = property?.kind === "property" && property.name.value === "key";
  return isKey && leaf?.kind === "string" && leaf === property.value ? leaf.value : undefined;
}

function placesOf(doc: Document, name: string): Span[] {
  const { job } = doc;
  const found: Span[] = listedFields(job).filter((it) => it.value === name);
  for (const it of fieldActions(doc)) if (it.name === name) found.push(it);
  eachValue(job.filter?.kind === "inline" ? job.filter.value : undefined, (value) => {
    if (value.kind !== "object") return;
    for (const { name: word, value: named } of value.properties) {
      const same = word.value === "key" && named?.kind === "string" && named.value === name;
      if (same) found.push(named);
    }
  });
  return found.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
}

function fieldActions({ job }: Document): (Span & { readonly name: string })[] {
  const actions = job.template?.actions ?? [];
  return actions.flatMap((it) => (it.kind === "field" ? [it.field] : []));
}
