import type { Span } from "./span.ts";

/** `${env:NAME}` or similar text inside a string. The span is relative to the string's content. */
export interface Variable extends Span {
  /** Undefined if push does not replace it. */
  readonly name: string | undefined;
  /** The text between the braces, or after the opening brace if the closing one is missing. */
  readonly written: string;
  readonly closed: boolean;
}

const named = /^env:([A-Za-z_]\w*)$/;
const dollar = 36;
const openBrace = 123;
const closeBrace = 125;

/** In text order, lazily. Includes malformed variables, for checks. `$${` is an escaped `${`. */
export function* variablesIn(content: string): Generator<Variable> {
  for (let end = 0; ; ) {
    const start = content.indexOf("${", end);
    if (start === -1) return;
    end = start + "${".length;
    if (content.charCodeAt(start - 1) === dollar) continue;
    while (end < content.length && !isBrace(content.charCodeAt(end))) end++;
    const written = content.slice(start + "${".length, end);
    const closed = content.charCodeAt(end) === closeBrace;
    if (closed) end++;
    const name = closed ? named.exec(written)?.[1] : undefined;
    yield { start, end, name, written, closed };
  }
}

function isBrace(code: number): boolean {
  return code === openBrace || code === closeBrace;
}

/** Text as it is sent, or a variable. */
export type TemplatePart = string | { readonly variable: string };

/** A string of a job in parts: variables, and between them the text as it is sent. */
export function templateParts(content: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const { start, end, name } of variablesIn(content)) {
    if (name === undefined) continue;
    parts.push(unescaped(content.slice(at, start)), { variable: name });
    at = end;
  }
  parts.push(unescaped(content.slice(at)));
  return parts;
}

/** Of several dollar signs before a brace, the first escapes. */
function unescaped(literal: string): string {
  return literal.replaceAll(/(?<!\$)\$(\$+\{)/g, "$1");
}

/** The spans of escapes, as in `$${env:NAME}`: from the first dollar sign to the brace. */
export function* escapesIn(content: string): Generator<Span> {
  for (const { 0: text, index } of content.matchAll(/(?<!\$)\$\$+\{/g))
    yield { start: index, end: index + text.length };
}

/** The string of a job that is sent as exactly this text, whatever it contains. */
export function escapeVariables(text: string): string {
  return text.replaceAll(/(?<!\$)\$+\{/g, "$$$&");
}

/** The syntax of an environment variable in a file, which is replaced on push. */
export function variable(name: string): string {
  return `\${env:${name}}`;
}
