import { likelyFix } from "../../../core/diagnostic.ts";
import { remove, replace } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { code } from "../characters.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Argument, Comparison } from "../tree.ts";
import { isOperand } from "../types.ts";
import { membershipFix } from "./membership.ts";
import { withoutRecoveredMark } from "./recovered.ts";
import { skipToken, skipValue } from "./skip.ts";

/** Whether a string or a number follows, possibly after whitespace. */
export function valueAfter(p: Reader, at: number): boolean {
  return /^\s*["\d]/.test(p.text.slice(at, at + 20));
}

/** Skips a run of values, with or without commas, and returns their ends. */
export function skipMore(p: Reader): number[] {
  const ends: number[] = [];
  while (moreAfter(p)) {
    p.skip();
    p.takeChar(code.comma);
    p.skip();
    skipToken(p);
    ends.push(p.at);
  }
  return ends;
}

/** Values as in a set, which has only whitespace between them. */
export function withoutCommas(values: string): string {
  return values.replace(/(?<!\s)\s+,\s*|,\s*/g, " ");
}

function moreAfter({ text, at }: Reader): boolean {
  return /^\s*(?:,\s*)?["\d]/.test(text.slice(at, at + 20));
}

/** Skips text after a complete expression that is neither an operator nor the start of an expression. */
export function strayValue(p: Reader, last: Argument): void {
  const start = p.at;
  const several = last.kind === "comparison" && takesMore(last);
  if (several && moreAfter(p)) {
    moreValues(p, last);
    return;
  }
  skipValue(p);
  const span = { start, end: p.at };
  const ranged = last.kind === "comparison" ? dashRange(p, last, span) : undefined;
  if (ranged) {
    p.problem("expression-syntax", span, () => ranged);
    return;
  }
  // Text after an unknown name is part of the same problem.
  const named = last.kind === "not" ? withoutRecoveredMark(last.operand) : last;
  if (named.kind === "stray" || (isOperand(named) && !named.type)) return;
  p.problem("expression-syntax", span, () => noPlace(p, span));
}

function takesMore({ operator, right }: Comparison): boolean {
  if (right.kind === "set") return right.closed && right.items.length > 0;
  const literal = right.kind === "string" || right.kind === "integer" || right.kind === "address";
  return literal && (operator.name === "eq" || operator.name === "ne");
}

/** `eq "a" "b"` or `eq 80, 443`: a run of values, as in a set. */
function moreValues(p: Reader, { left, operator, right }: Comparison): void {
  const { at: start } = p;
  skipMore(p);
  const end = p.at;
  p.problem("expression-syntax", { start, end }, () => {
    const whole = p.text.slice(right.start, end);
    const number = /^[1-9]\d{0,2}(?:,\d{3})+$/.test(whole) ? whole.replaceAll(",", "") : undefined;
    const first = right.kind === "set" ? right.items : [right];
    const more = withoutCommas(p.text.slice(start, end));
    const set = `{${first.map((it) => p.slice(it)).join(" ")}${more.startsWith(" ") ? "" : " "}${more}}`;
    const inside = { start: right.start, end, text: set };
    const asSet = membershipFix(p.text, { left, operator, kind: undefined }, inside).map((it) => ({
      ...it,
      guess: true as const,
    }));
    if (number === undefined)
      return { message: "Use a set for several values, as in {…}.", fixes: asSet };
    const edits = [replace({ start: right.start, end }, number)];
    return {
      message: `Numbers have no separators. Use ${number}, or a set for several values.`,
      fixes: [likelyFix(`Use ${number}`, edits), ...asSet],
    };
  });
}

/** `eq 1-29` and `eq 192.0.2.1-192.0.2.9`: a range, which only a set can have. */
function dashRange(p: Reader, comparison: Comparison, span: Span): Description | undefined {
  const { left, operator, right } = comparison;
  const isValue = right.kind === "integer" || right.kind === "address";
  const last = /^-([\da-f.:]+)$/i.exec(p.slice(span))?.[1];
  if (!isValue || right.end !== span.start || last === undefined) return undefined;
  const text = `{${p.slice(right)}..${last}}`;
  const inside = { start: right.start, end: span.end, text };
  return {
    message: `A range needs a set. Use in ${text}.`,
    fixes: membershipFix(p.text, { left, operator, kind: undefined }, inside).map((it) => ({
      ...it,
      guess: true as const,
    })),
  };
}

function noPlace(p: Reader, span: Span): Description {
  const written = shorten(p.slice(span));
  if (p.context === "value") {
    return {
      message: `Unexpected ${written} after a value expression. Join strings with concat(…).`,
    };
  }
  return {
    message: `Unexpected ${written}. Remove it, or join another comparison with 'and' or 'or'.`,
    fixes: [likelyFix(`Remove ${written}`, [remove(span)])],
  };
}
