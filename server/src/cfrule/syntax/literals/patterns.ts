import { likelyFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { cut } from "../../../text/shorten.ts";
import { maxCharacters } from "../../catalog/limits.ts";
import { type Regex, readRegex } from "../../regex/syntax/read.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { quote } from "../recovery/wrong-value.ts";
import type { RegexLiteral, StringLiteral } from "../tree.ts";
import { isPlainWildcard, readWildcard } from "../wildcard.ts";
import { regexOffsets } from "./regex-literal.ts";
import { stringOffset } from "./strings.ts";

/** Cached, because most patterns do not change between keystrokes. */
const read = new Map<string, Regex>();
const maxKept = 64;

/**
 * The budget for regular expressions of one text. The rest is not parsed: the service rejects such a rule anyway, which is
 * reported, and a hostile text has tens of thousands.
 */
export const maxRegexCost = 5 * maxCharacters;

/** The characters, plus a fixed cost per regex. */
export function regexCost({ pattern }: RegexLiteral): number {
  return pattern.length + 32;
}

/** The cached result of the parser. */
export function regexOf({ pattern }: RegexLiteral): Regex {
  const known = read.get(pattern);
  if (known) return known;
  const regex = readRegex(pattern);
  if (read.size >= maxKept) read.clear();
  read.set(pattern, regex);
  return regex;
}

/** Reports problems for which the engine rejects a regular expression. */
export function checkRegex(p: Reader, literal: RegexLiteral | undefined): RegexLiteral | undefined {
  if (!literal || p.isUnseen(literal)) return literal;
  p.regexCost += regexCost(literal);
  if (p.regexCost > maxRegexCost) return literal;
  const { problems } = regexOf(literal);
  if (problems.length === 0) return literal;
  const place = regexOffsets(p.text, literal);
  for (const { start, end, message } of problems) {
    const from = place(start);
    const to = Math.max(from + 1, place(end));
    const span = { start: from, end: Math.min(to, literal.end) };
    p.problem("regex-syntax", span, () => asGlob(literal, start) ?? { message });
  }
  return literal;
}

/** `*.php` starts with a star, so it is a pattern for `wildcard`. */
function asGlob(literal: RegexLiteral, offset: number): Description | undefined {
  const { pattern, start, end } = literal;
  if (offset !== 0 || !/^\*[\w./-]+\*?$/.test(pattern) || /[^*]\*[^*]/.test(pattern))
    return undefined;
  const regex = regexOfGlob(pattern);
  return {
    message: `'*' has nothing to repeat in a regex. Use wildcard ${cut(quote(pattern))}, or matches ${cut(regex)}.`,
    fixes: [likelyFix(`Use ${cut(regex)}`, [replace({ start, end }, regex)])],
  };
}

function regexOfGlob(pattern: string): string {
  const inside = pattern.replace(/^\*|\*$/g, "").replaceAll(".", "\\.");
  return `r"${inside}${pattern.endsWith("*") ? "" : "$"}"`;
}

/** Reports problems for which the engine rejects a wildcard pattern. */
export function checkWildcard(
  p: Reader,
  literal: StringLiteral | undefined,
): StringLiteral | undefined {
  if (!literal || isPlainWildcard(literal.value) || p.isUnseen(literal)) return literal;
  for (const { start, end, message } of readWildcard(literal.value).problems) {
    const span = {
      start: stringOffset(p.text, literal, start),
      end: stringOffset(p.text, literal, end),
    };
    p.problem("wildcard-syntax", span, () => ({ message }));
  }
  return literal;
}
