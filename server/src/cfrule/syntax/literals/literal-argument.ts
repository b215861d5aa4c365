import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import { code, codeAt, isHexDigit } from "../characters.ts";
import type { Reader } from "../reader.ts";
import { atWrongQuotes } from "../recovery/wrong-quotes.ts";
import { atRawApostrophe, quote, rawInApostrophes, wrongQuotes } from "../recovery/wrong-value.ts";
import type { Literal, Stray } from "../tree.ts";
import { anyAddress } from "./addresses.ts";
import { atInteger, integer } from "./numbers.ts";
import { hexBytes } from "./strings.ts";

/** Whether a name in a call can only be a literal: it is unknown and has only hexadecimal digits. */
export function isLiteralName(p: Reader): boolean {
  if (atRawApostrophe(p)) return true;
  if (!isHexDigit(p.char) && !p.is(code.dot)) return false;
  const name = p.text.slice(p.at, p.nameEnd());
  if (!/^[0-9A-Fa-f.]*$/.test(name) && !/^0x[0-9A-Fa-f]+$/.test(name)) return false;
  return !p.scheme.field(name) && !p.scheme.function(name);
}

/** A literal in a call other than a quoted string; undefined, without moving, if there is none. */
export function literalArgument(p: Reader): Literal | Stray | undefined {
  if (atWrongQuotes(p)) return wrongQuotes(p);
  if (atRawApostrophe(p)) return rawInApostrophes(p);
  if (p.text.startsWith("0x", p.at) && isHexDigit(codeAt(p.text, p.at + 2))) return hexNumber(p);
  const address = anyAddress(p);
  if (address) return address;
  // The engine tries a number before bytes, so it never parses all of `65:78`.
  return atDecimal(p) ? integer(p) : (hexBytes(p) ?? (atInteger(p) ? integer(p) : unquoted(p)));
}

/** An unquoted path or host. */
function unquoted(p: Reader): Stray | undefined {
  if (!/[/*.-]/.test(p.text.charAt(p.at))) return undefined;
  const start = p.at;
  p.at = p.restEnd();
  const span = { start, end: p.at };
  p.problem("value-type", span, () => {
    const suggested = quote(p.slice(span));
    return advised(
      `${shorten(p.slice(span))} must be quoted.`,
      likelyFix(`Use ${cut(suggested)}`, [replace(span, suggested)]),
    );
  });
  return { kind: "stray", ...span };
}

function atDecimal(p: Reader): boolean {
  let end = p.is(code.minus) ? p.at + 1 : p.at;
  const start = end;
  while (isHexDigit(codeAt(p.text, end))) end++;
  const digits = p.text.slice(start, end);
  return (p.is(code.zero) ? /^[0-7]+$/ : /^[0-9]+$/).test(digits);
}

/** The engine parses a number with `0x` as a name here. */
function hexNumber(p: Reader): Stray {
  const found = integer(p);
  p.problem("bad-number", found, () => {
    const suggested = found.kind === "integer" ? String(found.value) : undefined;
    return {
      message: `Hexadecimal numbers are not supported in calls.${suggested ? ` Use ${suggested}.` : ""}`,
      fixes: suggested ? [safeFix(`Use ${suggested}`, [replace(found, suggested)])] : [],
    };
  });
  return { kind: "stray", start: found.start, end: found.end };
}
