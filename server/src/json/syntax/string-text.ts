import { Decoding } from "../../text/decoding.ts";
import { fourDigits } from "./escapes.ts";
import type { JsonString } from "./tree.ts";

/** The content of a string, mapped to its source. */
export function stringText(host: string, node: JsonString): Decoding {
  const start = anyQuote.test(host[node.start] ?? "") ? node.start + 1 : node.start;
  const isClosed =
    start > node.start && node.end > start && anyQuote.test(host[node.end - 1] ?? "");
  const end = isClosed ? node.end - 1 : node.end;
  const decoding = new Decoding(host, start, end, node.value);
  // Sliced, so that searches stop at the end of the string.
  const source = host.slice(start, end);
  let copied = start;
  for (let next = source.indexOf("\\"); next !== -1; next = source.indexOf("\\", copied - start)) {
    const at = start + next;
    decoding.copy(copied, at);
    const length = escapeLength(host, at);
    copied = Math.min(end, at + length);
    const index = decoding.length;
    decoding.write(node.value.slice(index, index + (length === astral ? 2 : 1)), at, copied);
  }
  decoding.copy(copied, end);
  decoding.section(0, (text) => JSON.stringify(text).slice(1, -1));
  return decoding;
}

/** Includes foreign quotes, which the scanner reports but accepts. */
const anyQuote = /["'`“”„‟‘’‚‛]/;

function escapeLength(host: string, at: number): number {
  if (host[at + 1] === "u" && fourDigits.test(host.slice(at + 2, at + 6))) return 6;
  return (host.codePointAt(at + 1) ?? 0) > 0xffff ? astral : 2;
}

/** The length of an invalid escape that includes a surrogate pair. */
const astral = 3;

/** Maps an index into the decoded string to an offset in the file. */
export type StringOffsets = (index: number) => number;

/** The end of the content is a valid index too. The map is computed lazily. */
export function stringOffsets(text: string, node: JsonString): StringOffsets {
  let map: Decoding | undefined;
  return (index) => {
    map ??= stringText(text, node);
    return map.toHost(index);
  };
}
