import { type Edit, replace } from "../../text/edit.ts";
import type { Filter, Group } from "../syntax/filter.ts";
import { keepOnly } from "./keep-only.ts";
import { indentAt, reindent } from "./layout.ts";

/** Longer contents are not reindented, which is left to the formatter: they may be inside a hundred such groups. */
const mostReindented = 10_000;

/** Replaces a group by its members. */
export function unwrapGroup(filter: Filter, group: Group): readonly Edit[] {
  const { json } = filter;
  const items = group.list?.items ?? [];
  const first = items[0];
  const last = items[items.length - 1];
  if (json.errors.length > 0 || !first || !last || group.object.properties.length > 1) return [];
  const part = { start: first.start, end: last.end };
  const around = keepOnly({ json, around: group, part });
  if (part.end - part.start > mostReindented) return around;
  const from = indentAt(json.text, first.start);
  const moved = reindent(
    json.text.slice(part.start, part.end),
    from,
    indentAt(json.text, group.start),
  );
  const [before, after] = around.map((it) => it.newText);
  return [replace(group, `${before}${moved}${after}`)];
}
