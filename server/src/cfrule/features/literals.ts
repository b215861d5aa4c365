import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { plural } from "../../text/wording.ts";
import { formatAddress, sizeInWords } from "../../vocabulary/ip.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/fields.ts";
import { headers } from "../catalog/headers.ts";
import type { Document } from "../document.ts";
import type { Comparison, Node, Operand, RangeLiteral, StringLiteral } from "../syntax/tree.ts";

/** The meaning of a literal beyond its text; undefined if there is nothing to add. */
export function literalMeaning(
  doc: Document,
  node: Node,
  path: readonly Node[],
): string | undefined {
  const comparison = path.findLast((it): it is Comparison => it.kind === "comparison");
  const field = comparison && comparedField(comparison.left);
  switch (node.kind) {
    case "string":
      return (
        headerMeaning(node.value, path) ??
        valueMeaning(field, node.value) ??
        keyedOtherwise(doc, node, path)
      );
    case "integer":
      return paragraphs(
        valueMeaning(field, String(node.value)),
        momentMeaning(field, node.value),
        otherBase(doc, node),
      );
    case "address":
      return `IPv${node.family} address ${code(formatAddress(node))}`;
    case "network":
      return networkMeaning(node);
    case "range":
      return rangeMeaning(node);
    case "regex":
      return `Regular expression, matches anywhere in the value: ${code(node.pattern)}`;
    case "set":
      return `Set of ${plural(node.items.length, "value")}`;
    default:
      return undefined;
  }
}

/** The field, or the field of the element, left of a comparison. */
export function comparedField(left: Operand): Field | undefined {
  const base = left.kind === "indexed" ? left.base : left;
  return base.kind === "field" ? base.definition : undefined;
}

function valueMeaning(field: Field | undefined, value: string): string | undefined {
  if (!field?.vocabulary) return undefined;
  const { noun, values } = vocabularies[field.vocabulary];
  // Wrong case is reported by a check; the meaning is still clear.
  const meaning =
    values.get(value) ?? values.get(value.toUpperCase()) ?? values.get(value.toLowerCase());
  return meaning && paragraphs(`${code(value)} ${escapeMarkdown(meaning)}`, noun);
}

/** Unknown keys have no separate hover. */
function keyedOtherwise(
  doc: Document,
  node: StringLiteral,
  path: readonly Node[],
): string | undefined {
  if (path[path.length - 2]?.kind === "index") return undefined;
  const around = path.findLast((it) => it.kind === "comparison" || it.kind === "call");
  const operator = around?.kind === "comparison" ? around.operator.name : "";
  return paragraphs(stringMeaning(doc, node), patterns[operator]) || undefined;
}

const patterns: Readonly<Record<string, string>> = {
  wildcard: "Pattern for the whole value, case-insensitive; `*` matches any text.",
  "strict wildcard": "Pattern for the whole value, case-sensitive; `*` matches any text.",
};

/** The value of a string with escapes or bytes, and its length. Plain strings need no hover. */
function stringMeaning(
  { text }: Document,
  { start, end, value, bytes }: StringLiteral,
): string | undefined {
  if (text.slice(start, end) === `"${value}"`) return undefined;
  const size = plural(bytes.length, "byte");
  return `String ${code(value)}, ${size}`;
}

/** Seconds since 1970 as a date. */
function momentMeaning(field: Field | undefined, value: bigint): string | undefined {
  if (field?.unit !== "unix seconds" || value < 0n || value > maxSeconds) return undefined;
  const written = new Date(Number(value) * 1000).toISOString();
  return `${written.slice(0, 10)} ${written.slice(11, 19)} UTC`;
}

/** The last second of the year 9999. */
const maxSeconds = 253_402_300_799n;

function headerMeaning(key: string, path: readonly Node[]): string | undefined {
  if (path[path.length - 2]?.kind !== "index") return undefined;
  const doc = headers.get(key.toLowerCase());
  return doc && `${code(key)} ${escapeMarkdown(doc)}`;
}

/** Hexadecimal and octal numbers in decimal, and large decimal numbers in hexadecimal. */
function otherBase(doc: Document, node: Node & { readonly kind: "integer" }): string | undefined {
  const { value } = node;
  const decimal = /^-?(?:0|[1-9]\d*)$/.test(doc.text.slice(node.start, node.end));
  if (!decimal) return `${code(String(value))} in decimal`;
  if (value < 256n) return undefined;
  return `${code(`0x${value.toString(16)}`)} in hexadecimal`;
}

function networkMeaning(network: Parameters<typeof sizeInWords>[0]): string {
  const { family, first, last } = network;
  const ends = [first, last].map((value) => code(formatAddress({ family, value })));
  return paragraphs(sizeInWords(network), ends.join(" to "));
}

function rangeMeaning({ first, last }: RangeLiteral): string | undefined {
  if (first.kind === "address" && last.kind === "address") {
    const { family } = first;
    if (family !== last.family || first.value > last.value) return undefined;
    return sizeInWords({ family, first: first.value, last: last.value });
  }
  if (first.kind !== "integer" || last.kind !== "integer") return undefined;
  const count = last.value - first.value + 1n;
  return count > 0n ? `${count.toLocaleString("en-US")} numbers` : undefined;
}
