import type { Addition } from "../../core/analysis.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import type { Field } from "../catalog/fields.ts";
import type { Document } from "../document.ts";
import type { Comparison, Expression } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";
import { inSpelling, spellingOf } from "./spelling.ts";

interface NewComparison {
  readonly field: Field;
  readonly value: string | number | boolean;
  readonly isWanted: boolean;
}

/** Narrows the rule by a comparison. Undefined if it has errors, or the value does not fit the field. */
export function addComparison(
  doc: Document,
  addition: Extract<Addition, { kind: "condition" }>,
): readonly Edit[] | undefined {
  const { root, problems } = doc.parsed;
  const added = readAddition(doc, addition);
  const literal = added && literalFor(added);
  if (!added || literal === undefined) return undefined;
  const known = problems.length === 0 && added.isWanted && sameField(root, added.field.name);
  return known ? widened(doc, known, literal) : addText(doc, comparison(doc, added, literal));
}

/** Narrows the rule to the values of a range, or to the others. */
export function addRange(
  doc: Document,
  { field: name, least, most, isWanted }: Extract<Addition, { kind: "range" }>,
): readonly Edit[] | undefined {
  const field = doc.scheme.field(name);
  const isInteger = [least, most].every((it) => it === undefined || Number.isSafeInteger(it));
  if (field?.type.kind !== "Integer" || !isInteger) return undefined;
  const spelling = spellingOf({ root: doc.parsed.root, text: doc.text });
  const compare = (operator: "ge" | "le" | "lt" | "gt", value: number) =>
    addText(doc, `${name} ${inSpelling(spelling, operator)} ${value}`);
  if (least !== undefined && most !== undefined) {
    const not = isWanted ? "" : `${inSpelling(spelling, "not")} `;
    return addText(doc, `${not}${name} in {${least}..${most}}`);
  }
  if (least !== undefined) return compare(isWanted ? "ge" : "lt", least);
  return most === undefined ? undefined : compare(isWanted ? "le" : "gt", most);
}

/** Joins a condition to the rule. */
function addText(doc: Document, text: string): readonly Edit[] | undefined {
  const { root, problems, form } = doc.parsed;
  if (form === "value") return undefined;
  if (root.kind === "missing") return [insert(doc.text.length, text)];
  if (problems.length > 0) return undefined;
  const joined = ` ${inSpelling(spellingOf({ root, text: doc.text }), "and")} ${text}`;
  const isLoose = root.kind === "logical" && root.name !== "and";
  return isLoose
    ? [insert(root.start, "("), insert(root.end, `)${joined}`)]
    : [insert(root.end, joined)];
}

function readAddition(
  { scheme }: Document,
  { field: name, value, isWanted }: Extract<Addition, { kind: "condition" }>,
): NewComparison | undefined {
  const field = scheme.field(name);
  const read: unknown = JSON.parse(value);
  if (!field || read === null || typeof read === "object") return undefined;
  return { field, value: read as NewComparison["value"], isWanted };
}

function comparison(doc: Document, { field, value, isWanted }: NewComparison, literal: string) {
  const spelling = spellingOf({ root: doc.parsed.root, text: doc.text });
  if (typeof value === "boolean")
    return value === isWanted ? field.name : `${inSpelling(spelling, "not")} ${field.name}`;
  return `${field.name} ${inSpelling(spelling, isWanted ? "eq" : "ne")} ${literal}`;
}

/** Undefined if the value does not fit the type. */
function literalFor({ field, value }: NewComparison): string | undefined {
  switch (field.type.kind) {
    case "String":
      return `"${String(value).replace(/["\\]/g, "\\$&").replace(controls, hexEscape)}"`;
    case "Integer":
      return Number.isSafeInteger(value) ? String(value) : undefined;
    case "IP":
      return typeof value === "string" && /^[\da-f.:]+$/i.test(value) ? value : undefined;
    case "Boolean":
      return typeof value === "boolean" ? String(value) : undefined;
    default:
      return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const controls = /[\u0000-\u001f\u007f]/g;

function hexEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** A comparison that already allows some values of the field. */
function sameField(root: Expression, name: string): Comparison | undefined {
  const all = root.kind === "logical" && root.name === "and" ? root.operands : [root];
  return all.find(
    (it): it is Comparison =>
      it.kind === "comparison" &&
      it.left.kind === "field" &&
      it.left.name === name &&
      !isOperand(it.right) &&
      (it.operator.name === "eq" || (it.operator.name === "in" && it.right.kind === "set")),
  );
}

/** The comparison with one more value. */
function widened({ text }: Document, known: Comparison, literal: string): readonly Edit[] {
  const { operator, right } = known;
  const items = right.kind === "set" ? right.items : [right];
  if (items.some((it) => text.slice(it.start, it.end) === literal)) return [];
  const last = right.kind === "set" ? right.items.at(-1) : undefined;
  if (last) return [insert(last.end, ` ${literal}`)];
  const set = `in {${text.slice(right.start, right.end)} ${literal}}`;
  return [replace({ start: operator.start, end: right.end }, set)];
}
