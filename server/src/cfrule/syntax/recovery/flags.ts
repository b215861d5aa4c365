import { advised, type Fix, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { applyEdits, type Edit, insert, remove, replace } from "../../../text/edit.ts";
import { cut } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { ExpectedValue } from "../expected-value.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { RegexLiteral, StringLiteral } from "../tree.ts";

/** `matches "a"i` and `matches "a" i`: skips flags after a pattern, as in other languages. The reader is after the quote. */
export function skipFlags(
  p: Reader,
  expected: ExpectedValue,
  literal: RegexLiteral | StringLiteral,
): void {
  flags.lastIndex = p.at;
  const [whole = "", written] = flags.exec(p.text) ?? [];
  // A string may be followed by a word that is no flag.
  const isSure =
    literal.kind === "regex" || whole === written || (written === "i" && !expected.item);
  if (written === undefined || !isSure) return;
  const span = { start: p.at, end: p.at + whole.length };
  p.at = span.end;
  p.problem("expression-syntax", span, () =>
    literal.kind === "regex"
      ? inPattern(p, literal, span, written)
      : onString(p, expected, literal, span),
  );
}

/** Followed by a letter or a dot, it would be the start of a name, or of `xor`. */
const flags = /[ \t]?([gimsuxy]{1,4})(?![\w.(-])/y;

function inPattern(p: Reader, literal: RegexLiteral, span: Span, written: string): Description {
  const known = [...new Set(written.replace(/[^ims]/g, ""))].join("");
  if (known === "") {
    return {
      message: `Unknown flag '${written}'. Remove it.`,
      fixes: [safeFix(`Remove '${written}'`, [remove(span)])],
    };
  }
  const edits = [insert(p.text.indexOf('"', literal.start) + 1, `(?${known})`), remove(span)];
  const suggested = cut(
    applyEdits(p.text, edits).slice(literal.start, literal.end + known.length + 3),
  );
  return advised(`Flags go inside the pattern.`, safeFix(`Use ${suggested}`, edits));
}

function onString(
  p: Reader,
  expected: ExpectedValue,
  literal: StringLiteral,
  span: Span,
): Description {
  const { name } = expected.operator;
  const written = p.slice(span);
  const without = safeFix(`Remove '${written}'`, [remove(span)]);
  if (name === "wildcard") {
    const message = `A string has no flags, and 'wildcard' is case-insensitive. Remove '${written}'.`;
    return { message, fixes: [without] };
  }
  const comparable = name === "eq" || name === "ne" || name === "contains";
  if (!written.includes("i") || !comparable || literal.form !== "quoted") {
    const fixes: Fix[] = [{ ...without, guess: true }];
    return { message: `A string has no flags. Remove '${written}'.`, fixes };
  }
  const left = `lower(${p.slice(expected.left)})`;
  const value = lowercase(p.slice(literal));
  const edits: Edit[] = [
    replace(expected.left, left),
    replace({ start: literal.start, end: span.end }, value),
  ];
  const suggested = `${left} ${p.slice(expected.operator)} ${cut(value)}`;
  return advised(`A string has no flags.`, likelyFix(`Use ${suggested}`, edits));
}

/** Lowercasing does not change the escapes of a string, except escapes of uppercase letters. */
function lowercase(written: string): string {
  return written.replace(/\\x[0-9a-f]{2}|[A-Z]+/gi, (it) =>
    it.startsWith("\\") ? it : it.toLowerCase(),
  );
}
