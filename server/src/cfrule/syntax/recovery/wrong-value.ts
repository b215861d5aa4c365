import { advised, type Fix, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { remove, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { beyond, code, isCloser } from "../characters.ts";
import { type ExpectedValue, kindName, leftText, operatorText } from "../expected-value.ts";
import { addressShape, suggestedNetwork } from "../literals/addresses.ts";
import { atRawString, quotedString, rawString } from "../literals/strings.ts";
import { atLogical } from "../operators.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Missing, Stray } from "../tree.ts";
import { fieldOf, mayHave, suggestedText } from "./bare-text.ts";
import { isPresenceTest, presence, presenceWord } from "./existence.ts";
import { setOnly } from "./membership.ts";
import { describeName, fieldMeant, isInNamespace } from "./suggested-field.ts";
import { describeSigned, namedNumber } from "./wrong-number.ts";
import { atWrongQuotes, takeWrongQuotes } from "./wrong-quotes.ts";

/** Parses unexpected text in place of a value, and reports what to use. */
export function wrongValue(p: Reader, expected: ExpectedValue): Stray | Missing {
  if (isValueMissing(p)) return missingValue(p, expected);
  if (atWrongQuotes(p)) return wrongQuotes(p, expected);
  if (atRawApostrophe(p)) return rawInApostrophes(p);
  if (p.is(code.quote) || atRawString(p)) return needlessQuotes(p, expected);
  if (/^(?:R#*|r ?)"/.test(p.text.slice(p.at, p.at + 4))) return misspelledRaw(p);
  return bareWord(p, expected);
}

/** The expression continues or ends without the value. */
export function isValueMissing(p: Reader): boolean {
  const { char } = p;
  if (char === beyond || isCloser(char)) return true;
  if (!atLogical(p)) return false;
  // `or` may start a name or an unquoted word; the operator is a separate word.
  const end = p.nameEnd();
  return end === p.at || /^(and|or|xor)$/.test(p.text.slice(p.at, end));
}

/** A string literal. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** In a quoted pattern backslashes are not doubled. */
function quoteFor(expected: ExpectedValue | undefined, text: string): string {
  if (expected?.operator.name !== "matches" || !text.includes("\\")) return quote(text);
  return rawText(text);
}

function rawText(text: string): string {
  return text.includes('"') ? `r#"${text}"#` : `r"${text}"`;
}

function missingValue(p: Reader, expected: ExpectedValue): Missing {
  const { operator } = expected;
  const describe = () => ({
    message: `Missing value after ${operatorText(p, expected)}. Use ${example(expected)}.`,
  });
  if (operator.end === p.lastEnd) p.problem("expression-syntax", operator, describe);
  else p.problemHere("expression-syntax", describe);
  return { kind: "missing", start: p.at, end: p.at };
}

function example(expected: ExpectedValue): string {
  if (expected.operator.name === "in" && !expected.item)
    return "a set, such as {…}, or a list, such as $name";
  switch (expected.kind) {
    case "Integer":
      return "a number";
    case "IP":
      return "an address, such as 192.0.2.1";
    default:
      return 'a string, such as "…"';
  }
}

/** A string in unsupported quotes. */
export function wrongQuotes(p: Reader, expected?: ExpectedValue): Stray {
  const start = p.at;
  const { inside, curly, sure } = takeWrongQuotes(p);
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => {
    const suggested = expected && fits(inside, expected) ? inside : quoteFor(expected, inside);
    const fix = safeFix(`Use ${cut(suggested)}`, [replace(span, suggested)]);
    return {
      message: `Strings need ${curly ? "straight " : ""}double quotes. Use ${cut(suggested)}.`,
      fixes: [sure ? fix : { ...fix, guess: true }],
    };
  });
  return { kind: "stray", ...span };
}

/** `r'…'`, a raw string of another language. */
export function atRawApostrophe(p: Reader): boolean {
  return p.text.startsWith("r'", p.at);
}

export function rawInApostrophes(p: Reader): Stray {
  const start = p.at++;
  const { inside, sure } = takeWrongQuotes(p);
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => {
    const suggested = rawText(inside);
    const fix = safeFix(`Use ${cut(suggested)}`, [replace(span, suggested)]);
    return {
      message: `Raw strings need double quotes. Use ${cut(suggested)}.`,
      fixes: [sure ? fix : asGuess(fix)],
    };
  });
  return { kind: "stray", ...span };
}

/** A string where a number or an address is expected. */
function needlessQuotes(p: Reader, expected: ExpectedValue): Stray {
  const literal = p.is(code.quote) ? quotedString(p) : rawString(p);
  const { start, end, value } = literal;
  p.problem("value-type", literal, () => {
    if (fits(value, expected)) {
      return {
        message: `${leftText(p, expected)} is ${kindName(expected.kind)}. Remove the quotes: ${value}.`,
        fixes: [safeFix(`Use ${value}`, [replace(literal, value)])],
      };
    }
    const number = expected.kind === "Integer" && namedNumber(literal, value);
    if (number) return number;
    const shape =
      expected.kind === "IP" && addressShape(value)
        ? setOnly(p.text, expected, literal, value)
        : undefined;
    return shape ?? notThatKind(p, expected, literal);
  });
  return { kind: "stray", start, end };
}

/** `R"…"` or `r "…"`. */
function misspelledRaw(p: Reader): Stray {
  const start = p.at;
  p.at = p.text.indexOf('"', start);
  const mark = { start, end: p.at };
  const end = quotedString(p).end;
  p.problem("expression-syntax", mark, () => ({
    message: "A raw string starts with a lowercase 'r' directly before the quote.",
    fixes: [safeFix("Use 'r'", [replace(mark, "r")])],
  }));
  return { kind: "stray", start, end };
}

function bareWord(p: Reader, expected: ExpectedValue): Stray {
  const start = p.at;
  p.at = p.strayEnd();
  const more = expected.kind === "String" && !expected.item && skipMoreWords(p);
  const span = { start, end: p.at };
  const test = { start: expected.operator.start, end: p.at };
  if (isPresenceTest(p.slice(expected.operator), p.slice(span))) {
    p.problem("unknown-operator", test, () => presence(p, expected, test));
    return { kind: "stray", ...span };
  }
  p.problem("value-type", span, () => {
    const written = p.slice(span);
    const named = describeName(p, expected, span);
    if (named) return named;
    if (more) return severalWords(span, written);
    if (/^(?:null|nil|none|undefined)$/i.test(written)) return noNull(p, expected, span);
    if (expected.kind === "String" || expected.kind === undefined)
      return unquoted(p, expected, span, written);
    if (expected.kind === "Integer" && /^\+\d+$/.test(written))
      return describeSigned(span, written);
    const number = expected.kind === "Integer" && namedNumber(span, written);
    if (number) return number;
    const network = expected.kind === "IP" ? suggestedNetwork(written) : undefined;
    const set = setOnly(p.text, expected, span, network ?? written);
    if (set && network) return { ...set, fixes: (set.fixes ?? []).map(asGuess) };
    return set ?? notThatKind(p, expected, span);
  });
  return { kind: "stray", ...span };
}

/** Words on the same line up to a logical operator or a closer, including a stray closing quote. */
function skipMoreWords(p: Reader): boolean {
  const line = p.text.slice(p.at, p.at + maxWords).split(/[\r\n]/, 1)[0] ?? "";
  if (/^"[^"]*$/.test(line)) {
    p.at++;
    return true;
  }
  const rest = /^(?:[ \t]+(?!(?:and|or|xor|AND|OR)\b|[&|^#])[^\s"'(){}[\],#]+)+/.exec(line)?.[0];
  if (rest === undefined) return false;
  const after = line.slice(rest.length);
  // With an operator among them they are not one value.
  if (/^\s*["'({[]/.test(after) || /\s(?:[=!<>~]+|eq|ne|in|contains|matches)(?:\s|$)/.test(rest)) {
    return false;
  }
  p.at += rest.length;
  return true;
}

const maxWords = 200;

function severalWords(span: Span, written: string): Description {
  const suggested = quote(written.replace(/"$/, ""));
  return advised(
    `${shorten(written)} must be quoted.`,
    likelyFix(`Use ${cut(suggested)}`, [replace(span, suggested)]),
  );
}

function asGuess(fix: Fix): Fix {
  return { ...fix, guess: true };
}

function unquoted(p: Reader, expected: ExpectedValue, span: Span, written: string): Description {
  const after = /^\s+(?=["'])/.exec(p.text.slice(span.end, span.end + 20))?.[0];
  if (after !== undefined && !expected.item && /^[a-z_]+$/i.test(written)) {
    // Letters at the end of an operator: the space stays.
    const isGlued = /\w/.test(p.text.charAt(span.start - 1));
    const end = span.end + (isGlued ? 0 : after.length);
    const edits = [remove({ start: span.start, end })];
    return {
      message: `Unexpected ${shorten(written)} before the value. Remove it.`,
      fixes: [likelyFix(`Remove ${shorten(written)}`, edits)],
    };
  }
  const field = fieldOf(expected.left);
  const suggested = quoteFor(expected, suggestedText(field, written));
  const fix = safeFix(`Use ${cut(suggested)}`, [replace(span, suggested)]);
  const isText =
    /^[\w/.-]/.test(written) && !presenceWord.test(written) && !isInNamespace(p, written);
  const isAddress = field?.name === "ip" && addressShape(written) !== undefined;
  if (isAddress) return addressOfPacket(expected);
  // The bytes of a header are not text.
  const sure = isText && !field?.bytes && isWhole(p, expected, span.end) && mayHave(field, written);
  const named = fieldMeant(p, expected, written);
  const other = `Use ${named}`;
  return {
    message: `${shorten(written)} must be quoted. Use ${cut(suggested)}${named ? `, or the field ${named}` : ""}.`,
    fixes: [
      sure && !named ? fix : asGuess(fix),
      ...(named ? [likelyFix(other, [replace(span, named)])] : []),
    ],
  };
}

/** `ip eq 192.0.2.1`. */
function addressOfPacket({ left }: ExpectedValue): Description {
  const edits = [replace(left, "ip.src")];
  return {
    message: "'ip' is the header of a packet, byte by byte. Use 'ip.src' for its address.",
    fixes: [likelyFix("Use 'ip.src'", edits)],
  };
}

/** Whether an unquoted value certainly ends there. If not, the next word may be part of it. */
function isWhole(p: Reader, expected: ExpectedValue, end: number): boolean {
  const after = p.text.slice(end, end + 20);
  if (expected.item) return !/^["'(]/.test(after) && p.text.charAt(end - 1) !== "(";
  return /^\s*(?:[\r\n]|$|[)}\],;#&|^]|(?:and|or|xor)\b)/i.test(after);
}

/** There is no null literal. */
function noNull(p: Reader, expected: ExpectedValue, span: Span): Description {
  const empty = expected.kind === "String" ? ' Use "" for an empty string.' : "";
  return {
    message: `${shorten(p.slice(span))} is not supported: a comparison with a missing value is false.${empty}`,
    fixes: empty ? [likelyFix('Use ""', [replace(span, '""')])] : [],
  };
}

function notThatKind(p: Reader, expected: ExpectedValue, span: Span): Description {
  const noun = expected.kind === "Integer" ? "a number" : "an address";
  const word = p.slice(span);
  if (expected.operator.name === "in" && !expected.item && /^[a-z][a-z0-9_]*$/.test(word)) {
    return {
      message: `A list starts with '$'. Use $${cut(word)}, or a set, such as {…}.`,
      fixes: [likelyFix(`Use $${cut(word)}`, [replace(span, `$${word}`)])],
    };
  }
  return {
    message: `${leftText(p, expected)} is ${kindName(expected.kind)}, but ${shorten(p.slice(span))} is not ${noun}. Use ${example(expected)}.`,
  };
}

/** Whether the unquoted text would be a value of the expected kind. */
function fits(written: string, expected: ExpectedValue): boolean {
  if (expected.kind === "Integer") return /^-?(0|[1-9]\d{0,17})$/.test(written);
  if (expected.kind !== "IP") return false;
  const shape = addressShape(written);
  return expected.item
    ? shape !== undefined
    : shape === "address" && expected.operator.name !== "in";
}
