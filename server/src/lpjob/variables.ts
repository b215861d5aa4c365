import type { Span } from "../text/span.ts";

/** `${env:NAME}` or what looks like it, inside a string. The span counts from the start of the string's content. */
export interface Variable extends Span {
  /** Undefined when this is none that a push fills in. */
  readonly name: string | undefined;
  /** What stands between the braces, or after the first when there is no second. */
  readonly written: string;
  readonly closed: boolean;
}

const opening = /\$\{([^{}]*)(\}?)/g;
const named = /^env:([A-Za-z_]\w*)$/;

/** In the order of the text. Other things that start like a variable are there as well, for checks to look at. */
export function variablesIn(content: string): Variable[] {
  if (!content.includes("${")) return [];
  return [...content.matchAll(opening)].map((match) => {
    const [whole, written = "", close] = match;
    const closed = close === "}";
    const name = closed ? named.exec(written)?.[1] : undefined;
    return { start: match.index, end: match.index + whole.length, name, written, closed };
  });
}

/** Whether a part of the text becomes known only on push. */
export function hasVariable(content: string): boolean {
  return content.includes("${");
}

/** What is known of the text before a push. */
export function withoutVariables(content: string): string {
  return content.replace(opening, "");
}
