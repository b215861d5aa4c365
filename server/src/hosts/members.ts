import type { Decoding } from "../text/decoding.ts";
import type { Span } from "../text/span.ts";
import type { HostObject } from "./node.ts";

/** A property or element, and a function that writes it. */
export interface Member {
  readonly part: Span;
  readonly write: () => void;
}

/** Comma-separated members in `{…}` or `[…]`. */
export function writeMembers(
  into: Decoding,
  around: Span,
  brackets: "{}" | "[]",
  members: readonly Member[],
): void {
  into.write(brackets[0] ?? "", around.start, around.start + 1);
  let last: number | undefined;
  for (const { part, write } of members) {
    if (last !== undefined) into.write(",", last, part.start);
    write();
    last = part.end;
  }
  into.write(brackets[1] ?? "", Math.max(last ?? around.start + 1, around.end - 1), around.end);
}

/** Writes a condition or a group as the filter that consists of it. */
export function asFilter(object: HostObject, into: Decoding, write: () => void): void {
  const isWhole = object.entries.some((it) => it.name === "where");
  if (!isWhole) into.write('{"where":', object.start, object.start);
  write();
  if (!isWhole) into.write("}", object.end, object.end);
}

/** Appends a text as the content of a JSON string. */
export function writeEscaped(into: Decoding, said: Decoding): void {
  let taken = 0;
  for (const { 0: character, index } of said.text.matchAll(mustEscape)) {
    into.take(said, taken, index);
    const place = said.toHostSpan({ start: index, end: index + 1 });
    into.write(JSON.stringify(character).slice(1, -1), place.start, place.end);
    taken = index + 1;
  }
  into.take(said, taken, said.text.length);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON requires escapes for control characters.
const mustEscape = /["\\\u0000-\u001f]/g;
