/** A value of the request on the right side of a comparison, as in `http.host eq lower(http.host)`. */

import { onlyMarks } from "../../text/hole.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { isCollection, type Type, typeName } from "../catalog/type.ts";
import { code, codeAt, endsWord, isNamePart } from "./characters.ts";
import { type ExpectedValue, kindName, leftText, takesRequestValue } from "./expected-value.ts";
import type { Reader } from "./reader.ts";
import { needlessParentheses } from "./recovery/extra-comparison.ts";
import { isInNamespace, suggestedField } from "./recovery/suggested-field.ts";
import { stepsInto } from "./recovery/whole-collection.ts";
import type { Node, Operand, Quantifier, Stray } from "./tree.ts";
import { isEach } from "./types.ts";

/** Undefined, without moving, if neither a field nor a call is next. */
export function requestValue(
  p: Reader,
  expected: ExpectedValue,
  operand: (p: Reader) => Operand | Quantifier,
): Operand | Stray | undefined {
  if (!takesRequestValue(expected.operator.name)) return undefined;
  if (p.atHole() ? isNameUnseen(p) : atOperand(p, p.at)) return checked(p, expected, operand(p));
  const gap = p.is(code.openParenthesis) && /^\(\s*/.exec(p.text.slice(p.at, p.at + longestGap));
  return gap && atOperand(p, p.at + gap[0].length) ? inParentheses(p, operand) : undefined;
}

/** `${local.function}(http.host)` and `${local.map}["a"]`. */
function isNameUnseen(p: Reader): boolean {
  const end = p.restEnd();
  return /[([]/.test(p.text.charAt(end)) && !onlyMarks(p.text.slice(p.at, end));
}

/** `eq (http.host)`. */
function inParentheses(p: Reader, operand: (p: Reader) => Operand | Quantifier): Stray {
  const start = p.at++;
  p.skip();
  const inner = operand(p);
  p.skip();
  const closed = p.takeChar(code.closeParenthesis);
  const group = { start, end: p.at };
  p.problem("expression-syntax", group, () =>
    closed
      ? needlessParentheses(p, inner, [group])
      : { message: `Remove the '(' before ${shorten(p.slice(inner))}.` },
  );
  return { kind: "stray", ...group };
}

/** Whether a field or a call starts there. Other words are strings without quotes. */
function atOperand(p: Reader, at: number): boolean {
  const { text } = p;
  if (!isNamePart(codeAt(text, at))) return false;
  const end = p.nameEnd(at);
  const name = text.slice(at, end);
  const [called] = /^\s*\(/.exec(text.slice(end, end + longestGap)) ?? [];
  if (called !== undefined && p.scheme.function(name)) return true;
  if (called === "(" && /^[a-z_]\w*$/i.test(name)) return true;
  if (!endsName(text, end)) return false;
  const field = p.scheme.field(name);
  return field ? !field.pseudo : isMisspelled(p, { start: at, end }, name);
}

const longestGap = 100;

/** `ssl-admin.example.com` and `cf.zone/x` are texts that only start like a field. */
function endsName(text: string, end: number): boolean {
  return endsWord(codeAt(text, end)) || /^(?:\[|#|&&|\|\||\^\^)/.test(text.slice(end, end + 2));
}

/** A name in the namespace of known fields, close to one of them: not an unquoted host name or hexadecimal bytes. */
function isMisspelled(p: Reader, span: Span, name: string): boolean {
  if (!isInNamespace(p, name) || /^[\da-f]{2}(?:\.[\da-f]{2})+$/i.test(name)) return false;
  return suggestedField(p, span, name) !== undefined;
}

/** Checks that both sides have the same type. */
function checked(p: Reader, expected: ExpectedValue, right: Operand | Quantifier): Operand | Stray {
  const { type, start, end } = right;
  if (p.isUnseen(right)) p.faults++;
  else if (type && (isEach(right) || isOther(type, expected)))
    p.problem("value-type", right, () => ({ message: mismatch(p, expected, right, type) }));
  return right.kind === "quantifier" ? { kind: "stray", start, end } : right;
}

function isOther(type: Type, { kind }: ExpectedValue): boolean {
  return kind === undefined ? isCollection(type) : kind !== type.kind;
}

function mismatch(p: Reader, expected: ExpectedValue, right: Node, type: Type): string {
  const written = shorten(p.slice(right));
  if (isEach(right))
    return `${written} has one value per element. Use '[*]' on the left side only, in any(…) or all(…).`;
  if (isCollection(type)) {
    const article = type.kind === "Array" ? "an" : "a";
    return `${written} is ${article} ${typeName(type)}; only its elements can be compared. Use ${p.slice(right)}${stepsInto(type)}.`;
  }
  return `${leftText(p, expected)} is ${kindName(expected.kind)}, but ${written} is ${kindName(type.kind)}. Compare values of the same type.`;
}
