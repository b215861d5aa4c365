import { likelyFix, safeFix } from "../../core/diagnostic.ts";
import { insert, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import { maxArrayIndex } from "../catalog/limits.ts";
import { type CollectionType, isCollection, type Type } from "../catalog/type.ts";
import { isUtf8 } from "./bytes.ts";
import { code, codeAt } from "./characters.ts";
import { atInteger, integer } from "./literals/numbers.ts";
import { quotedString } from "./literals/strings.ts";
import type { Reader } from "./reader.ts";
import { spaceBeforeIndex } from "./recovery/names.ts";
import { noElement, wrongIndex } from "./recovery/no-element.ts";
import { skipToken } from "./recovery/skip.ts";
import { atWrongQuotes, takeWrongQuotes } from "./recovery/wrong-quotes.ts";
import { isValueMissing, quote } from "./recovery/wrong-value.ts";
import type { Call, Field, Index, Indexed, IntegerLiteral, Stray, StringLiteral } from "./tree.ts";

/** A run of `[…]`. The reader is at the first bracket. */
export function indexes(p: Reader, base: Field | Call): Indexed {
  const found: Index[] = [];
  let { type } = base;
  let each = false;
  let end = base.end;
  while (p.is(code.openBracket)) {
    if (found.length > 0 && p.at > end) spaceBeforeIndex(p, { start: base.start, end });
    const index = oneIndex(p, base, type);
    found.push(index);
    if (index.key.kind === "each" && index.of) each = true;
    type = isSound(p, index) ? index.of?.of : undefined;
    end = index.end;
    p.skip();
  }
  return { kind: "indexed", start: base.start, end, base, indexes: found, each, type };
}

/** Whether the index is valid. If not, it is already reported, and the type is unknown. */
function isSound(p: Reader, { end, key, of }: Index): boolean {
  if (key.kind === "missing" || p.text.charAt(end - 1) !== "]") return false;
  return key.kind === "stray" || fits(key, of);
}

function oneIndex(p: Reader, base: Field | Call, type: Type | undefined): Index {
  const start = p.at;
  p.at++;
  p.skip();
  const key = wholeKey(p, indexKey(p));
  p.skip();
  const closed = p.takeChar(code.closeBracket);
  const end = closed ? p.at : Math.max(key.end, start + 1);
  if (!closed) unclosedIndex(p, start, end);
  const of = type && isCollection(type) ? type : undefined;
  const index: Index = { kind: "index", start, end, key, of };
  if (type) checkIndex(p, base, index, type);
  return index;
}

/** key = "*" | quoted string | integer */
function indexKey(p: Reader): Index["key"] {
  const start = p.at;
  if (p.takeChar(code.asterisk)) return { kind: "each", start, end: p.at };
  const hole = p.takeHole();
  if (hole) return unseenKey(p, hole);
  if (p.is(code.quote)) return mapKey(p, quotedString(p));
  if (atInteger(p)) return arrayIndex(p, integer(p));
  if (isValueMissing(p)) {
    p.problemHere("expression-syntax", () => ({
      message: "Missing key between the brackets. Use a quoted string, a number or '*'.",
    }));
    return { kind: "missing", start, end: start };
  }
  return wrongKey(p);
}

/** A hole may be empty, and the key follows it. Another hole may follow the key. */
function unseenKey(p: Reader, hole: Stray): Stray {
  p.skip();
  if (p.is(code.quote)) quotedString(p);
  else if (atInteger(p)) integer(p);
  p.skip();
  p.takeHole();
  return { ...hole, end: p.lastEnd };
}

/** The key is directly followed by other text, as in `[61:62]`. */
function wholeKey(p: Reader, key: Index["key"]): Index["key"] {
  const end = p.restEnd();
  if (end === p.at || codeAt(p.text, end) !== code.closeBracket) return key;
  p.at = key.start;
  return key.kind === "missing" ? key : wrongKey(p, end);
}

function mapKey(p: Reader, key: StringLiteral): StringLiteral | Stray {
  if (p.isUnseen(key)) {
    p.faults++;
    return { kind: "stray", start: key.start, end: key.end };
  }
  if (!isUtf8(key.bytes)) {
    p.problem("bad-escape", key, () => ({ message: "A map key must be valid UTF-8." }));
  }
  return key;
}

function arrayIndex(p: Reader, key: IntegerLiteral | Stray): IntegerLiteral | Stray {
  if (key.kind === "integer" && (key.value < 0n || key.value > BigInt(maxArrayIndex))) {
    p.problem("index-type", key, () => ({
      message: `Invalid index ${p.slice(key)}: indexes range from 0 to ${maxArrayIndex}.`,
    }));
  }
  return key;
}

function wrongKey(p: Reader, knownEnd?: number): Stray {
  const start = p.at;
  const bare = atWrongQuotes(p) ? takeWrongQuotes(p).inside : undefined;
  if (knownEnd !== undefined) p.at = knownEnd;
  else if (bare === undefined) skipToken(p);
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => {
    const written = p.slice(span);
    const raw = /^r#*"(.*)"#*$/s.exec(written)?.[1];
    const suggested = quote(bare ?? raw ?? written);
    const fix = safeFix(`Use ${suggested}`, [replace(span, suggested)]);
    const sure = (bare ?? raw) !== undefined || /^[\w-]+$/.test(written);
    return {
      message: `Expected a key in double quotes, found ${shorten(written)}. Use ${cut(suggested)}.`,
      fixes: [sure ? fix : { ...fix, guess: true }],
    };
  });
  return { kind: "stray", ...span };
}

function unclosedIndex(p: Reader, start: number, end: number): void {
  p.problem("expression-syntax", { start, end: start + 1 }, () => ({
    message: "This '[' is not closed. Add ']' after the key.",
    fixes: [likelyFix("Add ']'", [insert(end, "]")])],
  }));
}

/** Maps have string keys, arrays have numbers, and both have `[*]`. */
function checkIndex(p: Reader, base: Field | Call, index: Index, type: Type): void {
  const { key } = index;
  if (key.kind === "stray" || key.kind === "missing") return;
  const picked = { base, index, type };
  if (!isCollection(type)) p.problem("index-type", index, () => noElement(p, picked));
  else if (!fits(key, type)) p.problem("index-type", index, () => wrongIndex(p, picked));
}

function fits(key: Index["key"], of: CollectionType | undefined): boolean {
  return key.kind === "each" || (key.kind === "string") === (of?.kind === "Map");
}
