import type { Fix } from "../../../core/diagnostic.ts";
import { type Edit, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { beyond, code, isCloser } from "../characters.ts";
import { addressShape, meantNetwork } from "../literals/addresses.ts";
import { atRawString, quotedString, rawString } from "../literals/strings.ts";
import { atLogical } from "../operators.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Missing, Stray } from "../tree.ts";
import { kindName, leftText, operatorText, type Want } from "../want.ts";
import { insertNot, replaceByWord } from "./apart.ts";
import { fieldOf, mayHave, meantText } from "./bare-text.ts";
import { isPresenceTest, presence, presenceWord } from "./existence.ts";
import { signed, systemNumber } from "./wrong-number.ts";
import { atWrongQuotes, takeWrongQuotes } from "./wrong-quotes.ts";

/** Parses unexpected text in place of a value, and reports what to use. */
export function wrongValue(p: Reader, want: Want): Stray | Missing {
  if (atNothing(p)) return missingValue(p, want);
  if (atWrongQuotes(p)) return wrongQuotes(p, want);
  if (atRawApostrophe(p)) return rawInApostrophes(p);
  if (p.is(code.quote) || atRawString(p)) return needlessQuotes(p, want);
  if (/^(?:R#*|r ?)"/.test(p.text.slice(p.at, p.at + 4))) return misspelledRaw(p);
  return bareWord(p, want);
}

/** The expression continues or ends without the value. */
export function atNothing(p: Reader): boolean {
  const { char } = p;
  if (char === beyond || isCloser(char)) return true;
  if (!atLogical(p)) return false;
  // `or` may start a name or an unquoted word; the operator is a word of its own.
  const end = p.nameEnd();
  return end === p.at || /^(and|or|xor)$/.test(p.text.slice(p.at, end));
}

/** Converts `eq` and `ne` with set items to `in`. */
export function membershipFix(
  text: string,
  want: Want,
  inside: Span & { readonly text: string },
): Fix[] {
  const { name } = want.operator;
  if (name !== "eq" && name !== "ne") return [];
  const edits: Edit[] = [replaceByWord(text, want.operator, "in"), replace(inside, inside.text)];
  const denied = isDenied(want);
  if (denied) edits.push(insertNot(text, want.left.start));
  const set = inside.text.startsWith("$") ? cut(inside.text) : "{…}";
  return [{ title: `Use '${denied ? "not … " : ""}in ${set}'`, edits }];
}

/** Whether the comparison is negated. */
function isDenied({ operator }: Want): boolean {
  return (operator.name === "ne") !== (operator.negated ?? false);
}

/** A string literal. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** In a quoted pattern backslashes are not doubled. */
function quoteFor(want: Want | undefined, text: string): string {
  if (want?.operator.name !== "matches" || !text.includes("\\")) return quote(text);
  return rawText(text);
}

function rawText(text: string): string {
  return text.includes('"') ? `r#"${text}"#` : `r"${text}"`;
}

function missingValue(p: Reader, want: Want): Missing {
  const { operator } = want;
  const describe = () => ({
    message: `Missing value after ${operatorText(p, want)}. Use ${example(want)}.`,
  });
  if (operator.end === p.lastEnd) p.problem("expression-syntax", operator, describe);
  else p.problemHere("expression-syntax", describe);
  return { kind: "missing", start: p.at, end: p.at };
}

function example(want: Want): string {
  if (want.operator.name === "in" && !want.item)
    return "a set, such as {…}, or a list, such as $name";
  switch (want.kind) {
    case "Integer":
      return "a number";
    case "IP":
      return "an address, such as 192.0.2.1";
    default:
      return 'a string, such as "…"';
  }
}

/** A string in unsupported quotes. */
export function wrongQuotes(p: Reader, want?: Want): Stray {
  const start = p.at;
  const { inside, curly, sure } = takeWrongQuotes(p);
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => {
    const meant = want && fits(inside, want) ? inside : quoteFor(want, inside);
    const fix: Fix = { title: `Use ${cut(meant)}`, edits: [replace(span, meant)] };
    return {
      message: `Strings need ${curly ? "straight " : ""}double quotes. Use ${cut(meant)}.`,
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
    const meant = rawText(inside);
    const fix: Fix = { title: `Use ${cut(meant)}`, edits: [replace(span, meant)] };
    return {
      message: `Raw strings need double quotes. Use ${cut(meant)}.`,
      fixes: [sure ? fix : asGuess(fix)],
    };
  });
  return { kind: "stray", ...span };
}

/** A string where a number or an address is expected. */
function needlessQuotes(p: Reader, want: Want): Stray {
  const literal = p.is(code.quote) ? quotedString(p) : rawString(p);
  const { start, end, value } = literal;
  p.problem("value-type", literal, () => {
    if (fits(value, want)) {
      return {
        message: `${leftText(p, want)} is ${kindName(want.kind)}. Remove the quotes: ${value}.`,
        fixes: [{ title: `Use ${value}`, edits: [replace(literal, value)] }],
      };
    }
    const system = want.kind === "Integer" && systemNumber(literal, value);
    if (system) return system;
    const shape =
      want.kind === "IP" && addressShape(value) ? setOnly(p.text, want, literal, value) : undefined;
    return shape ?? notThatKind(p, want, literal);
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
    fixes: [{ title: "Use 'r'", edits: [replace(mark, "r")] }],
  }));
  return { kind: "stray", start, end };
}

function bareWord(p: Reader, want: Want): Stray {
  const start = p.at;
  p.at = p.strayEnd();
  const more = want.kind === "String" && !want.item && passMoreWords(p);
  const span = { start, end: p.at };
  const test = { start: want.operator.start, end: p.at };
  if (isPresenceTest(p.slice(want.operator), p.slice(span))) {
    p.problem("unknown-operator", test, () => presence(p, want, test));
    return { kind: "stray", ...span };
  }
  p.problem("value-type", span, () => {
    const written = p.slice(span);
    if (more) return severalWords(span, written);
    if (/^(?:null|nil|none|undefined)$/i.test(written)) return noNull(p, want, span);
    if (want.kind === "String" || want.kind === undefined) return unquoted(p, want, span, written);
    if (want.kind === "Integer" && /^\+\d+$/.test(written)) return signed(span, written);
    const system = want.kind === "Integer" && systemNumber(span, written);
    if (system) return system;
    const network = want.kind === "IP" ? meantNetwork(written) : undefined;
    const set = setOnly(p.text, want, span, network ?? written);
    if (set && network) return { ...set, fixes: (set.fixes ?? []).map(asGuess) };
    return set ?? notThatKind(p, want, span);
  });
  return { kind: "stray", ...span };
}

/** Words on the same line up to a logical operator or a closer, including a stray closing quote. */
function passMoreWords(p: Reader): boolean {
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
  const meant = quote(written.replace(/"$/, ""));
  return {
    message: `${shorten(written)} must be quoted. Use ${cut(meant)}.`,
    fixes: [{ title: `Use ${cut(meant)}`, edits: [replace(span, meant)], guess: true }],
  };
}

function asGuess(fix: Fix): Fix {
  return { ...fix, guess: true };
}

function unquoted(p: Reader, want: Want, span: Span, written: string): Description {
  const name = /^[\w.]+/.exec(written)?.[0] ?? "";
  const known = p.scheme.field(name) ? "field" : p.scheme.function(name) ? "function" : undefined;
  if (known && name !== "true" && name !== "false") {
    return {
      message: `${operatorText(p, want)} needs a value, found the ${known} ${shorten(name)}. Two fields cannot be compared.`,
    };
  }
  const field = fieldOf(want.left);
  const meant = quoteFor(want, meantText(field, written));
  const fix: Fix = { title: `Use ${cut(meant)}`, edits: [replace(span, meant)] };
  const isText = /^[\w/.-]/.test(written) && !presenceWord.test(written);
  const sure = isText && isWhole(p, want, span.end) && mayHave(field, written);
  return {
    message: `${shorten(written)} must be quoted. Use ${cut(meant)}.`,
    fixes: [sure ? fix : asGuess(fix)],
  };
}

/** Whether an unquoted value certainly ends there. If not, the next word may be part of it. */
function isWhole(p: Reader, want: Want, end: number): boolean {
  const after = p.text.slice(end, end + 20);
  if (want.item) return !/^["'(]/.test(after) && p.text.charAt(end - 1) !== "(";
  return /^\s*(?:[\r\n]|$|[)}\],;#&|^]|(?:and|or|xor)\b)/i.test(after);
}

/** Nothing is compared with what is not there. */
function noNull(p: Reader, want: Want, span: Span): Description {
  const empty = want.kind === "String" ? ' Use "" for an empty string.' : "";
  return {
    message: `${shorten(p.slice(span))} is not supported: a comparison with a missing value is false.${empty}`,
    fixes: empty ? [{ title: 'Use ""', edits: [replace(span, '""')], guess: true }] : [],
  };
}

/** A network or range where a single address is expected. */
export function setOnly(
  text: string,
  want: Want,
  span: Span,
  written: string,
): Description | undefined {
  const shape = want.kind === "IP" ? addressShape(written) : undefined;
  if (!shape) return undefined;
  const { start, end } = span;
  if (want.operator.name === "in") {
    const set = `{${written}}`;
    return {
      message: `'in' needs a set. Use ${cut(set)}.`,
      fixes: [{ title: `Use ${cut(set)}`, edits: [replace(span, set)] }],
    };
  }
  if (shape === "address") return undefined;
  return {
    message: `'${want.operator.name}' needs one address, but ${shorten(written)} is a ${shape}. Use ${isDenied(want) ? "not … " : ""}in {${written}}.`,
    fixes: membershipFix(text, want, { start, end, text: `{${written}}` }),
  };
}

function notThatKind(p: Reader, want: Want, span: Span): Description {
  const noun = want.kind === "Integer" ? "a number" : "an address";
  return {
    message: `${leftText(p, want)} is ${kindName(want.kind)}, but ${shorten(p.slice(span))} is not ${noun}. Use ${example(want)}.`,
  };
}

/** Whether the unquoted text would be a value of the expected kind. */
function fits(written: string, want: Want): boolean {
  if (want.kind === "Integer") return /^-?(0|[1-9]\d{0,17})$/.test(written);
  if (want.kind !== "IP") return false;
  const shape = addressShape(written);
  return want.item ? shape !== undefined : shape === "address" && want.operator.name !== "in";
}
