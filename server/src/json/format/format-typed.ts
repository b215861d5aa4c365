import type { FormatOptions } from "../../core/analysis.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import { type CursorContext, cursorContextAt } from "../features/cursor-context.ts";
import { commentAt } from "../syntax/comments.ts";
import type { Json } from "../syntax/parse.ts";
import { type JsonArray, type JsonObject, pathAt } from "../syntax/tree.ts";
import { indentStep } from "./layout.ts";
import { Printer } from "./print.ts";

/**
 * Formatting while typing. The text usually has errors and another format, so the line is indented relative to its
 * neighbors, and no other line changes.
 */
export function formatJsonTyped(
  json: Json,
  offset: number,
  options: FormatOptions,
): readonly Edit[] {
  const lines = new Lines(json.text);
  if (/[}\]]/.test(json.text.charAt(offset - 1))) return afterBracket(json, lines, offset, options);
  return indentLine(json, lines, lines.lineAt(offset), options);
}

/** Formats the contents of the closed bracket if they have no errors; otherwise only indents its line. */
function afterBracket(
  json: Json,
  lines: Lines,
  offset: number,
  options: FormatOptions,
): readonly Edit[] {
  const closed = bracketEndingAt(json, offset);
  if (!closed || json.isCut) return [];
  const line = lines.lineAt(closed.start);
  const base = indentOf(lines, line);
  if (base.length > widestIndent) return [];
  // Errors before the opening bracket do not matter here.
  const broken = json.errors.some((it) => closed.start < it.start && it.start < closed.end);
  return broken
    ? reindent(lines, offset - 1, base)
    : new Printer(json, options, base).inside(closed, lines.startOf(line));
}

function bracketEndingAt({ root, text }: Json, offset: number): JsonObject | JsonArray | undefined {
  for (const it of pathAt(root, offset)) {
    const isBracket = it.kind === "object" || it.kind === "array";
    // A file without braces, or a list in parentheses, has no matching opening bracket.
    if (isBracket && it.end === offset && /[{[]/.test(text.charAt(it.start))) return it;
  }
  return undefined;
}

/** Indents a line that starts with a closing bracket. */
function reindent(lines: Lines, closer: number, indent: string): readonly Edit[] {
  const line = lines.lineAt(closer);
  const start = lines.startOf(line);
  const isFirst = start + indentOf(lines, line).length === closer;
  return isFirst ? changed(lines, line, indent) : [];
}

/** Indents a new line according to its bracket. */
function indentLine(
  json: Json,
  lines: Lines,
  line: number,
  options: FormatOptions,
): readonly Edit[] {
  const start = lines.startOf(line);
  if (line === 0 || commentAt(json.comments, start)) return [];
  const place = cursorContextAt(json, start);
  const bracket = place.open[place.open.length - 1];
  const opener = bracket && indentOf(lines, lines.lineAt(bracket.start));
  if (opener === undefined) return changed(lines, line, "");
  const first = lines.textOf(line).trimStart().charAt(0);
  const steps = first === "}" || first === "]" ? 0 : stepsInside(place, first);
  return changed(lines, line, opener + indentStep(options).repeat(steps));
}

/** The value of a property is indented further than its name, unless it opens a bracket. */
function stepsInside({ open, expecting }: CursorContext, first: string): 1 | 2 {
  const isValue = expecting === "value" && open[open.length - 1]?.kind === "object";
  return isValue && first !== "{" && first !== "[" ? 2 : 1;
}

/** More indentation than this is not intentional. */
const widestIndent = 1000;

function indentOf(lines: Lines, line: number): string {
  return /^[ \t]*/.exec(lines.textOf(line))?.[0] ?? "";
}

function changed(lines: Lines, line: number, indent: string): readonly Edit[] {
  const before = indentOf(lines, line);
  if (before === indent || indent.length > widestIndent) return [];
  const start = lines.startOf(line);
  return [replace({ start, end: start + before.length }, indent)];
}
