import type { Type } from "../../catalog/type.ts";
import { attempt, type Cursor, take } from "./cursor.ts";

/** A value as another language writes it. */
export interface Literal {
  /** The text between the quotes or slashes. */
  readonly text: string;
  readonly kind: "string" | "regex" | "number" | "word" | "null";
  /** Of a regex, such as `i`. */
  readonly flags?: string;
}

/** How a value may be written. Words without quotes are values only after some operators. */
export function literal(cursor: Cursor, withWords = false): Literal | undefined {
  const [, made, flags = ""] =
    take(cursor, /new\s+RegExp\(\s*["']([^"'\\]*)["']\s*(?:,\s*["'](\w*)["']\s*)?\)/y) ?? [];
  if (made !== undefined) return { kind: "regex", text: made, flags };
  const [string] =
    take(cursor, /[rbuif]?"(?:[^"\\]|\\.)*"|[rbu]?'(?:[^'\\]|\\.|'')*'|`[^`"\\]*`/iy) ?? [];
  if (string !== undefined) return stringLiteral(string);
  const regex = take(cursor, /m?\/((?:[^/\\"\s]|\\.)+)\/([a-z]*)(?![\w/*-]|\.(?!test\())/iy);
  if (regex)
    return { kind: "regex", text: (regex[1] ?? "").replaceAll("\\/", "/"), flags: regex[2] ?? "" };
  if (take(cursor, /(?:null|nil|none|undefined)\b/iy)) return { kind: "null", text: "" };
  const number = take(cursor, /-?\d[\da-f.:]*(?:\/\d{1,3})?(?![\w*.%-])/iy);
  if (number) return { kind: "number", text: number[0] };
  if (!withWords) return undefined;
  const word = take(cursor, /\^?\([^()\s"']*\)\$?|[^\s()"',;[\]{}|&‘’“”„«»`]+/y);
  return word && !cursor.scheme.field(word[0]) ? { kind: "word", text: word[0] } : undefined;
}

function stringLiteral(written: string): Literal {
  const start = /["'`]/.exec(written)?.index ?? 0;
  const flags = written.slice(0, start).toLowerCase() === "i" ? "i" : "";
  const text = written.slice(start + 1, -1);
  const isSingle = written.charAt(start) === "'";
  return { kind: "string", text: isSingle ? text.replaceAll("''", "'") : text, flags };
}

/** Values between brackets, or separated by commas. */
export function list(cursor: Cursor): readonly Literal[] | undefined {
  const close = closers[take(cursor, /[{([]/y)?.[0] ?? ""];
  const items: Literal[] = [];
  for (;;) {
    const item = literal(cursor, true);
    if (!item || item.kind === "null") return undefined;
    items.push(item);
    if (close && take(cursor, close)) return items;
    const separator = take(cursor, /,|or\b(?=\s)/iy);
    if (!separator && !close) return items;
  }
}

const closers: Readonly<Record<string, RegExp>> = { "(": /\)/y, "[": /\]/y, "{": /\}/y };

/** The items of a list, or of a single value. */
export function items(cursor: Cursor): readonly Literal[] | undefined {
  const several = attempt(cursor, list);
  return several && several.length > 0 ? several : undefined;
}

/** A string of rules. */
export function quotedText({ text }: Literal): string {
  return `"${text.replaceAll(/\\.|"/gs, (it) => (it === '"' ? '\\"' : it === "\\'" ? "'" : it))}"`;
}

/** A regex of rules. */
export function quotedRegex({ text, flags = "" }: Literal, ignoresCase = false): string {
  const isRaw = text.includes("\\") && !text.includes('"');
  const prefix = ignoresCase || flags.includes("i") ? "(?i)" : "";
  return `${isRaw ? "r" : ""}"${prefix}${isRaw ? text : text.replaceAll('"', '\\"')}"`;
}

/** A value as its type wants it. Undefined if it is of another one. */
export function typedValue(value: Literal, kind: Type["kind"] | undefined): string | undefined {
  if (value.kind === "regex" || value.kind === "null") return undefined;
  if (kind === "String") return quotedText(value);
  if (kind === "Integer") return /^-?\d+$/.test(value.text) ? value.text : undefined;
  if (kind === "IP") return /^[\da-f.:]+(?:\/\d+)?$/i.test(value.text) ? value.text : undefined;
  return undefined;
}
