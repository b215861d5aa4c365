import { code } from "../characters.ts";
import { stringInQuotes } from "../literals/strings.ts";
import type { Reader } from "../reader.ts";
import { atWrongQuotes, takeWrongQuotes } from "./wrong-quotes.ts";

/** Skips one token: a whole string, or everything up to a space, a bracket or a quote. */
export function skipToken(p: Reader): void {
  if (atWrongQuotes(p)) takeWrongQuotes(p);
  else if (!stringInQuotes(p)) p.at = p.strayEnd();
}

/** Skips an intended value: a token, or everything in brackets. */
export function skipValue(p: Reader): void {
  if (p.is(code.openBracket) && skipIndex(p)) return;
  if (!p.is(code.openBrace)) {
    skipToken(p);
    return;
  }
  do {
    skipToken(p);
    p.skip();
  } while (!p.ended && !p.is(code.closeBrace) && !p.is(code.closeParenthesis));
  p.takeChar(code.closeBrace);
}

/** A short `[…]` index. */
function skipIndex(p: Reader): boolean {
  const written = /^\[[^[\](){}\r\n]{0,40}\]/.exec(p.text.slice(p.at, p.at + 42))?.[0];
  if (written) p.at += written.length;
  return written !== undefined;
}
