import type { JsonString } from "../../json/syntax/tree.ts";
import { hasHole as isFilledByHost, withoutHoles } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { escapesIn, variablesIn } from "../../text/variables.ts";
import { countCodePoints } from "../../text/width.ts";

/** Whether a part of the text is only known on push. */
export function hasVariable(content: string, string: JsonString): boolean {
  return hasOpenBrace(content) || (string.isUnseen === true && isFilledByHost(content));
}

function hasOpenBrace(content: string): boolean {
  return content.includes("${") && !variablesIn(content).next().done;
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
  const escapes = [...escapesIn(content)].length;
  return length + countCodePoints(content, at, content.length) - escapes;
}
