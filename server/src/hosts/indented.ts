import type { Span } from "../text/span.ts";

/** How the lines of a stretch of the host begin. */
export interface Margin {
  /** Before a line with something in it. */
  readonly indent: string;
  /** Before a blank line. */
  readonly blank: string;
  /** Where the stretch ends in the host. */
  readonly end: number;
}

/** Gives the lines of a new text their margin. The host has that of a line that began before the text, or goes on after it. */
export function indented(text: string, host: string, place: Span, margin: Margin): string {
  const startsLine = place.start === 0 || host[place.start - 1] === "\n";
  const isLast = place.end >= margin.end || /[\r\n]/.test(host[place.end] ?? "\n");
  return text
    .split("\n")
    .map((line, index, lines) => {
      if (index === 0 && !startsLine) return line;
      if (index === lines.length - 1 && line === "") {
        return isLast ? "" : margin.indent;
      }
      return (line === "" || line === "\r" ? margin.blank : margin.indent) + line;
    })
    .join("\n");
}
