import { isStop } from "../characters.ts";
import type { Reader } from "../reader.ts";
import { atWrongQuotes } from "../recovery/wrong-quotes.ts";
import { isValueMissing } from "../recovery/wrong-value.ts";
import type { SetItem } from "../tree.ts";
import { addressItem, addressShape } from "./addresses.ts";
import { integer } from "./numbers.ts";
import { hexBytes, stringInQuotes } from "./strings.ts";

/**
 * A value compared with an operand of unknown type, which is already reported. Any literal is accepted, and anything
 * else is skipped without a problem.
 */
export function anyLiteral(p: Reader): SetItem | undefined {
  if (isValueMissing(p) || atWrongQuotes(p)) return undefined;
  const string = stringInQuotes(p);
  if (string) return string;
  if (isStop(p.char) || p.text.startsWith("$", p.at)) return undefined;
  const start = p.at;
  const written = p.text.slice(start, p.restEnd());
  if (/^(?:0x[0-9A-Fa-f]+|0[0-7]*|-?[1-9]\d*)$/.test(written)) return integer(p);
  const item = addressShape(written) ? addressItem(p) : hexBytes(p);
  if (item) return item;
  p.at = start + written.length;
  return { kind: "stray", start, end: p.at };
}
