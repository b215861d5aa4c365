import { minify } from "../../json/format/minify.ts";
import { type Json, parseJson } from "../../json/syntax/parse.ts";
import { Scanner } from "../../json/syntax/scan.ts";
import { propertyOf } from "../../json/syntax/tree.ts";
import { jsonValue } from "../../text/record.ts";
import type { Span } from "../../text/span.ts";

/** A file that contains its filter as the escaped string of a job. The span is replaced by plain JSON. */
export interface EscapedFilter extends Span {
  /** The first characters, which show that it is escaped. */
  readonly mark: Span;
  /** The filter, formatted if it is valid JSON. */
  readonly plain: string;
  /** Whether it is surrounded by other properties of a job, which would be lost. */
  readonly inJob: boolean;
}

/** Called only for files without `where`, so editing a filter does not pay for it. */
export function escapedFilter(json: Json): EscapedFilter | undefined {
  const { root } = json;
  if (root?.kind === "object") return insideJob(json) ?? withoutQuotes(json);
  if (root?.kind === "array") return withoutQuotes(json);
  if (root?.kind !== "string") return undefined;
  return found(json, root, unescapedFilter(root.value)) ?? pastedProperty(json);
}

/** The JSON in a string; undefined if it contains something else. Strings that are escaped twice are unescaped twice. */
export function unescapedFilter(content: string): string | undefined {
  let inner = content.trim();
  for (let level = 0; level < mostEscapings; level++) {
    if (inner.length > mostLaidOut && !inner.startsWith('"')) break;
    const value = jsonValue(inner);
    if (typeof value === "string") inner = value.trim();
    else if (typeof value === "object" && value !== null) return laidOut(value, inner);
    else break;
  }
  return inner.startsWith("{") && inner.includes('"where"') ? inner : undefined;
}

const mostEscapings = 3;

/** Longer texts, at a hundred times the service's limit, are not parsed a second time, which would block the server. */
const mostLaidOut = 100_000;

/** `{ "filter": "{\"where\": …" }`, with the other properties of a job or without them. */
function insideJob(json: Json): EscapedFilter | undefined {
  const { root } = json;
  if (root?.kind !== "object") return undefined;
  const value = propertyOf(root, "filter")?.value;
  if (value?.kind !== "string") return undefined;
  const plain = unescapedFilter(value.value);
  const inJob = root.properties.length > 1;
  return plain === undefined
    ? undefined
    : { start: root.start, end: root.end, mark: markAt(json.text, value), plain, inJob };
}

/** `{\"where\": …}`: the inside of a string, copied without its quotes. */
function withoutQuotes(json: Json): EscapedFilter | undefined {
  const { text, root } = json;
  opening.lastIndex = root?.start ?? 0;
  if (!opening.test(text)) return undefined;
  const start = root?.start ?? 0;
  const end = text.trimEnd().length;
  const content = jsonValue(`"${text.slice(start, end).replace(/[\t\n\r]/g, " ")}"`);
  return found(
    json,
    { start, end },
    typeof content === "string" ? unescapedFilter(content) : undefined,
  );
}

const opening = /[{[](?:\s|\\[nrt])*\\"/y;

/** `"filter": "{\"where\": …",` or `filter = "…"`: one line of a job or of a Terraform file. */
function pastedProperty(json: Json): EscapedFilter | undefined {
  const { text } = json;
  const scanner = new Scanner(text);
  scanner.next();
  const { start } = scanner;
  const name = scanner.kind === "string" ? scanner.value : text.slice(start, scanner.end);
  if (name !== "filter") return undefined;
  scanner.next();
  if (!/^[:=]$/.test(text.slice(scanner.start, scanner.end))) return undefined;
  scanner.next();
  if (scanner.kind !== "string") return undefined;
  const plain = unescapedFilter(scanner.value);
  const mark = markAt(text, scanner);
  comma.lastIndex = scanner.end;
  const end = comma.test(text) ? comma.lastIndex : scanner.end;
  return plain === undefined ? undefined : { start, end, mark, plain, inJob: false };
}

const comma = /\s*,/y;

function found(json: Json, span: Span, plain: string | undefined): EscapedFilter | undefined {
  if (plain === undefined) return undefined;
  return { start: span.start, end: span.end, mark: markAt(json.text, span), plain, inJob: false };
}

function markAt(text: string, span: Span): Span {
  const backslash = text.slice(span.start, Math.min(span.end, span.start + 20)).indexOf('\\"');
  return { start: span.start, end: span.start + (backslash === -1 ? 1 : backslash + 2) };
}

/** Keeps the source if parsing would change it, such as a number with many digits or a duplicate name. */
function laidOut(value: object, text: string): string {
  const { root } = parseJson(text);
  try {
    const isSame = root !== undefined && minify(root, text) === JSON.stringify(value);
    return isSame ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** Whether the text can replace the string without breaking the document around it. */
export function isJson(text: string): boolean {
  return jsonValue(text) !== undefined;
}
