import type { JsonString } from "../../json/syntax/tree.ts";
import { countCodePoints } from "../../text/code-points.ts";
import { hasHole as isFilledByHost, withoutHoles } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";

/** `${env:NAME}` or similar text inside a string. The span is relative to the string's content. */
export interface Variable extends Span {
  /** Undefined if push does not replace it. */
  readonly name: string | undefined;
  /** The text between the braces, or after the opening brace if the closing one is missing. */
  readonly written: string;
  readonly closed: boolean;
}

const named = /^env:([A-Za-z_]\w*)$/;
const openBrace = 123;
const closeBrace = 125;

/**
 * In text order, lazily. Includes malformed variables, for checks.
 */
export function* variablesIn(content: string): Generator<Variable> {
  for (let end = 0; ; ) {
    const start = content.indexOf("${", end);
    if (start === -1) return;
    end = start + "${".length;
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

/** Whether a part of the text is only known on push. */
export function hasVariable(content: string, string: JsonString): boolean {
  return content.includes("${") || (string.isUnseen === true && isFilledByHost(content));
}

/** Also true for placeholders of other tools, such as `{{ region }}`, and of examples, such as `<region>`. */
export function hasPlaceholder(content: string, string: JsonString): boolean {
  return hasVariable(content, string) || /\{\{|<[A-Za-z]/.test(content);
}

/** `<bucket>`, as in examples, or `{{ bucket }}`, as in templates of other tools. */
const standIn = /<[A-Za-z][\w .:-]*>|\{\{[^{}]*\}\}/;

/** `$BUCKET`, `$(BUCKET)`, `$env:BUCKET` and `%BUCKET%`, as in shells. Azure has containers such as `$logs`. */
const shellVariable =
  /\$([A-Z][A-Z\d_]+)\b|\$\(([A-Za-z_]\w*)\)|\$env:([A-Za-z_]\w*)|%(?![\dA-F]{2})([A-Z_][A-Z\d_]{2,})%/;

const foreign = new RegExp(`${standIn.source}|${shellVariable.source}`, "g");

/** Placeholders of other tools, in text order. */
export function* foreignVariables(content: string): Generator<Span & { readonly name?: string }> {
  for (const { 0: written, index: start, ...groups } of content.matchAll(foreign)) {
    const name = groups[1] ?? groups[2] ?? groups[3] ?? groups[4];
    yield { start, end: start + written.length, ...(name !== undefined && { name }) };
  }
}

/** Whether a variable may contain a required prefix of the text, such as a scheme. */
export function startsUnseen(string: JsonString): boolean {
  const { value } = string;
  const [first] = foreignVariables(value);
  return hasVariable(value, string) || first?.start === 0;
}

/** The number of characters that are known before a push. A surrogate pair is one character. */
export function lengthWithoutVariables({ value, isUnseen }: JsonString): number {
  const content = isUnseen ? withoutHoles(value) : value;
  let length = 0;
  let at = 0;
  for (const { start, end } of variablesIn(content)) {
    length += countCodePoints(content, at, start);
    at = end;
  }
  return length + countCodePoints(content, at, content.length);
}
