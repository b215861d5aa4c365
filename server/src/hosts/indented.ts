import type { Span } from "../text/span.ts";

/**
 * Gives the lines of a new text the indentation of the host. Blank lines have none, and neither has the rest of a line whose
 * beginning is in the host already.
 */
export function indented(
  text: string,
  indent: string,
  host: string,
  place: Span,
  contentEnd: number,
): string {
  const startsLine = place.start === 0 || host[place.start - 1] === "\n";
  const isLast = place.end >= contentEnd || /[\r\n]/.test(host[place.end] ?? "\n");
  const first = startsLine && !/^\r?(?:\n|$)/.test(text) ? indent : "";
  return (
    first + text.replace(isLast ? beforeText : beforeAny, `$&${indent.replaceAll("$", "$$$$")}`)
  );
}

const beforeText = /\n(?!\r?\n|$)/g;
const beforeAny = /\n(?!\r?\n)/g;
