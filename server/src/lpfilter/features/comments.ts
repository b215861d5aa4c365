import type { Comment } from "../../json/scan.ts";
import { type DatasetDirective, datasetDirective } from "../directives.ts";
import type { Document } from "../document.ts";

/** What features ask about comments. */

/** The comment that what is typed at the offset becomes part of. */
export function commentAt(comments: readonly Comment[], offset: number): Comment | undefined {
  let low = 0;
  let high = comments.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const comment = comments[low];
  if (!comment || offset <= comment.start || offset > comment.end) return undefined;
  // Behind the end of a block comment its text is over; a line comment goes on to the end of its line.
  return comment.block && offset === comment.end ? undefined : comment;
}

/** The dataset directive with its '@dataset', where `start` and `end` are those of the whole. */
export function wholeDirective(
  doc: Document,
): (DatasetDirective & { readonly nameStart: number }) | undefined {
  const directive = datasetDirective(doc.json);
  if (!directive) return undefined;
  const start = doc.text.lastIndexOf("@dataset", directive.start);
  return { ...directive, start, nameStart: directive.start };
}
