import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";

const reference = /^[ \t]*#[ \t]*@(?:before|after)[ \t]+(\S*)$/;

/** The name of another rule at the cursor, as far as it is typed: after `# @before` and `# @after`. */
export function ruleReference({ text, parsed }: Document, offset: number): Span | undefined {
  const { root } = parsed;
  if (root.kind !== "missing" && offset > root.start) return undefined;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const typed = reference.exec(line)?.[1];
  if (typed === undefined) return undefined;
  const rest = /^\S*/.exec(text.slice(offset))?.[0] ?? "";
  return { start: offset - typed.length, end: offset + rest.length };
}
