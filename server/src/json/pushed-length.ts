import { utf8Length } from "../text/lines.ts";
import { minifiedLength } from "./minify.ts";
import type { Json } from "./parse.ts";
import { Scanner } from "./scan.ts";
import type { JsonValue } from "./tree.ts";

/** The UTF-8 bytes of a text as it is pushed. Counted on each keystroke, and so without making that text. */
export function pushedLength(json: Json): number {
  const { root, text } = json;
  if (!root) return 0;
  if (json.isCut) return tokensLength(text.slice(root.start, root.end));
  const plain = json.errors.length === 0 && !text.includes("\\") && isAscii(text);
  return plain ? writtenLength(root) : minifiedLength(root, text);
}

/** Of a text that is not kept as a whole, what is neither white space nor comment. */
function tokensLength(text: string): number {
  const scanner = new Scanner(text);
  let bytes = 0;
  for (scanner.next(); scanner.kind !== "end"; scanner.next()) {
    bytes += utf8Length(text.slice(scanner.start, scanner.end));
  }
  return bytes;
}

/** Without escapes and other letters every value is pushed as it is written, so that its span is its length. */
function writtenLength(value: JsonValue): number {
  switch (value.kind) {
    case "object": {
      const { properties } = value;
      let bytes = 1 + properties.length;
      for (const { name, value: inner } of properties) {
        bytes += name.end - name.start + 1;
        if (inner) bytes += writtenLength(inner);
      }
      return properties.length === 0 ? 2 : bytes;
    }
    case "array": {
      const { items } = value;
      let bytes = 1 + items.length;
      for (const item of items) bytes += writtenLength(item);
      return items.length === 0 ? 2 : bytes;
    }
    default:
      return value.end - value.start;
  }
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(16_384);

/** The engine's own encoder tells in a fraction of the time that looking at each character takes. */
function isAscii(text: string): boolean {
  for (let start = 0; start < text.length; start += scratch.length) {
    const part = text.slice(start, start + scratch.length);
    const { read, written } = encoder.encodeInto(part, scratch);
    if (read !== part.length || written !== part.length) return false;
  }
  return true;
}
