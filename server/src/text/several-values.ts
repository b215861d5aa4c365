import { jsonValue } from "./record.ts";

/** Several values in a string where one value, or an array of values, is expected. */

export interface ValueList {
  readonly items: readonly string[];
  /** Whether brackets or quotes show that a list was meant. Other separators may be part of a value. */
  readonly sure: boolean;
}

/** Undefined for a single value. Without brackets or quotes the result is a guess; see `sure`. */
export function parseValueList(text: string): ValueList | undefined {
  const plain = text.trim();
  const inner = bracketed.exec(plain)?.[1];
  if (inner === undefined) return quotedItems(plain, 2) ?? separated(plain, false);
  const items = jsonItems(plain) ?? quotedItems(inner, 1);
  // Unquoted parentheses also occur in ordinary values, such as user agents.
  return items ?? (plain.startsWith("(") ? undefined : separated(inner.trim(), true));
}

/** `[a, b]`, the set of a rule `{a b}`, or the list of a query `(a, b)`. */
const bracketed = /^(?=\[.*\]$|\{.*\}$|\(.*\)$).(.*).$/s;

/** `["a","b"]` */
function jsonItems(text: string): ValueList | undefined {
  const value = jsonValue(text);
  if (!Array.isArray(value) || value.length === 0 || !value.every(isPlain)) return undefined;
  return { items: value.map(String), sure: true };
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

const quoted = /\s*(?:"([^"]*)"|'([^']*)')\s*[,;|]?/y;

/** `"a" "b"` or `'a','b'`. */
function quotedItems(text: string, least: number): ValueList | undefined {
  const items: string[] = [];
  quoted.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = quoted.lastIndex) {
    const match = quoted.exec(text);
    if (!match) return undefined;
    items.push(match[1] ?? match[2] ?? "");
  }
  return items.length >= least ? { items, sure: true } : undefined;
}

/** Splits at commas and similar separators, such as 'or'; if there are none, at whitespace. */
function separated(written: string, sure: boolean): ValueList | undefined {
  const text = written.replace(/(?<!\s)\s+(?:or|and)\s+/gi, ",");
  const items = text
    .split(/[,;|\n\r\t]/.test(text) ? /[,;|\n\r\t]+/ : /\s+/)
    .map((it) => it.trim())
    .filter((it) => it !== "");
  return items.length > 1 ? { items, sure } : undefined;
}

/** Whether nothing suggests several values, extra quotes or a pattern. */
export function isSingle(text: string): boolean {
  return text !== "" && !/[\s,;|"'`[\]{}()<>*\\^$]/.test(text);
}
