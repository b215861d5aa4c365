import type { Span } from "../../text/span.ts";

/** `# @name value`, before the expression. */
export interface Directive extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** As it is meant: escapes of a text are read. Empty if there is no value. */
  readonly value: string;
  readonly valueSpan: Span;
}

const pattern = /^(#[ \t]*@)([A-Za-z][\w-]*)([ \t]*)/;

/** The directives among the comments at the top of a file. */
export function readDirectives(text: string, comments: readonly Span[]): Directive[] {
  return comments.flatMap((comment) => {
    const written = text.slice(comment.start, comment.end);
    const match = pattern.exec(written);
    if (!match) return [];
    const [before, mark = "", name = "", space = ""] = match;
    const raw = withoutBlanks(written, before.length);
    const nameStart = comment.start + mark.length;
    const nameEnd = nameStart + name.length;
    const valueStart = nameEnd + space.length;
    return {
      start: comment.start,
      end: comment.end,
      name,
      nameSpan: { start: nameStart, end: nameEnd },
      value: texts.has(name) ? unescaped(raw) : raw,
      valueSpan: { start: valueStart, end: valueStart + raw.length },
    };
  });
}

/** Directives whose value is any text. */
const texts: ReadonlySet<string> = new Set(["description", "ref"]);

/** In quotes and with an escape, a text is a JSON string: `"two\nlines"`. In quotes without an escape, these are part of it. */
function unescaped(raw: string): string {
  if (!raw.startsWith('"') || !raw.endsWith('"') || !raw.includes("\\")) return raw;
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

/** The text of a directive, on one line and read as exactly this text. */
export function directiveText(text: string): string {
  const isPlain =
    text.trim() === text && !unsafe.test(text) && !/^[:=]/.test(text) && unescaped(text) === text;
  if (isPlain) return text;
  const quoted = JSON.stringify(text).replaceAll(new RegExp(unsafe, "gu"), escapeUnit);
  if (quoted.includes("\\")) return quoted;
  const isAtStart = /^"[\s:=]/.test(quoted);
  return isAtStart
    ? `"${escapeUnit(quoted.charAt(1))}${quoted.slice(2)}`
    : `${quoted.slice(0, -2)}${escapeUnit(quoted.at(-2) ?? "")}"`;
}

/** Characters that end a line, cannot be in a file, or are not seen. */
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Without trailing blanks. By hand, because a regex for them is quadratic. */
function withoutBlanks(text: string, start: number): string {
  let end = text.length;
  while (end > start && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(start, end);
}
