import { Decoding } from "../../text/decoding.ts";
import { decode } from "./escapes.ts";
import type { JsonString } from "./tree.ts";

/** The content of a string, mapped to its source. */
export function stringText(host: string, node: JsonString): Decoding {
  const start = anyQuote.test(host[node.start] ?? "") ? node.start + 1 : node.start;
  const isClosed =
    start > node.start && node.end > start && anyQuote.test(host[node.end - 1] ?? "");
  const end = isClosed ? node.end - 1 : node.end;
  const decoding = new Decoding(host, start, end);
  let copied = start;
  for (const { 0: written, index } of host.slice(start, end).matchAll(escapes)) {
    const at = start + index;
    decoding.copy(copied, at);
    decoding.write(decode(written), at, at + written.length);
    copied = at + written.length;
  }
  decoding.copy(copied, end);
  decoding.section(0, (text) => JSON.stringify(text).slice(1, -1));
  return decoding;
}

/** Those of other languages as well, which the scanner reports and then reads like ours. */
const anyQuote = /["'`“”„‟‘’‚‛]/;

/** An invalid escape before a character outside the basic plane includes the whole surrogate pair. */
const escapes = /\\(?:u[\da-fA-F]{4}|[\ud800-\udbff][\udc00-\udfff]|.)/gs;
