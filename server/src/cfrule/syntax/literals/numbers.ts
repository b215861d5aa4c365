import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { insert, replace } from "../../../text/edit.ts";
import { withoutUnit } from "../../../text/quantities.ts";
import type { Span } from "../../../text/span.ts";
import { maxInteger, minInteger } from "../../catalog/limits.ts";
import { code, codeAt, isDigit, isHexDigit, isNamePart } from "../characters.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { describeDate } from "../recovery/wrong-number.ts";
import type { IntegerLiteral, Stray } from "../tree.ts";

/** Whether a number starts here. */
export function atInteger(p: Reader): boolean {
  const { text, at } = p;
  return isDigit(codeAt(text, p.is(code.minus) ? at + 1 : at));
}

/**
 * An integer: decimal, hexadecimal after `0x`, or octal after any other leading zero. The engine collects hexadecimal
 * digits before it converts them, so the `a` of an adjacent `and` is treated as a digit.
 */
export function integer(p: Reader): IntegerLiteral | Stray {
  const { text } = p;
  const start = p.at;
  const hex = text.startsWith("0x", start);
  const negative = p.is(code.minus);
  const from = hex ? start + 2 : negative ? start + 1 : start;
  let end = from;
  while (isHexDigit(codeAt(text, end))) end++;
  p.at = end;
  const octal = !hex && !negative && codeAt(text, start) === code.zero;
  const digits = text.slice(from, end);
  const right = hex ? end > from : (octal ? octalDigits : decimalDigits).test(digits);
  if (!right) return wrongDigits(p, { start, end }, octal);
  if (goesOn(p)) return notWhole(p, start);
  if (p.is(code.minus) && atDate(p, start)) return date(p, start);
  const value = numberOf(digits, hex ? "0x" : octal ? "0o" : "", negative);
  if (value <= maxInteger && value >= minInteger) return { kind: "integer", start, end, value };
  p.problem("bad-number", { start, end }, () => ({
    message: `This number is too ${negative ? "small" : "large"}; integers range from ${minInteger} to ${maxInteger}.`,
  }));
  return { kind: "stray", start, end };
}

/** The reader is after a value that ends with the `a` of `and`. Moves back before it. */
export function gluedAnd(p: Reader, start: number): Span | undefined {
  const end = p.at - 1;
  if (end <= start || !p.text.startsWith("and", end)) return undefined;
  p.at = end;
  return { start, end };
}

export function gluedMessage(p: Reader, value: Span): Description {
  const written = p.slice(value);
  return {
    message: `The 'a' of 'and' is parsed as part of '${written}a'. Add a space after '${written}'.`,
    fixes: [safeFix("Add a space", [insert(value.end, " ")])],
  };
}

const decimalDigits = /^[0-9]+$/;
const octalDigits = /^[0-7]+$/;
/** Longer than any valid number; bounds the cost of huge ones. */
const maxDigits = 25;

function numberOf(digits: string, prefix: string, negative: boolean): bigint {
  // A BigInt from a number is much faster than from a string.
  if (prefix === "" && digits.length < 16)
    return BigInt(negative ? -Number(digits) : Number(digits));
  const significant = digits.replace(/^0+(?=.)/, "");
  const value = significant.length > maxDigits ? maxInteger * 2n : BigInt(prefix + significant);
  return negative ? -value : value;
}

/** Whether the number is directly followed by something other than an operator or `..`. */
function goesOn(p: Reader): boolean {
  const { text, at } = p;
  if (!isNamePart(codeAt(text, at))) return false;
  return !text.startsWith("..", at) && !text.startsWith("or", at) && !text.startsWith("xor", at);
}

function notWhole(p: Reader, start: number): Stray {
  p.at = p.nameEnd();
  const span = { start, end: p.at };
  p.problem("bad-number", span, () => {
    const written = p.slice(span);
    const hex = /^0X([0-9A-Fa-f]+)$/.exec(written)?.[1];
    const grouped = /^[1-9]\d*(_\d+)+$/.test(written);
    const sure = hex ? `0x${hex}` : grouped ? written.replaceAll("_", "") : undefined;
    const suggested = sure ?? withoutUnit(written);
    const statuses = /^([1-5])xx$/i.exec(written)?.[1];
    if (statuses) return statusClass(p, span, `${statuses}00..${statuses}99`);
    if (suggested === undefined)
      return { message: `'${written}' is not an integer. Use an integer.` };
    const fix = safeFix(`Use '${suggested}'`, [replace(span, suggested)]);
    return {
      message: `'${written}' is not an integer. Use '${suggested}'.`,
      fixes: [sure ? fix : { ...fix, guess: true }],
    };
  });
  return { kind: "stray", ...span };
}

/** `4xx`, in a set or after `eq`. */
function statusClass(p: Reader, span: Span, range: string): Description {
  const message = `'${p.slice(span)}' is not an integer. Use in {${range}}.`;
  const before = p.text.slice(p.comparedLeftEnd, span.start);
  const edit = before.includes("{")
    ? replace(span, range)
    : replace({ start: p.comparedLeftEnd, end: span.end }, ` in {${range}}`);
  const isFixable = before.includes("{") || /^\s*(?:eq|==|in)\s*$/.test(before);
  return isFixable ? { message, fixes: [likelyFix(`Use ${range}`, [edit])] } : { message };
}

const writtenDate = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)?)?/y;

function atDate({ text }: Reader, start: number): boolean {
  writtenDate.lastIndex = start;
  return writtenDate.test(text);
}

function date(p: Reader, start: number): Stray {
  p.at = writtenDate.lastIndex;
  const span = { start, end: p.at };
  p.problem("bad-number", span, () => describeDate(span, p.slice(span)));
  return { kind: "stray", ...span };
}

/** `1e6` without its exponent. */
function plainDigits(written: string): string | undefined {
  const [, digits, zeros] = /^([1-9]\d?)e(\d{1,2})$/i.exec(written) ?? [];
  return digits === undefined || Number(zeros) > 16
    ? undefined
    : digits + "0".repeat(Number(zeros));
}

function wrongDigits(p: Reader, digits: Span, octal: boolean): Stray {
  const glued = gluedAnd(p, digits.start);
  if (!glued) p.at = p.nameEnd();
  const span = glued ?? { start: digits.start, end: p.at };
  p.problem("bad-number", span, () => {
    if (glued) return gluedMessage(p, glued);
    const written = p.slice(span);
    if (written === "0x") return { message: "Missing digits after '0x'." };
    const scientific = octal ? undefined : plainDigits(written);
    if (scientific !== undefined)
      return advised(
        `'${written}' is not an integer.`,
        likelyFix(`Use '${scientific}'`, [replace(span, scientific)]),
      );
    const isDecimal = octal && decimalDigits.test(written);
    const suggested = isDecimal ? written.replace(/^0+(?=.)/, "") : `0x${written}`;
    return {
      message: isDecimal
        ? `Invalid octal number '${written}': a leading zero makes it octal. Use '${suggested}'.`
        : `'${written}' is not a decimal number. Use '${suggested}' if it is hexadecimal.`,
      fixes: [likelyFix(`Use '${suggested}'`, [replace(span, suggested)])],
    };
  });
  return { kind: "stray", ...span };
}
