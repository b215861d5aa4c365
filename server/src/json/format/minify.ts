import { withoutHoles } from "../../text/hole.ts";
import { isLowSurrogate, utf8Length } from "../../text/lines.ts";
import type { Json } from "../syntax/parse.ts";
import { Scanner } from "../syntax/scan.ts";
import type { JsonString, JsonValue } from "../syntax/tree.ts";
import { spellNumber } from "../syntax/words.ts";

/** Undefined for a text without a value, and for an incomplete tree. */
export function pushedText({ root, text, isCut }: Json): string | undefined {
  return root && !isCut ? minify(root, text) : undefined;
}

/** The value as pushed, always valid JSON: no whitespace, properties in order, shortest strings, numbers as written. */
export function minify(value: JsonValue, text: string): string {
  switch (value.kind) {
    case "object": {
      const properties = value.properties.map(
        (it) => `${JSON.stringify(it.name.value)}:${it.value ? minify(it.value, text) : "null"}`,
      );
      return `{${properties.join(",")}}`;
    }
    case "array":
      return `[${value.items.map((it) => minify(it, text)).join(",")}]`;
    case "string":
      return JSON.stringify(value.value);
    case "number":
      return spellNumber(text.slice(value.start, value.end));
    case "boolean":
      return String(value.value);
    case "null":
      return "null";
  }
}

/** The UTF-8 length of `minify(value, text)`, without creating that string. */
export function minifiedLength(value: JsonValue, text: string): number {
  switch (value.kind) {
    case "object": {
      let bytes = 2 + Math.max(0, value.properties.length - 1);
      for (const property of value.properties) {
        bytes += minifiedLength(property.name, text) + 1;
        bytes += property.value ? minifiedLength(property.value, text) : nullLength;
      }
      return bytes;
    }
    case "array": {
      let bytes = 2 + Math.max(0, value.items.length - 1);
      for (const item of value.items) bytes += minifiedLength(item, text);
      return bytes;
    }
    case "string":
      return value.isUnseen ? knownLength(value, text) : encodedLength(value.value);
    case "number":
      return spellNumber(text.slice(value.start, value.end)).length;
    case "boolean":
      return value.value ? 4 : 5;
    case "null":
      return nullLength;
  }
}

const nullLength = 4;

/** Excludes holes of the host document. A value that is a hole has no quotes. */
function knownLength({ value, start }: JsonString, text: string): number {
  const length = encodedLength(withoutHoles(value));
  return text[start] === '"' ? length : length - 2;
}

/** The UTF-8 length of `JSON.stringify(value)`. */
function encodedLength(value: string): number {
  let bytes = value.length + 2;
  for (let i = 0; i < value.length; i++) {
    const here = value.charCodeAt(i);
    if (here < 0x80) {
      if (here < 0x20) bytes += shortEscapes.has(here) ? 1 : 5;
      else if (here === quote || here === backslash) bytes++;
    } else if (here < 0x800) {
      bytes++;
    } else if (here < 0xd800 || here > 0xdfff) {
      bytes += 2;
    } else if (here < 0xdc00 && isLowSurrogate(value.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else {
      // A lone surrogate is escaped, because UTF-8 cannot encode it.
      bytes += 5;
    }
  }
  return bytes;
}

const quote = 34;
const backslash = 92;
const shortEscapes = new Set(Array.from("\b\t\n\f\r", (it) => it.charCodeAt(0)));

/** The UTF-8 length of a text as pushed. Computed on each keystroke, so that text is not created. */
export function pushedLength(json: Json): number {
  const { root, text, length, isCut } = json;
  if (!root) return 0;
  if (isCut) return tokensLength(text.slice(root.start, root.end));
  return length ?? minifiedLength(root, text);
}

/** For a text without a complete tree: everything except whitespace and comments. */
function tokensLength(text: string): number {
  const scanner = new Scanner(text);
  let bytes = 0;
  for (scanner.next(); scanner.kind !== "end"; scanner.next()) {
    const { start, end, isAscii } = scanner;
    bytes += isAscii ? end - start : utf8Length(text.slice(start, end));
  }
  return bytes;
}
