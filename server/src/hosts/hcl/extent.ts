import { code, commentEnd, lineEnd, startsTopLevel } from "./cursor.ts";
import type { Template } from "./tree.ts";

/** Finds the ends of strings. */
export class Extents {
  /** Holes that start before this offset end with their line, because an earlier one is unclosed. */
  private openUntil = -1;
  /** The last line that consists of each word; computed after the first unterminated heredoc. */
  private lastLines: Map<string, number> | undefined;

  private readonly braces: Occurrences;
  /** Where a string should have been closed at the latest, if one was not. */
  openAt: number | undefined;

  constructor(private readonly text: string) {
    this.braces = new Occurrences(text, "{");
  }

  /** Starts at the opening quote. A string ends at the end of its line at the latest, unless a hole spans lines. */
  quoted(start: number): Template {
    const { text } = this;
    let at = start + 1;
    for (;;) {
      const here = text.charCodeAt(at);
      if (here > code.percent && here !== code.backslash) {
        at++;
        continue;
      }
      if (here === code.quote) return quotedTemplate(start, at, at + 1);
      if (at >= text.length || here === code.lineFeed) {
        const end = text.charCodeAt(at - 1) === code.carriageReturn && at > start + 1 ? at - 1 : at;
        this.openAt ??= at;
        return quotedTemplate(start, end, end);
      }
      if (here === code.backslash && text.charCodeAt(at + 1) !== code.lineFeed) at += 2;
      else if (startsHole(text, at)) {
        const end = this.hole(at);
        if (end === undefined) return this.withOpenHole(start, at);
        at = end;
      } else at += escapeLength(text, at);
    }
  }

  /** The last quote on the line is the most likely end of the string. */
  private withOpenHole(start: number, hole: number): Template {
    const { text } = this;
    const end = lineEnd(text, hole);
    this.openAt ??= end;
    const quote = text.lastIndexOf('"', end - 1);
    if (quote > hole) return quotedTemplate(start, quote, quote + 1);
    const content = text.charCodeAt(end - 1) === code.carriageReturn ? end - 1 : end;
    return quotedTemplate(start, content, content);
  }

  /** Starts at `<<`; undefined if it is not a heredoc. */
  heredoc(start: number): Template | undefined {
    const { text } = this;
    opening.lastIndex = start;
    const [all = "", dash, marker = ""] = opening.exec(text) ?? [];
    if (marker === "") return undefined;
    const style = dash ? "indented heredoc" : "heredoc";
    const first = start + all.length;
    if (!this.lastLines || (this.lastLines.get(marker) ?? -1) >= first) {
      for (let line = first; line < text.length; ) {
        const end = markerEnd(text, line, marker);
        if (end !== undefined) {
          return { kind: "template", style, start, end, content: { start: first, end: line } };
        }
        line = this.lineAfter(line);
      }
    }
    const end = this.withoutMarker(first);
    return { kind: "template", style, start, end, content: { start: first, end } };
  }

  /** The start of the next line, after any holes that span lines. */
  private lineAfter(line: number): number {
    return lineAfter(this.text, line, this.braces, (at) => this.hole(at));
  }

  private withoutMarker(from: number): number {
    const { text } = this;
    this.lastLines ??= linesOfOneWord(text);
    this.openAt ??= text.length;
    for (let line = from; line < text.length; line = lineEnd(text, line) + 1) {
      if (startsTopLevel(text, line)) return line;
    }
    return text.length;
  }

  private hole(at: number): number | undefined {
    const limit = at < this.openUntil ? lineEnd(this.text, at) : this.text.length;
    const end = holeEnd(this.text, at, limit);
    if (end > 0) return end;
    this.openUntil = Math.max(this.openUntil, -end);
    return undefined;
  }
}

function quotedTemplate(start: number, contentEnd: number, end: number): Template {
  const content = { start: start + 1, end: contentEnd };
  return { kind: "template", style: "quoted", start, end, content };
}

const opening = /<<(-?)([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?\n/uy;

/** Undefined unless the line consists of the marker. */
function markerEnd(text: string, line: number, marker: string): number | undefined {
  let at = line;
  while (text.charCodeAt(at) === code.space || text.charCodeAt(at) === code.tab) at++;
  if (!text.startsWith(marker, at)) return undefined;
  const end = at + marker.length;
  restOfLine.lastIndex = end;
  return restOfLine.test(text) ? end : undefined;
}

const restOfLine = /[ \t]*\r?(?:\n|$)/y;

function linesOfOneWord(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const it of text.matchAll(/^[ \t]*([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?$/gmu)) {
    found.set(it[1] ?? "", it.index);
  }
  return found;
}

/** Finds a string. Offsets must not decrease, so that no part of the text is searched twice. */
export class Occurrences {
  private found = -1;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {}

  after(at: number): number {
    if (this.found < at) {
      const found = this.text.indexOf(this.wanted, at);
      this.found = found === -1 ? Infinity : found;
    }
    return this.found;
  }
}

/** The start of a template's next line. Line breaks inside holes are ignored. */
export function lineAfter(
  text: string,
  line: number,
  braces: Occurrences,
  holeAt: (at: number) => number | undefined,
): number {
  let end = lineEnd(text, line);
  for (let brace = braces.after(line); brace < end; ) {
    const hole = brace > line && startsHole(text, brace - 1) ? holeAt(brace - 1) : undefined;
    if (hole) end = lineEnd(text, hole);
    brace = braces.after(hole ?? brace + 1);
  }
  return end + 1;
}

/** `${` or `%{`, but not the escapes `$${` or `%%{`, which are tested at their first character. */
export function startsHole(text: string, at: number): boolean {
  const here = text.charCodeAt(at);
  return (
    (here === code.dollar || here === code.percent) &&
    text.charCodeAt(at + 1) === code.openBrace &&
    !(text.charCodeAt(at - 1) === here)
  );
}

/** The length of the next unit in a template: `$${` and `%%{` are escapes of `${` and `%{`. */
function escapeLength(text: string, at: number): number {
  return isDoubled(text, at) ? 3 : 1;
}

export function isDoubled(text: string, at: number): boolean {
  const here = text.charCodeAt(at);
  return (
    (here === code.dollar || here === code.percent) &&
    text.charCodeAt(at + 1) === here &&
    text.charCodeAt(at + 2) === code.openBrace
  );
}

/**
 * The offset after the closing brace of a hole. Holes contain strings, which contain holes, to any depth. For an unclosed
 * hole, the negated offset where the search stopped.
 */
export function holeEnd(text: string, start: number, limit: number): number {
  plainHole.lastIndex = start + 2;
  if (plainHole.test(text) && plainHole.lastIndex <= limit) return plainHole.lastIndex;
  /** For each enclosing bracket or string: whether it is a string. */
  const inString = [false];
  let at = start + 2;
  while (at < limit) {
    const here = text.charCodeAt(at);
    if (inString.at(-1)) {
      if (here === code.lineFeed) break;
      at = partEnd(text, at, inString);
      continue;
    }
    if (here === code.closeBrace) {
      inString.pop();
      if (inString.length === 0) return at + 1;
    } else if (here === code.quote) inString.push(true);
    else if (here === code.openBrace) inString.push(false);
    else if (here === code.lineFeed && startsTopLevel(text, at + 1)) break;
    else if (here === code.hash || here === code.slash) {
      at = (commentEnd(text, at) ?? at + 1) - 1;
    }
    at++;
  }
  return -at;
}

/**
 * After a character, an escape or the start of a hole in a string. `inString` tracks the strings and holes that end or start
 * there.
 */
function partEnd(text: string, at: number, inString: boolean[]): number {
  const here = text.charCodeAt(at);
  if (here === code.quote) {
    inString.pop();
    return at + 1;
  }
  if (startsHole(text, at)) {
    inString.push(false);
    return at + 2;
  }
  return at + (here === code.backslash ? 2 : escapeLength(text, at));
}

/** The rest of a hole without strings, brackets and comments, as nearly all are. */
const plainHole = /[^"{}\n#/]*\}/y;
