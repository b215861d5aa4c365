import type { Span } from "../text/span.ts";

/** The indentation of the lines in a host range. */
export interface Margin {
  /** Before a line that is not blank. */
  readonly indent: string;
  /** Before a blank line. */
  readonly blank: string;
  /** The end of the range in the host. */
  readonly end: number;
}

/** Indents new lines. Lines that start before the text or continue after it keep the host's indentation. */
export function indentLines(text: string, host: string, place: Span, margin: Margin): string {
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
