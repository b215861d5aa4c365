import { type Edit, replace } from "../../text/edit.ts";
import type { Filter, Group } from "../filter.ts";
import { commentsIn, indentAt, leading, reindent, trailing } from "./layout.ts";

/** Longer insides keep their indentation, which the formatter corrects: they may lie in a hundred such groups. */
const mostReindented = 10_000;

/** Takes the brackets of a group away and leaves its parts where it stood. */
export function unwrapGroup(filter: Filter, group: Group): readonly Edit[] {
  const { json } = filter;
  const items = group.list?.items ?? [];
  const first = items[0];
  const last = items[items.length - 1];
  if (json.errors.length > 0 || !first || !last || group.object.properties.length > 1) return [];
  const indent = indentAt(json.text, group.start);
  const opening = { start: group.start, end: first.start };
  const closing = { start: last.end, end: group.end };
  const before = leading(json, commentsIn(json.comments, opening), indent);
  const after = trailing(json, commentsIn(json.comments, closing), indent);
  if (last.end - first.start > mostReindented) {
    return [replace(opening, before), replace(closing, after)];
  }
  const parts = json.text.slice(first.start, last.end);
  const moved = reindent(parts, indentAt(json.text, first.start), indent);
  return [replace(group, before + moved + after)];
}
