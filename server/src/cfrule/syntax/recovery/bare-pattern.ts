import { advised, likelyFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { cut } from "../../../text/shorten.ts";
import { code, codeAt, isSpace } from "../characters.ts";
import type { ExpectedValue } from "../expected-value.ts";
import type { Reader } from "../reader.ts";
import type { Stray } from "../tree.ts";
import { quote } from "./wrong-value.ts";

/**
 * An unquoted pattern, as in `matches [a-z]+` or `matches /a/i`; undefined, without moving, for anything else. It ends at
 * the next space, without the closers of its parents.
 */
export function barePattern(p: Reader, expected: ExpectedValue): Stray | undefined {
  const start = p.at;
  let end = start;
  while (end < p.text.length && !isSpace(codeAt(p.text, end))) end++;
  let surplus = surplusOf(p, start, end);
  for (; surplus > 0 && codeAt(p.text, end - 1) === code.closeParenthesis; surplus--) end--;
  const written = p.text.slice(start, end);
  // Words are reported like any other value, and quoted text is not a bare pattern.
  if (/^[\w.-]*$/.test(written) || /["'`“”‘’#]/.test(written) || /^[$,}{]/.test(written))
    return undefined;
  p.at = end;
  const span = { start, end };
  p.problem("value-type", span, () => {
    const suggested = inQuotes(written, expected);
    return advised(
      `A pattern must be quoted.`,
      likelyFix(`Use ${cut(suggested)}`, [replace(span, suggested)]),
    );
  });
  return { kind: "stray", ...span };
}

/** `/a/i`: slashes as quotes, with flags after them, as in other languages. */
function inQuotes(written: string, expected: ExpectedValue): string {
  const slashed = expected.operator.name === "matches" ? /^\/(.+)\/(i?)$/.exec(written) : null;
  const pattern = slashed ? `${slashed[2] ? "(?i)" : ""}${slashed[1]}` : written;
  return pattern.includes("\\") ? `r"${pattern}"` : quote(pattern);
}

/** The number of unmatched closing parentheses. */
function surplusOf(p: Reader, start: number, end: number): number {
  let surplus = 0;
  for (let at = start; at < end; at++) {
    if (codeAt(p.text, at) === code.closeParenthesis) surplus++;
    else if (codeAt(p.text, at) === code.openParenthesis) surplus--;
  }
  return surplus;
}
