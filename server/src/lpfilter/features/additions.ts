import type { Addition } from "../../core/analysis.ts";
import { type Edit, insert } from "../../text/edit.ts";
import { firstLineBreak, Lines } from "../../text/lines.ts";
import type { Document } from "../document.ts";
import { addCondition, addRange } from "../rewrite/add-condition.ts";

/** Adds a condition on a field, or an example above the filter. No edits if the text already has that example. */
export function add(doc: Document, addition: Addition): readonly Edit[] | undefined {
  if (addition.kind === "condition") {
    const { field: key, value, isWanted } = addition;
    return addCondition(doc.filter, { key, operator: isWanted ? "eq" : "!eq", value });
  }
  if (addition.kind === "range") return addRange(doc.filter, addition);
  const { text, json } = doc;
  if (!json.root) return undefined;
  const lines = new Lines(text);
  const line = lines.lineAt(json.root.start);
  const comment = `// @${addition.isWanted ? "keep" : "drop"} ${lineText(addition.line)}`;
  if (text.split(/\r?\n/).some((it) => it.trim() === comment)) return [];
  const lineStart = text.startsWith("\ufeff") && line === 0 ? 1 : lines.startOf(line);
  const indent = text.slice(lineStart, json.root.start);
  // A comment may end on the line of the filter.
  if (indent.trim() !== "") return [insert(json.root.start, `${comment}${firstLineBreak(text)}`)];
  return [insert(lineStart, `${indent}${comment}${firstLineBreak(text)}`)];
}

/** The log line of an example, as in `{ "EdgeResponseStatus": 503 }`. */
function lineText(line: ReadonlyMap<string, string>): string {
  const entries = [...line].map(([name, raw]) => `${JSON.stringify(name)}: ${raw}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
