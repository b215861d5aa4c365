import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { asGuess } from "./messages.ts";
import type { Description } from "./problems.ts";
import type { JsonNumber, JsonValue } from "./tree.ts";

/** The value of an unquoted run of characters, and the syntax error it causes, if any. */
export interface Word {
  readonly node: JsonValue;
  readonly problem?: (place: Span, written: string) => Description;
}

/**
 * Fast path for short integers. Undefined for anything else, including other numbers.
 */
function plainNumber(text: string, start: number, end: number): JsonNumber | undefined {
  if (end - start > mostPlainDigits) return undefined;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  const leadingZero = end - start > 1 && text.charCodeAt(start) === zero;
  return leadingZero ? undefined : { kind: "number", start, end, value };
}

const zero = 48;
const mostPlainDigits = 15;

export function readWord(text: string, place: Span): Word {
  const { start, end } = place;
  const number = plainNumber(text, start, end);
  if (number) return { node: number };
  const written = text.slice(start, end);
  if (jsonNumber.test(written)) {
    return { node: { kind: "number", start, end, value: Number(written), written } };
  }
  const value = constants.get(written);
  if (value === undefined) return readOddWord(place, written);
  const node: JsonValue =
    value === null ? { kind: "null", start, end } : { kind: "boolean", start, end, value };
  return String(value) === written ? { node } : { node, problem: foreignConstant };
}

/** A number in the notation of another language, or an unquoted string. */
function readOddWord({ start, end }: Span, written: string): Word {
  const suggested = respell(written);
  return suggested === undefined
    ? {
        node: { kind: "string", start, end, value: wordText(written) },
        problem: (at, it) => describeUnquoted(at, it),
      }
    : {
        node: { kind: "number", start, end, value: Number(suggested), written: suggested },
        problem: /[_,]/.test(written) ? grouped : foreignNumber,
      };
}

function foreignConstant(place: Span, written: string): Description {
  const suggested = String(constants.get(written));
  return write(place, `Unknown literal '${written}'. Use '${suggested}'.`, suggested);
}

function foreignNumber(place: Span, written: string): Description {
  const suggested = spellNumber(written);
  const message = `${shorten(written)} is not a valid JSON number. Use ${cut(suggested)}.`;
  return write(place, message, suggested);
}

/** Separators of other languages in place of a colon or comma. */
export const foreignSigns: ReadonlyMap<
  string,
  { readonly own: ":"; readonly when: "colon" } | { readonly own: ","; readonly when: "separator" }
> = new Map([
  ["=", { own: ":", when: "colon" }],
  ["=>", { own: ":", when: "colon" }],
  [";", { own: ",", when: "separator" }],
]);

/** The number as JSON. A valid JSON number is returned unchanged. */
export function spellNumber(written: string): string {
  return jsonNumber.test(written) ? written : (respell(written) ?? "null");
}

/** Reports a property name without quotes. If no colon follows, it may be a value of a set, so the fix is a guess. */
export function describeUnquoted(place: Span, written: string, isSure = true): Description {
  const problem = `${shorten(written)} must be quoted.`;
  if (written.length > longestWord) return { message: `${problem} Add quotes.` };
  const suggested = JSON.stringify(wordText(written));
  const described = write(place, `${problem} Use ${cut(suggested)}.`, suggested);
  return isSure ? described : asGuess(described);
}

/** The text of a word, whose opening quote may be missing. */
export function wordText(written: string): string {
  return written.endsWith('"') ? written.slice(0, -1) : written;
}

/** Digits in groups. The commas may also be separators, so the fix is a guess. */
function grouped(place: Span, written: string): Description {
  return asGuess(foreignNumber(place, written));
}

/** Longer words are not recognized, because converting them may take long. */
const longestWord = 10_000;

/** Converts a number of another language to JSON; undefined if it is not a number. */
function respell(written: string): string | undefined {
  if (!/^[-+]?\.?\d/.test(written)) return undefined;
  const trimmed = written
    .replace(/^\+/, "")
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/^-?(?=\.)/, "$&0")
    .replace(/\.(?=$|[eE])/, "");
  // Keeps the digits where possible, because parsing may lose some.
  if (jsonNumber.test(trimmed)) return trimmed;
  if (groups.test(written)) return written.replace(/[,_]/g, "");
  return otherBase.test(written) ? String(BigInt(written)) : undefined;
}

function write(place: Span, message: string, suggested: string): Description {
  return { message, fix: safeFix(`Use ${cut(suggested)}`, [replace(place, suggested)]) };
}

/** Hexadecimal, octal or binary. Longer numbers are not recognized, because converting them takes long. */
const otherBase = /^0(?:[xX][\da-fA-F]{1,64}|[oO][0-7]{1,64}|[bB][01]{1,64})$/;

const groups = /^-?[1-9]\d{0,2}(?:,\d{3})+$|^-?[1-9]\d*(?:_\d+)+$/;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The constants of JSON, and their names in other languages. */
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
  ["null", null],
  ["Null", null],
  ["NULL", null],
  ["None", null],
  ["nil", null],
  ["undefined", null],
]);
