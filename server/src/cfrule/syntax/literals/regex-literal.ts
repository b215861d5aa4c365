import { code, codeAt } from "../characters.ts";
import type { Reader } from "../reader.ts";
import type { RegexLiteral } from "../tree.ts";
import { atRawString, closingQuote, rawString, reportUnclosed } from "./strings.ts";

/** A regular expression after `matches`; undefined, without moving, if no string starts here. */
export function regexLiteral(p: Reader): RegexLiteral | undefined {
  if (atRawString(p)) {
    const { start, end, value } = rawString(p);
    return { kind: "regex", start, end, form: "raw", pattern: value };
  }
  return p.is(code.quote) ? quotedRegex(p) : undefined;
}

/** The offset in the text of an offset in the pattern. */
export function regexOffset(text: string, literal: RegexLiteral, offset: number): number {
  return regexOffsets(text, literal)(offset);
}

/** Like `regexOffset`, for many offsets. A quoted pattern lacks some backslashes, which are located once. */
export function regexOffsets(text: string, literal: RegexLiteral): (offset: number) => number {
  if (literal.form === "raw") {
    const first = text.indexOf('"', literal.start) + 1;
    return (offset) => first + offset;
  }
  const places: number[] = [];
  let inClass = false;
  for (let at = literal.start + 1; at < literal.end; at++) {
    const char = codeAt(text, at);
    places.push(at);
    if (char === code.backslash) {
      at++;
      // An escape in a class, or of anything but a quote, keeps its backslash.
      if (inClass || codeAt(text, at) !== code.quote) places.push(at + 1);
    } else if (char === code.openBracket) inClass = true;
    else if (char === code.closeBracket) inClass = false;
  }
  return (offset) => Math.min(places[offset] ?? literal.end, literal.end);
}

/**
 * A backslash is kept together with the next character, except before a quote. Inside a class a quote is an ordinary
 * character. The first `]` closes a class, even where the regular expression would treat it as a member.
 */
function quotedRegex(p: Reader): RegexLiteral {
  const { text } = p;
  const start = p.at;
  let pattern = "";
  let from = start + 1;
  let inClass = false;
  const limit = p.ranOut || p.hidQuote ? -1 : text.length;
  for (let at = from; at < limit; at++) {
    const char = codeAt(text, at);
    if (char === code.backslash) {
      at++;
      if (inClass || codeAt(text, at) !== code.quote) continue;
      pattern += text.slice(from, at - 1);
      from = at;
    } else if (char === code.quote && !inClass) {
      p.at = at + 1;
      return regexOf(start, p.at, pattern + text.slice(from, at));
    } else if (char === code.openBracket) inClass = true;
    else if (char === code.closeBracket) inClass = false;
  }
  return runOut(p, start);
}

/** The most likely end is the next quote, which is inside an unclosed class. */
function runOut(p: Reader, start: number): RegexLiteral {
  const close = closingQuote(p, start + 1);
  const end = close === -1 ? reportUnclosed(p, start) : close + 1;
  if (close !== -1 && !p.hidQuote) hiddenQuote(p, start, close);
  p.hidQuote = true;
  p.at = end;
  return regexOf(start, end, p.text.slice(start + 1, close === -1 ? end : close));
}

function hiddenQuote(p: Reader, start: number, close: number): void {
  const bracket = p.text.lastIndexOf("[", close);
  const place = bracket > start ? bracket : start;
  p.problem("regex-syntax", { start: place, end: place + 1 }, () => ({
    message:
      "Unclosed '[': the quote after it is part of the class. Add ']', or use '\\[' for the character.",
  }));
}

function regexOf(start: number, end: number, pattern: string): RegexLiteral {
  return { kind: "regex", start, end, form: "quoted", pattern };
}
