import type { Analysis } from "../../core/analysis.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import { defaultContext, languageOfPath } from "../../languages.ts";
import { applyEdits, type Edit, insert, sortEdits } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { mergedExpression } from "./merged-expression.ts";
import { jsonEdits } from "./merged-json.ts";

/** File contents for resources of the service. Comments are kept where the text around them is. */

/** A job as a new file. */
export function jobText(path: string, fields: Readonly<Record<string, unknown>>): string {
  const names = [...Object.keys(fields)].sort((a, b) => place(a) - place(b));
  const rows = names.map((it) => `${JSON.stringify(it)}: ${valueText(it, fields)}`);
  return formatted(path, `{${rows.join(",\n")}}\n`);
}

const first = ["name", "dataset", "destination_conf", "enabled", "output_options"];

/** The filter comes last, because it is the longest. */
function place(name: string): number {
  if (name === "filter") return first.length + 1;
  return first.includes(name) ? first.indexOf(name) : first.length;
}

/** A job file with some properties replaced by the service's; undefined removes a property. */
export function changedJobText(
  path: string,
  text: string,
  names: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): string {
  const { root } = parseJson(text);
  if (root?.kind !== "object") return jobText(path, fields);
  const edits = names.flatMap((name): Edit[] => {
    const written = fields[name] === undefined ? '""' : valueText(name, fields);
    const property = propertyOf(root, name);
    if (property?.value) return jsonEdits(text, property.value, written);
    return fields[name] === undefined ? [] : [added(root, `${JSON.stringify(name)}: ${written}`)];
  });
  return asBefore(path, text, changedText(path, text, edits));
}

function added(root: JsonObject, property: string): Edit {
  const last = root.properties[root.properties.length - 1];
  return last ? insert(last.end, `,\n${property}`) : insert(root.start + 1, property);
}

function valueText(name: string, fields: Readonly<Record<string, unknown>>): string {
  const value = fields[name];
  // Already JSON text, with its numbers as written.
  const isFilter = name === "filter" && typeof value === "string" && value.startsWith("{");
  return isFilter ? value : JSON.stringify(value);
}

/** A filter file with another filter. */
export function changedFilterText(path: string, text: string, filter: string): string {
  const { root } = parseJson(text);
  const changed = root
    ? changedText(path, text, jsonEdits(text, root, filter))
    : formatted(path, filter);
  return asBefore(path, text, changed);
}

const directive = /^#[ \t]*@([A-Za-z][\w-]*)/;

/** A rule as a file: directives, then the expression. Other lines above the expression keep their position. */
export function ruleText(
  path: string,
  text: string,
  directives: ReadonlyMap<string, string>,
  expression: string | undefined,
): string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((it) => !/^\s*(#|$)/.test(it));
  const head = end === -1 ? lines.filter((it) => it !== "") : lines.slice(0, end);
  const body = end === -1 ? "" : lines.slice(end).join("\n");
  const written = new Set<string>();
  const kept = head.flatMap((line) => {
    const name = directive.exec(line)?.[1];
    if (name === undefined || !serviceDirectives.has(name)) return [line];
    const value = directives.get(name);
    if (value === undefined || written.has(name)) return [];
    written.add(name);
    return [directiveLine(name, value)];
  });
  const fresh = [...directives].filter(([name]) => !written.has(name));
  const added = fresh.map(([name, value]) => directiveLine(name, value));
  const merged = expression === undefined ? body : mergedExpression(path, body, expression);
  const result = [...kept, ...added, merged ?? expression].join("\n");
  const isCustomFormat = merged !== undefined && !isFormatted(path, text);
  return asBefore(path, text, isCustomFormat ? ended(result) : formatted(path, result));
}

/** Keeps the file's line endings where that does not change what is pushed: strings can span several lines. */
function asBefore(path: string, before: string, after: string): string {
  const returns = before.split("\r\n").length - 1;
  const isWindows = returns * 2 > before.split("\n").length - 1;
  const wanted = after.replace(/\r?\n/g, isWindows ? "\r\n" : "\n");
  const isSame = analyzed(path, wanted)?.pushed() === analyzed(path, after)?.pushed();
  return isSame ? wanted : after;
}

/** Directives that the service has values for; others are kept. */
const serviceDirectives = new Set([
  "action",
  "description",
  "priority",
  "paused",
  "ref",
  "products",
  "skip",
]);

function directiveLine(name: string, value: string): string {
  return `# @${name}${value === "" ? "" : ` ${value}`}`;
}

/** In a file with custom formatting, only new text is formatted. */
function changedText(path: string, text: string, edits: readonly Edit[]): string {
  if (isFormatted(path, text)) return formatted(path, applyEdits(text, edits));
  let result = applyEdits(text, edits);
  // Applied from the end, so that earlier offsets stay valid.
  for (const it of newSpans(edits).reverse())
    result = applyEdits(result, analyzed(path, result)?.formatRange(it, formatOptions) ?? []);
  return ended(result);
}

/** The spans of multi-line edits after they are applied. Single-line edits need no formatting. */
function newSpans(edits: readonly Edit[]): Span[] {
  let moved = 0;
  return sortEdits(edits).flatMap(({ start, end, newText }) => {
    const span = { start: start + moved, end: start + moved + newText.length };
    moved += newText.length - (end - start);
    return newText.includes("\n") || newText.includes("{") ? [span] : [];
  });
}

function isFormatted(path: string, text: string): boolean {
  return formatted(path, text) === text;
}

const formatOptions = { tabSize: 2, insertSpaces: true };

function formatted(path: string, text: string): string {
  return ended(applyEdits(text, analyzed(path, text)?.format(formatOptions) ?? []));
}

function analyzed(path: string, text: string): Analysis | undefined {
  return languageOfPath(path)?.analyze(text, defaultContext);
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
