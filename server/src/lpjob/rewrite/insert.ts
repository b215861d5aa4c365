import type { JsonArray, JsonObject } from "../../json/syntax/tree.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Job } from "../syntax/job.ts";

/** Edits that insert something into a job, formatted like its context. */

/** Sets the dataset of the job. */
export function nameDataset({ datasetNode, object, json }: Job, name: string): Edit {
  const written = JSON.stringify(name);
  if (datasetNode) return replace(datasetNode, written);
  return object ? addFirst(json.text, object, `"dataset": ${written}`) : insert(0, "");
}

/** Inserts a property before all others. */
export function addFirst(text: string, object: JsonObject, written: string): Edit {
  const [first] = object.properties;
  if (!first) return insert(object.start + 1, ` ${written} `);
  return insert(first.start, `${written},${gapBefore(text, first.start)}`);
}

/** Appends an item. */
export function addItem(list: JsonArray, written: string): Edit {
  const last = list.items[list.items.length - 1];
  return last ? insert(last.end, `, ${written}`) : insert(list.start + 1, written);
}

/** The whitespace before this item: a line break and indentation, or a space. */
function gapBefore(text: string, start: number): string {
  const indent = indentAt(text, start);
  return indent === undefined ? " " : firstLineBreak(text) + indent;
}

/** Undefined if something else precedes it on the line. */
function indentAt(text: string, start: number): string | undefined {
  let at = start;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return text[at - 1] === "\n" || text[at - 1] === "\r" ? text.slice(at, start) : undefined;
}
