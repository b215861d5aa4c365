import { code } from "../syntax/characters.ts";
import { fourDigits } from "../syntax/escapes.ts";
import type { JsonString } from "../syntax/tree.ts";

/** Maps the characters of a string to offsets in the file. Computed once per string. */
export type Inside = (index: number) => number;

/** The end of the string's content is a place as well. */
export function insideOf(text: string, node: JsonString): Inside {
  const start = anyQuote.test(text[node.start] ?? "") ? node.start + 1 : node.start;
  const closed = start > node.start && node.end > start && anyQuote.test(text[node.end - 1] ?? "");
  const raw = text.slice(start, closed ? node.end - 1 : node.end);
  if (!raw.includes("\\")) return (index) => Math.min(start + index, start + raw.length);
  let places: Uint32Array | undefined;
  return (index) => {
    places ??= placesOf(raw, node.value.length);
    return start + (places[Math.min(index, places.length - 1)] ?? raw.length);
  };
}

/** Those of other languages as well, which the scanner reports and then reads like ours. */
const anyQuote = /["'`“”„‟‘’‚‛]/;

/** How far into the raw text each character begins. An escape is one character, however it is written. */
function placesOf(raw: string, length: number): Uint32Array {
  const places = new Uint32Array(length + 1).fill(raw.length);
  let at = 0;
  for (let index = 0; index < length && at < raw.length; index++) {
    places[index] = at;
    if (raw.charCodeAt(at) !== code.backslash) at++;
    else at += raw[at + 1] === "u" && fourDigits.test(raw.slice(at + 2, at + 6)) ? 6 : 2;
  }
  places[length] = Math.min(at, raw.length);
  return places;
}
