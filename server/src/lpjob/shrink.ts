import type { NotShrunk, Shrinking } from "../core/shrink/size.ts";
import { overlaps, type Span } from "../text/span.ts";
import type { Document } from "./document.ts";
import { meaningOf } from "./meaning.ts";

/** Shortens the filter in the job. A filter with variables, whose values are only known on push, is not changed. */
export function shrink(doc: Document, span: Span): readonly (Shrinking | NotShrunk)[] {
  const { filter } = doc.job;
  if (!filter || filter.kind === "path" || !overlaps(filter.value, span)) return [];
  const { start, end } = filter.value;
  if (!meaningOf(doc)) return [{ start, end, error }];
  return doc.inline?.shrink?.(span) ?? doc.escaped?.shrink(span) ?? [];
}

const error =
  "Cannot be shortened: the filter of the job has errors, or parts that are only known on push.";
