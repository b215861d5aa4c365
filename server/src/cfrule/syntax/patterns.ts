import { type Regex, readRegex } from "../regex/read.ts";
import { isPlainWildcard, readWildcard } from "../wildcard.ts";
import type { Reader } from "./reader.ts";
import { regexOffset } from "./regex-literal.ts";
import { stringOffset } from "./strings.ts";
import type { RegexLiteral, StringLiteral } from "./tree.ts";

/** From one keystroke to the next most patterns stay as they are, so what was read of them is kept for a while. */
const read = new Map<string, Regex>();
const mostKept = 64;

/** What the parser has read once, everybody after it asks for here. */
export function regexOf({ pattern }: RegexLiteral): Regex {
  const known = read.get(pattern);
  if (known) return known;
  const regex = readRegex(pattern);
  if (read.size >= mostKept) read.clear();
  read.set(pattern, regex);
  return regex;
}

/** Reports what the engine would refuse in a regular expression. */
export function checkRegex(p: Reader, literal: RegexLiteral | undefined): RegexLiteral | undefined {
  if (!literal) return undefined;
  for (const { start, end, message } of regexOf(literal).problems) {
    const from = regexOffset(p.text, literal, start);
    const to = Math.max(from + 1, regexOffset(p.text, literal, end));
    p.problem("regex-syntax", { start: from, end: Math.min(to, literal.end) }, () => ({ message }));
  }
  return literal;
}

/** The same for a pattern with stars. */
export function checkWildcard(
  p: Reader,
  literal: StringLiteral | undefined,
): StringLiteral | undefined {
  if (!literal || isPlainWildcard(literal.value)) return literal;
  for (const { start, end, message } of readWildcard(literal.value).problems) {
    const span = {
      start: stringOffset(p.text, literal, start),
      end: stringOffset(p.text, literal, end),
    };
    p.problem("wildcard-syntax", span, () => ({ message }));
  }
  return literal;
}
