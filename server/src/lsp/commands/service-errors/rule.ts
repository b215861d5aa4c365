import type { Reason } from "../../../api/service-error.ts";
import { Lines, utf8Length } from "../../../text/lines.ts";
import type { Span } from "../../../text/span.ts";
import type { PushedText } from "./text.ts";
import { quotedIn } from "./text.ts";

/** The span that an error refers to: the engine's carets, a quoted word, the directive of a pointer, or the expression. */
export function placeInRule(reason: Reason, refused: PushedText): Span | undefined {
  const { text, language, context } = refused;
  const analysis = language.analyze(text, context);
  const pushed = analysis.pushed();
  if (!pushed) return undefined;
  const gaps = analysis.tokens().filter((it) => it.type === "comment" || it.type === "macro");
  const offsets = offsetsOf(pushed, text, gaps);
  const inFile = ({ start, end }: Span): Span | undefined => {
    const [first, last] = [offsets[start], offsets[Math.max(start, end - 1)]];
    return first === undefined || last === undefined ? undefined : { start: first, end: last + 1 };
  };
  const place = atCarets(reason.message, pushed) ?? atWord(reason.message, pushed);
  if (place) return inFile(place);
  const property = /\/(\w+)$/.exec(reason.pointer ?? "")?.[1];
  if (property === "expression") return inFile({ start: 0, end: pushed.length });
  return property === undefined ? undefined : directive(property, text);
}

/** The file offset of each pushed character. Comments and extra whitespace are not pushed. */
function offsetsOf(pushed: string, text: string, comments: readonly Span[]): number[] {
  const offsets: number[] = [];
  let at = 0;
  let next = 0;
  for (let i = 0; i < pushed.length; i++) {
    for (;;) {
      while ((comments[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
      const comment = comments[next];
      if (comment && comment.start <= at) at = comment.end;
      else if (at < text.length && text[at] !== pushed[i] && !isSpaceFor(pushed[i], text[at])) at++;
      else break;
    }
    if (at >= text.length) break;
    offsets.push(at++);
  }
  return offsets;
}

/** A space matches any whitespace. */
function isSpaceFor(pushed: string | undefined, written: string | undefined): boolean {
  return pushed === " " && written !== undefined && /\s/.test(written);
}

/** `(1:9)` is a line and a byte column; the carets below have the length. Older messages only have carets. */
function atCarets(message: string, pushed: string): Span | undefined {
  const header = /\((\d+):(\d+)\)/.exec(message);
  const carets = /^(.*)\n([ \t]*)(\^+)/m.exec(message);
  const length = carets?.[3]?.length ?? 1;
  if (header) return spanAt(pushed, Number(header[1]) - 1, Number(header[2]) - 1, length);
  const [, line = "", indent = ""] = carets ?? [];
  const shown = /^\W?(.*?)\W?$/.exec(line)?.[1] ?? "";
  const [from, quote] = pushed.includes(line) ? [line, 0] : [shown, line.indexOf(shown)];
  if (!carets || from === "" || !pushed.includes(from)) return undefined;
  const start = pushed.indexOf(from) + indent.length - quote;
  return clamp({ start, end: start + length }, pushed);
}

function spanAt(pushed: string, line: number, bytes: number, length: number): Span | undefined {
  const lines = new Lines(pushed);
  if (line < 0 || line >= lines.count) return undefined;
  const text = pushed.slice(lines.startOf(line), lines.endOf(line));
  const start = lines.startOf(line) + unitsIn(text, bytes);
  return clamp({ start, end: lines.startOf(line) + unitsIn(text, bytes + length) }, pushed);
}

/** The UTF-16 length of the first bytes of a text. */
function unitsIn(text: string, bytes: number): number {
  let left = bytes;
  let units = 0;
  for (const character of text) {
    if (left <= 0) break;
    left -= utf8Length(character);
    units += character.length;
  }
  return units;
}

/** An error at the end is moved to the last character. */
function clamp({ start, end }: Span, pushed: string): Span {
  const first = Math.max(0, Math.min(start, pushed.length - 1));
  return { start: first, end: Math.max(first + 1, Math.min(end, pushed.length)) };
}

function atWord(message: string, pushed: string): Span | undefined {
  for (const word of quotedIn(message)) {
    const start = wholeWord(word, pushed);
    if (start !== -1) return { start, end: start + word.length };
  }
  return undefined;
}

/** Matches whole words only. */
function wholeWord(word: string, text: string): number {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + word.length] ?? ""];
    const isPart =
      (/\w/.test(before) && /^\w/.test(word)) || (/[\w.]/.test(after) && /\w$/.test(word));
    if (!isPart) return at;
  }
  return -1;
}

/** Rule settings with another name in files. */
const directiveNames: Readonly<Record<string, string>> = {
  enabled: "paused",
  action_parameters: "skip",
};

function directive(property: string, text: string): Span | undefined {
  const name = Object.hasOwn(directiveNames, property) ? directiveNames[property] : property;
  for (const { 0: line, 1: found, index } of text.matchAll(/^#[ \t]*@(\w+).*/gm)) {
    if (found === name) return { start: index, end: index + line.trimEnd().length };
  }
  return undefined;
}
