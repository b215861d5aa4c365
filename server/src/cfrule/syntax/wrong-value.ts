import type { Fix } from "../../core/diagnostic.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { addressShape } from "./addresses.ts";
import { beyond, code, isCloser } from "./characters.ts";
import { atJoiner } from "./operators.ts";
import type { Description } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { atRawString, atWrongQuotes, quotedString, rawString, takeWrongQuotes } from "./strings.ts";
import type { Missing, Stray } from "./tree.ts";
import { kindName, leftText, operatorText, type Want } from "./want.ts";

/** Reads what stands here in place of a value of the wanted kind, and says what to write. */
export function wrongValue(p: Reader, want: Want): Stray | Missing {
  if (atNothing(p)) return missingValue(p, want);
  if (atWrongQuotes(p)) return wrongQuotes(p, want);
  if (p.is(code.quote) || atRawString(p)) return needlessQuotes(p, want);
  if (/^(?:R#*|r ?)"/.test(p.text.slice(p.at, p.at + 4))) return misspeltRaw(p);
  return bareWord(p, want);
}

/** The expression goes on, or ends, where a value should be. */
export function atNothing(p: Reader): boolean {
  const { char } = p;
  if (char === beyond || isCloser(char)) return true;
  if (!atJoiner(p)) return false;
  // `or` may begin a name, or a word that lacks its quotes; the operator stands alone.
  const end = p.nameEnd();
  return end === p.at || /^(and|or|xor)$/.test(p.text.slice(p.at, end));
}

/** Turns `eq` and `ne` with something that only a set can hold into `in`. */
export function membershipFix(want: Want, inside: Span & { readonly text: string }): Fix[] {
  const { name } = want.operator;
  if (name !== "eq" && name !== "ne") return [];
  const edits: Edit[] = [replace(want.operator, "in"), replace(inside, inside.text)];
  if (name === "ne") edits.push(insert(want.left.start, "not "));
  return [{ title: `Write '${name === "ne" ? "not … " : ""}in {…}'`, edits }];
}

/** A text as the language writes a string. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function missingValue(p: Reader, want: Want): Missing {
  p.problemHere("expression-syntax", () => ({
    message: `A value is missing after ${operatorText(p, want)}. Write ${example(want)}.`,
  }));
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

/** A string in quotes that the language does not know. */
export function wrongQuotes(p: Reader, want?: Want): Stray {
  const start = p.at;
  const inside = takeWrongQuotes(p);
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => {
    const meant = want && fits(inside, want) ? inside : quote(inside);
    return {
      message: `A string stands in double quotes. Write ${cut(meant)}.`,
      fixes: [{ title: `Write ${cut(meant)}`, edits: [replace(span, meant)] }],
    };
  });
  return { kind: "stray", ...span };
}

/** A string where a number or an address is wanted. */
function needlessQuotes(p: Reader, want: Want): Stray {
  const literal = p.is(code.quote) ? quotedString(p) : rawString(p);
  const { start, end, value } = literal;
  p.problem("value-type", literal, () => {
    if (fits(value, want)) {
      return {
        message: `${leftText(p, want)} is ${kindName(want.kind)}, and its values stand without quotes. Write ${value}.`,
        fixes: [{ title: `Write ${value}`, edits: [replace(literal, value)] }],
      };
    }
    const shape =
      want.kind === "IP" && addressShape(value) ? setOnly(want, literal, value) : undefined;
    return shape ?? notThatKind(p, want, literal);
  });
  return { kind: "stray", start, end };
}

/** `R"…"` or `r "…"`. */
function misspeltRaw(p: Reader): Stray {
  const start = p.at;
  p.at = p.text.indexOf('"', start);
  const mark = { start, end: p.at };
  const end = quotedString(p).end;
  p.problem("expression-syntax", mark, () => ({
    message: "A raw string begins with a small 'r' that touches its quote.",
    fixes: [{ title: "Write 'r'", edits: [replace(mark, "r")] }],
  }));
  return { kind: "stray", start, end };
}

function bareWord(p: Reader, want: Want): Stray {
  const start = p.at;
  p.at = p.strayEnd();
  const span = { start, end: p.at };
  p.problem("value-type", span, () => {
    const written = p.slice(span);
    if (want.kind === "String" || want.kind === undefined) return unquoted(p, want, span, written);
    return setOnly(want, span, written) ?? notThatKind(p, want, span);
  });
  return { kind: "stray", ...span };
}

function unquoted(p: Reader, want: Want, span: Span, written: string): Description {
  const name = /^[\w.]+/.exec(written)?.[0] ?? "";
  const known = p.scheme.field(name) ? "field" : p.scheme.function(name) ? "function" : undefined;
  if (known) {
    return {
      message: `${shorten(name)} is a ${known}, and right of ${operatorText(p, want)} stands a value. Two fields cannot be compared.`,
    };
  }
  const meant = quote(written);
  const number = /^-?\d+$/.test(written);
  return {
    message: number
      ? `${leftText(p, want)} is ${kindName(want.kind)}, and its values stand in quotes. Write ${meant}.`
      : `${shorten(written)} stands without quotes. Write ${cut(meant)}.`,
    fixes: [{ title: `Write ${cut(meant)}`, edits: [replace(span, meant)] }],
  };
}

/** A network or range of addresses where a single one is wanted. */
function setOnly(want: Want, span: Span, written: string): Description | undefined {
  const shape = want.kind === "IP" ? addressShape(written) : undefined;
  if (!shape || shape === "address") return undefined;
  const { start, end } = span;
  return {
    message: `'${want.operator.name}' compares with one address, and ${shorten(written)} is a ${shape}. Write in {${written}}.`,
    fixes: membershipFix(want, { start, end, text: `{${written}}` }),
  };
}

function notThatKind(p: Reader, want: Want, span: Span): Description {
  const noun = want.kind === "Integer" ? "number" : "address";
  return {
    message: `${leftText(p, want)} is ${kindName(want.kind)}, and ${shorten(p.slice(span))} is no ${noun}. Write ${example(want)}.`,
  };
}

/** Whether the text, bare, would be a value of the wanted kind. */
function fits(written: string, want: Want): boolean {
  if (want.kind === "Integer") return /^-?(0|[1-9]\d{0,17})$/.test(written);
  return want.kind === "IP" && addressShape(written) === "address";
}
