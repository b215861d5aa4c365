import type { Span } from "../../text/span.ts";
import {
  type ComparisonName,
  comparisons,
  type LogicalName,
  logicals,
  maxForeignWords,
  type OperatorMeaning,
  operatorMeaning,
} from "../catalog/operators.ts";
import { beyond, code, codeAt, isNamePart, isSpace, isSymbol, isWord } from "./characters.ts";
import { endOfLine, type Reader } from "./reader.ts";
import type { Operator } from "./tree.ts";

interface Spelling<Name> {
  readonly text: string;
  readonly name: Name;
}

/** Spellings by their first character. The engine has no word boundaries: `eq"x"` and `andssl` are valid. */
type Spellings<Name> = readonly (readonly Spelling<Name>[] | undefined)[];

const comparisonSpellings = byFirst<ComparisonName>(comparisons);
const logicalSpellings = byFirst<Exclude<LogicalName, "not">>(logicals.filter(isBinaryLogical));

/** A comparison operator, if one is next. */
export function takeComparison(p: Reader): Operator<ComparisonName> | undefined {
  const spelling = spellingAt(p, comparisonSpellings);
  if (!spelling) return undefined;
  const start = p.at;
  if (spelling.name === "strict wildcard") return takeStrictWildcard(p);
  const end = start + spelling.text.length;
  // `&&` is never a bitwise `&`: no value can follow the first `&`.
  if ((p.is(code.ampersand) && p.text.startsWith("&&", start)) || isLonger(p, end)) {
    return undefined;
  }
  p.at = end;
  return { kind: "operator", start, end, name: spelling.name };
}

/** `and`, `xor` or `or`, in either spelling. */
export function takeLogical(p: Reader): Operator<Exclude<LogicalName, "not">> | undefined {
  const spelling = spellingAt(p, logicalSpellings);
  if (!spelling) return undefined;
  const start = p.at;
  p.at += spelling.text.length;
  return { kind: "operator", start, end: p.at, name: spelling.name };
}

export function atLogical(p: Reader): boolean {
  return spellingAt(p, logicalSpellings) !== undefined;
}

export function takeNot(p: Reader): Operator<"not"> | undefined {
  const start = p.at;
  if (!atNot(p)) return undefined;
  p.at += p.is(code.bang) ? 1 : 3;
  return { kind: "operator", start, end: p.at, name: "not" };
}

export function atNot(p: Reader): boolean {
  const { char } = p;
  if (char === code.smallN) return p.text.startsWith("not", p.at);
  if (char === code.bang) return codeAt(p.text, p.at + 1) !== code.equals;
  return char === code.capitalN && atCapitalNot(p);
}

/** `NOT` or `Not`, which can only be a misspelled `not`. */
function atCapitalNot({ text, at }: Reader): boolean {
  return /^not$/i.test(text.slice(at, at + 3)) && !isNamePart(codeAt(text, at + 3));
}

/** A foreign spelling of an operator. */
export function foreignOperator(
  p: Reader,
): (Span & { readonly suggested: OperatorMeaning }) | undefined {
  const { char } = p;
  if (!isWord(char) && !isSymbol(char) && char !== code.slash) return undefined;
  const words = wordsAhead(p);
  const [first] = words;
  // Symbols may directly precede the value, as in `=abc` and `=~/a/`.
  const symbol = first && touching(p.slice(first));
  if (first && symbol) {
    words.splice(0, words.length, { start: first.start, end: first.start + symbol.length });
  }
  for (let count = words.length; count > 0; count--) {
    const written = words.slice(0, count).map((it) => p.slice(it));
    const last = words[count - 1];
    const suggested = last && operatorMeaning(written.join(" ").replace(/n['’]t\b/i, " not"));
    if (suggested && last) return { start: p.at, end: last.end, suggested };
  }
  return undefined;
}

/** The longest operator at the start of an unknown run of symbols and letters. */
function touching(written: string): string | undefined {
  if (operatorMeaning(written)) return undefined;
  let symbol = /^\W+/.exec(written)?.[0] ?? "";
  while (symbol !== "" && !operatorMeaning(symbol)) symbol = symbol.slice(0, -1);
  return symbol === "" ? undefined : symbol;
}

/** Whether a logical operator is next, including `AND` and the like. */
export function atAnyLogical(p: Reader): boolean {
  if (atLogical(p)) return true;
  const suggested = foreignOperator(p)?.suggested;
  return suggested?.kind === "logical" && suggested.name !== "not";
}

function takeStrictWildcard(p: Reader): Operator<"strict wildcard"> | undefined {
  const start = p.at;
  const first = "strict";
  // The engine requires one space between the words; any gap is pushed as one.
  const wordsEnd = gapEnd(p.text, start + first.length);
  if (wordsEnd === start + first.length || !p.text.startsWith("wildcard", wordsEnd)) {
    return undefined;
  }
  p.at = start + first.length;
  p.skip();
  p.at += "wildcard".length;
  return { kind: "operator", start, end: p.at, name: "strict wildcard" };
}

/**
 * Whether a known spelling is only the start of a foreign one, such as `eq` in `equals` and `==` in `===`. The rest of
 * such a word is never a value, so the engine rejects it as well.
 */
function isLonger(p: Reader, end: number): boolean {
  const { text } = p;
  const next = codeAt(text, end);
  if (next === code.quote || isSpace(next)) return false;
  if (isWord(p.char) ? !isWord(next) : !isSymbol(next)) return false;
  const foreign = foreignOperator(p);
  if (!foreign || foreign.end <= end) return false;
  const after = codeAt(text, foreign.end);
  if (isSymbol(p.char) && (isWord(after) || after === code.slash)) return true;
  return after === beyond || isSpace(after) || after === code.quote || after === code.openBrace;
}

function spellingAt<Name>(p: Reader, spellings: Spellings<Name>): Spelling<Name> | undefined {
  const { char } = p;
  const candidates = char < spellings.length ? spellings[char] : undefined;
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    if (p.text.startsWith(candidate.text, p.at)) return candidate;
  }
  return undefined;
}

/** The next words and runs of symbols, as many as the longest foreign operator has. */
function wordsAhead(p: Reader): Span[] {
  const words: Span[] = [];
  const piece = /[=<>!~&|^*/]+[A-Za-z_]*|[A-Za-z_]+(?:['’]t\b)?/y;
  for (let at = p.at; words.length < maxForeignWords; ) {
    piece.lastIndex = at;
    const found = piece.exec(p.text)?.[0];
    if (found === undefined || found.length > 30) break;
    words.push({ start: at, end: at + found.length });
    const next = gapEnd(p.text, at + found.length);
    if (next === at + found.length) break;
    at = next;
  }
  return words;
}

function gapEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    if (isSpace(codeAt(text, at))) at++;
    else if (codeAt(text, at) === code.hash) at = endOfLine(text, at);
    else return at;
  }
}

function isBinaryLogical<Row extends { readonly name: LogicalName }>(
  row: Row,
): row is Row & { readonly name: Exclude<LogicalName, "not"> } {
  return row.name !== "not";
}

function byFirst<Name extends string>(
  rows: readonly { readonly name: Name; readonly symbols: readonly string[] }[],
): Spellings<Name> {
  const spellings: Spelling<Name>[][] = [];
  for (const { name, symbols: written } of rows) {
    for (const text of [name, ...written]) {
      const first = text.charCodeAt(0);
      // Matches the first word only: any gap is allowed between the two in a file.
      const begin = text.split(" ")[0] ?? text;
      const known = spellings[first];
      if (known) known.push({ text: begin, name });
      else spellings[first] = [{ text: begin, name }];
    }
  }
  return spellings;
}
