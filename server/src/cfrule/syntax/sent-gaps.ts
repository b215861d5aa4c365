import { safeFix } from "../../core/diagnostic.ts";
import { remove, replace } from "../../text/edit.ts";
import type { Reader } from "./reader.ts";

/**
 * Reports the gaps that the engine rejects in a text that is sent as it is. Between two tokens it accepts spaces and line breaks
 * only. At both ends it accepts any whitespace of Unicode, which a byte order mark is not.
 */
export function reportGaps(p: Reader): void {
  const { text, gaps } = p;
  for (let i = 0; i < gaps.length; i += 2) {
    const start = gaps[i] ?? 0;
    const end = gaps[i + 1] ?? start;
    if (end - start === 1 && text[start] === " ") continue;
    const isAtEnd = start === 0 || end === text.length;
    if (!isAtEnd && splitsStrictWildcard(text, start, end)) reportSplit(p, start, end);
    else reportCharacters(p, { start, end, refused: isAtEnd ? byteOrderMarks : notInGaps });
  }
}

const byteOrderMarks = /\ufeff+/g;
const notInGaps = /[^ \r\n]+/g;

function splitsStrictWildcard(text: string, start: number, end: number): boolean {
  return text.startsWith("wildcard", end) && text.slice(0, start).endsWith("strict");
}

function reportSplit(p: Reader, start: number, end: number): void {
  if (p.text.slice(start, end).includes("#")) return;
  p.problem("expression-syntax", { start, end }, () => ({
    message: "The engine accepts 'strict wildcard' only with a single space between the two words.",
    fixes: [safeFix("Use a single space", [replace({ start, end }, " ")])],
  }));
}

/** Comments in a gap are reported by the host. */
function reportCharacters(
  p: Reader,
  { start, end, refused }: { start: number; end: number; refused: RegExp },
): void {
  const blank = p.slice({ start, end }).replace(/#[^\r\n]*/g, (it) => " ".repeat(it.length));
  for (const { index, 0: written } of blank.matchAll(refused)) {
    const span = { start: start + index, end: start + index + written.length };
    const isAtEnd = start === 0 || end === p.text.length;
    p.problem("expression-syntax", span, () => ({
      message: `The engine rejects ${nameOf(written)} here${isAtEnd ? ". Remove it." : "; only spaces and line breaks may separate words. Use a space."}`,
      fixes: [
        isAtEnd
          ? safeFix("Remove it", [remove(span)])
          : safeFix("Use a space", [replace(span, " ")]),
      ],
    }));
  }
}

function nameOf(written: string): string {
  const point = written.charCodeAt(0);
  const hex = point.toString(16).toUpperCase().padStart(4, "0");
  return names[point] ?? `the whitespace character U+${hex}`;
}

const names: Readonly<Record<number, string>> = {
  9: "a tab",
  11: "a vertical tab",
  12: "a form feed",
  160: "a no-break space",
  65279: "a byte order mark",
};
