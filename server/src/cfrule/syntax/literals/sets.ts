import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { type Edit, insert, remove, replace } from "../../../text/edit.ts";
import { cut } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { beginsSeparator, code, codeAt, isSpace } from "../characters.ts";
import type { ExpectedValue } from "../expected-value.ts";
import type { Reader } from "../reader.ts";
import { skipForeignComment } from "../recovery/foreign-comment.ts";
import { isValueMissing, wrongValue } from "../recovery/wrong-value.ts";
import type { SetItem, SetLiteral, Stray } from "../tree.ts";
import { addressItem } from "./addresses.ts";
import { anyLiteral } from "./any-literal.ts";
import { listReference, listsInSet } from "./lists.ts";
import { atInteger, integer } from "./numbers.ts";
import { stringLiteral } from "./strings.ts";

/** A parsed set, before its brackets and separators are checked. */
export interface ReadSet {
  readonly node: SetLiteral;
  readonly closer: string;
  /** Commas and the like between the items. */
  readonly separators: readonly Span[];
  /** Tokens that start with `$`. */
  readonly lists: readonly Span[];
}

/** `{…}`. Items are separated by whitespace, or by nothing. */
export function set(p: Reader, expected: ExpectedValue): SetLiteral {
  const found = readSet(p, expected);
  const { node, closer, separators, lists } = found;
  if (lists.length > 0) listsInSet(p, expected, node, lists);
  else if (!node.closed) unclosedSet(p, node, closer);
  else if (closer !== "}") wrongBrackets(p, found);
  else if (separators.length > 0) needlessSeparators(p, separators);
  return node;
}

/** A set in any kind of brackets. */
export function readSet(p: Reader, expected: ExpectedValue): ReadSet {
  const start = p.at;
  const closer = p.is(code.openParenthesis) ? ")" : p.is(code.openBracket) ? "]" : "}";
  const closing = closer.charCodeAt(0);
  p.at++;
  const items: SetItem[] = [];
  const separators: Span[] = [];
  const lists: Span[] = [];
  const { left, kind, operator } = expected;
  const inner: ExpectedValue = { left, kind, operator, item: true };
  p.skip();
  while (!p.is(closing)) {
    const separator = takeSeparator(p);
    if (separator) separators.push(separator);
    else if (isValueMissing(p)) break;
    else if (p.is(code.dollar) && !p.atHole()) {
      const { start, end } = listReference(p);
      lists.push({ start, end });
      items.push({ kind: "stray", start, end });
    } else if (!skipForeignComment(p) && !skipSpaced(p, items[items.length - 1])) {
      items.push(item(p, inner));
    }
    p.skip();
  }
  const closed = p.takeChar(closing);
  const end = closed ? p.at : p.lastEnd;
  return { node: { kind: "set", start, end, items, closed }, closer, separators, lists };
}

/** One item of the expected kind; undefined, without moving, for anything else. */
export function setItem(p: Reader, expected: ExpectedValue): SetItem | undefined {
  switch (expected.kind) {
    case "Integer":
      return atInteger(p) ? integerItem(p) : undefined;
    case "IP":
      return addressItem(p);
    case "String":
      return stringLiteral(p);
    default:
      return anyLiteral(p);
  }
}

function item(p: Reader, expected: ExpectedValue): SetItem {
  const found = p.takeHole() ?? setItem(p, expected) ?? bracketedAddress(p, expected);
  if (found) return found;
  const wrong = wrongValue(p, expected);
  return { kind: "stray", start: wrong.start, end: wrong.end };
}

/** `[2001:db8::1]`, as in a URL. */
function bracketedAddress(p: Reader, { kind }: ExpectedValue): Stray | undefined {
  if (kind !== "IP" || !p.is(code.openBracket)) return undefined;
  const [all, address, bits = ""] =
    /^\[([\da-f:.]+)\](\/\d{1,3})?/i.exec(p.text.slice(p.at, p.at + 60)) ?? [];
  if (all === undefined) return undefined;
  const span = { start: p.at, end: p.at + all.length };
  p.at = span.end;
  const suggested = `${address}${bits}`;
  p.problem("bad-address", span, () =>
    advised(
      `An address needs no brackets.`,
      safeFix(`Use ${suggested}`, [replace(span, suggested)]),
    ),
  );
  return { kind: "stray", ...span };
}

/** A comma or the like, or an `or` with another value after it. */
function takeSeparator(p: Reader): Span | undefined {
  if (!beginsSeparator(p.char)) return undefined;
  const start = p.at;
  const written = /^(?:(?:or|and)(?=\s+["\d])|\|\||&&|[,;|])/.exec(p.text.slice(start, start + 20));
  if (!written) return undefined;
  p.at += written[0].length;
  return { start, end: p.at };
}

/** An integer, or two with `..` between them. */
function integerItem(p: Reader): SetItem {
  const first = integer(p);
  if (!p.text.startsWith("..", p.at)) return first;
  p.at += 2;
  if (!atInteger(p)) return spacedEnd(p, first.start) ?? halfRange(p, first.start);
  const last = integer(p);
  const span = { start: first.start, end: last.end };
  if (first.kind === "stray" || last.kind === "stray") return { kind: "stray", ...span };
  if (first.value > last.value) {
    p.problem("reversed-range", span, () => {
      const turned = `${p.slice(last)}..${p.slice(first)}`;
      return advised(`This range is reversed.`, safeFix(`Use ${turned}`, [replace(span, turned)]));
    });
  }
  return { kind: "range", ...span, first, last };
}

/** `80 .. 443`, `80 - 443` or `192.0.2.0 / 24`: skips the separator and reports the correct form. */
function skipSpaced(p: Reader, first: SetItem | undefined): boolean {
  if (!joinsItems(p.char) || (first?.kind !== "integer" && first?.kind !== "address")) return false;
  const ahead = p.text.slice(p.at, p.at + 20);
  const between = { start: first.end, end: p.at };
  if (p.slice(between).trim() !== "") return false;
  if (beginsBits.test(ahead) && first.kind === "address") return spacedNetwork(p, first);
  if (!beginsRange.test(ahead)) return false;
  p.at += p.is(code.dot) ? 2 : 1;
  const span = { start: between.end, end: p.at };
  p.skip();
  const gap = { start: first.end, end: p.at };
  const last = { start: p.at, end: p.strayEnd() };
  p.problem(first.kind === "integer" ? "bad-number" : "bad-address", span, () => {
    const suggested = cut(`${p.slice(first)}..${p.slice(last)}`);
    return {
      message: `Use '..' without spaces for a range: ${suggested}.`,
      fixes: [safeFix(`Use ${suggested}`, [replace(gap, "..")])],
    };
  });
  return true;
}

const beginsRange = /^(?:\.\.\s*|[-–]\s+)[\da-fA-F:]/;
const beginsBits = /^\/\s*\d{1,3}(?![\d.:])/;

function joinsItems(char: number): boolean {
  return char === code.dot || char === code.minus || char === code.slash || char === enDash;
}

const enDash = 0x2013;

function spacedNetwork(p: Reader, first: Span): true {
  const span = { start: p.at, end: p.at + 1 };
  p.at++;
  p.skip();
  const bits = { start: p.at, end: p.strayEnd() };
  p.at = bits.end;
  p.problem("bad-address", span, () => {
    const suggested = `${p.slice(first)}/${p.slice(bits)}`;
    return advised(
      `A network has no spaces.`,
      safeFix(`Use ${suggested}`, [replace({ start: first.end, end: bits.start }, "/")]),
    );
  });
  return true;
}

/** `80.. 443`: undefined, without moving, if no other end follows. */
function spacedEnd(p: Reader, start: number): SetItem | undefined {
  const gap = /^[ \t]+(?=(?:0|[1-9]\d*)(?![\w.]))/.exec(p.text.slice(p.at, p.at + 40))?.[0];
  if (gap === undefined) return undefined;
  const span = { start, end: p.at };
  p.skip();
  const last = { start: p.at, end: p.strayEnd() };
  p.problem("bad-number", span, () => {
    const suggested = cut(p.slice(span) + p.slice(last));
    return {
      message: `Use '..' without spaces for a range: ${suggested}.`,
      fixes: [safeFix(`Use ${suggested}`, [remove({ start: span.end, end: last.start })])],
    };
  });
  integer(p);
  return { kind: "stray", start, end: p.at };
}

function halfRange(p: Reader, start: number): SetItem {
  if (!isValueMissing(p) && !isSpace(p.char)) p.at = p.strayEnd();
  const span = { start, end: p.at };
  const [, from, to] = /^(-?\d{1,15})\.{3,}(-?\d{1,15})$/.exec(p.slice(span)) ?? [];
  if (from !== undefined && to !== undefined && Number(from) <= Number(to)) {
    const range = `${from}..${to}`;
    p.problem("bad-number", span, () => ({
      message: `Use '..' for a range: ${range}.`,
      fixes: [safeFix(`Use ${range}`, [replace(span, range)])],
    }));
    return { kind: "stray", ...span };
  }
  p.problem("bad-number", span, () => ({
    message: `Incomplete range '${cut(p.slice(span))}'. Use both ends without spaces, as in 80..443.`,
  }));
  return { kind: "stray", ...span };
}

function needlessSeparators(p: Reader, separators: readonly Span[]): void {
  const [first] = separators as [Span];
  const written = p.slice(first);
  p.problem("expression-syntax", first, () => {
    const fix = safeFix(
      `Remove every '${written}'`,
      separators.map((it) => withoutSeparator(p, it)),
    );
    return {
      message: `Separate set values with spaces, not '${written}'.`,
      fixes: [areCommas(p, separators) ? fix : { ...fix, guess: true }],
    };
  });
}

/** Whether all separators are commas or `or`, which can only mean another value. */
function areCommas(p: Reader, separators: readonly Span[]): boolean {
  return separators.every((it) => /^(?:,|or)$/.test(p.slice(it)));
}

function withoutSeparator(p: Reader, separator: Span): Edit {
  const spaced = isSpace(codeAt(p.text, separator.end));
  return replace(separator, spaced ? "" : " ");
}

function wrongBrackets(p: Reader, { node, separators }: ReadSet): void {
  const { start, end } = node;
  p.problem("expression-syntax", { start, end: start + 1 }, () => {
    const fix = safeFix("Use braces", [
      replace({ start, end: start + 1 }, "{"),
      ...separators.map((it) => withoutSeparator(p, it)),
      replace({ start: end - 1, end }, "}"),
    ]);
    return {
      message: "A set needs braces. Use {…}.",
      fixes: [areCommas(p, separators) ? fix : { ...fix, guess: true }],
    };
  });
}

function unclosedSet(p: Reader, found: SetLiteral, closer: string): void {
  // An unterminated string contains the brace.
  if (p.ranOut) return;
  const opener = p.text.charAt(found.start);
  p.problem("expression-syntax", { start: found.start, end: found.start + 1 }, () => ({
    message: `This '${opener}' is not closed. Add '${closer}' after the last value.`,
    fixes: [likelyFix(`Add '${closer}'`, [insert(found.end, closer)])],
  }));
}
