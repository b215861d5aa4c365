import type { Json } from "../../json/syntax/parse.ts";
import { type Edit, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { commentsIn, indentAt, leading, trailing } from "./layout.ts";

/** Removes everything around a part except comments, and optionally replaces it. */
export function keepOnly(
  { json, around, part }: { readonly json: Json; readonly around: Span; readonly part: Span },
  instead: { readonly before: string; readonly after: string } = { before: "", after: "" },
): readonly Edit[] {
  const indent = indentAt(json.text, around.start);
  const opening = { start: around.start, end: part.start };
  const closing = { start: part.end, end: around.end };
  const before = leading(json, commentsIn(json.comments, opening), indent);
  const after = trailing(json, commentsIn(json.comments, closing), indent);
  return [replace(opening, before + instead.before), replace(closing, after + instead.after)];
}
