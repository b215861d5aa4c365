/** The tokens of a request in one line: `GET https://a.example/ ip.src=192.0.2.1 http.request.headers["x-a"]="1"`. */

import { jsonValue } from "../../text/record.ts";
import type { Span } from "../../text/span.ts";

export interface Word extends Span {
  readonly text: string;
}

/** `name=value` or `name["key"]=value`. */
export interface Setting extends Span {
  readonly name: Word;
  readonly key: string | undefined;
  readonly value: Word;
}

/** Text that is not a setting, with a message about what was expected. */
export interface SettingError extends Span {
  readonly message: string;
}

/** The next word up to whitespace; undefined at the end. */
export function wordAt(text: string, from: number): Word | undefined {
  const start = from + spaces(text, from);
  let end = start;
  while (end < text.length && !/\s/.test(text.charAt(end))) end++;
  return end > start ? { start, end, text: text.slice(start, end) } : undefined;
}

function spaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at - from;
}

const settingName = /[A-Za-z_][\w.]*/y;

/** Parses the settings from an offset on. Continues after errors. */
export function* settingsIn(text: string, from: number): Generator<Setting | SettingError> {
  let at = from;
  for (;;) {
    const word = wordAt(text, at);
    if (!word) return;
    const found = settingAt(text, word);
    yield found;
    at = Math.max(found.end, word.start + 1);
  }
}

function settingAt(text: string, word: Word): Setting | SettingError {
  settingName.lastIndex = word.start;
  const written = settingName.exec(text)?.[0];
  if (written === undefined) return misread(word, expectedSetting(word.text));
  const name = { start: word.start, end: word.start + written.length, text: written };
  const key = text[name.end] === "[" ? keyAt(text, name.end) : undefined;
  if (key && "message" in key) return key;
  const equals = key?.end ?? name.end;
  if (text[equals] !== "=") return misread(word, expectedSetting(word.text));
  const value = valueAt(text, equals + 1);
  if ("message" in value) return value;
  return { start: name.start, end: value.end, name, key: key?.key, value };
}

function expectedSetting(found: string): string {
  return `Expected field=value, as in ip.src=192.0.2.1, found '${found}'.`;
}

function misread({ start, end }: Span, message: string): SettingError {
  return { start, end, message };
}

/** `["x-a"]` */
function keyAt(text: string, start: number): (Span & { readonly key: string }) | SettingError {
  const end = jsonEnd(text, start);
  const read = jsonValue(text.slice(start, end));
  if (Array.isArray(read) && read.length === 1 && typeof read[0] === "string") {
    return { start, end, key: read[0] };
  }
  const found = wordAt(text, start) ?? { start, end };
  return misread(found, 'Expected a key in quotes, as in ["x-api-key"].');
}

/** A bare word, or JSON. */
function valueAt(text: string, start: number): Word | SettingError {
  const first = text.charAt(start);
  if (first === "" || /\s/.test(first)) {
    return misread({ start: start - 1, end: start }, "Missing value after '='.");
  }
  if (!/["[{]/.test(first)) {
    const word = wordAt(text, start);
    return word ?? misread({ start, end: start + 1 }, "Missing value after '='.");
  }
  const end = jsonEnd(text, start);
  const written = text.slice(start, end);
  if (jsonValue(written) === undefined) {
    return misread({ start, end }, `Invalid JSON value '${written}'.`);
  }
  const next = text.charAt(end);
  if (next !== "" && !/\s/.test(next)) {
    return misread(
      { start: end, end: end + 1 },
      `Expected a space after the value, found '${next}'.`,
    );
  }
  return { start, end, text: written };
}

/** The end of the JSON value that starts here: its closing quote or bracket, or the end of the text. */
function jsonEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = stringEnd(text, at);
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    if (depth === 0) return Math.min(at + 1, text.length);
  }
  return text.length;
}

/** The offset of the closing quote, or the end of the text. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return Math.min(at, text.length);
}
