import { advised, type Fix, safeFix } from "../../../core/diagnostic.ts";
import { type Edit, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { ExpectedValue } from "../expected-value.ts";
import { addressShape } from "../literals/addresses.ts";
import type { Description } from "../problems.ts";
import { insertNot, replaceByWord } from "../word-edits.ts";

/** Converts `eq` and `ne` with set items to `in`. */
export function membershipFix(
  text: string,
  expected: ExpectedValue,
  inside: Span & { readonly text: string },
): Fix[] {
  const { name } = expected.operator;
  if (name !== "eq" && name !== "ne") return [];
  const edits: Edit[] = [
    replaceByWord(text, expected.operator, "in"),
    replace(inside, inside.text),
  ];
  const denied = isDenied(expected);
  if (denied) edits.push(insertNot(text, expected.left.start));
  const set = inside.text.startsWith("$") ? cut(inside.text) : "{…}";
  return [safeFix(`Use '${denied ? "not … " : ""}in ${set}'`, edits)];
}

/** Whether the comparison is negated. */
function isDenied({ operator }: ExpectedValue): boolean {
  return (operator.name === "ne") !== (operator.negated ?? false);
}

/** A network or range where a single address is expected. */
export function setOnly(
  text: string,
  expected: ExpectedValue,
  span: Span,
  written: string,
): Description | undefined {
  const shape = expected.kind === "IP" ? addressShape(written) : undefined;
  if (!shape) return undefined;
  const { start, end } = span;
  if (expected.operator.name === "in") {
    const set = `{${written}}`;
    return advised(`'in' needs a set.`, safeFix(`Use ${cut(set)}`, [replace(span, set)]));
  }
  if (shape === "address") return undefined;
  return {
    message: `'${expected.operator.name}' needs one address, but ${shorten(written)} is a ${shape}. Use ${isDenied(expected) ? "not … " : ""}in {${written}}.`,
    fixes: membershipFix(text, expected, { start, end, text: `{${written}}` }),
  };
}
