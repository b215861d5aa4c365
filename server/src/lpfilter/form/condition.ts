import type { JsonArray, JsonValue } from "../../json/syntax/tree.ts";
import { writtenText } from "../../json/syntax/tree.ts";
import { applyEdits, type Edit, insert, replace, shiftEdit } from "../../text/edit.ts";
import { quotedList } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import { operatorNamed } from "../catalog/operators.ts";
import { commentsIn, indentAt, layoutOf, leading } from "../rewrite/layout.ts";
import type { Condition } from "../syntax/filter.ts";
import { scalarOf } from "../values/operand.ts";
import type { FormDocument } from "./form-document.ts";
import { type CommentedItem, leaveComments, newPart, readItems, writeItems } from "./parts.ts";
import {
  defaultValue,
  fittingOperator,
  isFitting,
  isFittingText,
  takesList,
  writeValue,
} from "./values.ts";

/** Thrown for an operation that is impossible; the message is shown to the user. */
export class Impossible extends Error {}

export interface Change {
  readonly field?: string | undefined;
  readonly operator?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/** A new condition on one line. */
export function writeCondition(
  doc: FormDocument,
  { field, operator, values }: Required<Change>,
): string {
  const known = doc.fields.get(field ?? "");
  const name = checkedOperator(operator ?? "", field ?? "", known);
  const texts = checkedValues(values ?? [], name, field ?? "", known);
  const written = texts.map((it) => writeValue(it, known));
  const value = takesList(name) ? `[${written.join(", ")}]` : written[0];
  return `{ "key": ${JSON.stringify(field)}, "operator": "${name}", "value": ${value} }`;
}

/** The source of a condition after a change. Only the changed parts are rewritten. */
export function changeCondition(doc: FormDocument, condition: Condition, change: Change): string {
  const before = textIn(condition.key?.value);
  const field = change.field ?? before;
  const known = doc.fields.get(field);
  const old = textIn(condition.operator?.value);
  const operator =
    change.operator === undefined
      ? (fittingOperator(old, known)?.name ?? old)
      : checkedOperator(change.operator, field, known);
  const values = change.values && checkedValues(change.values, operator, field, known);
  const edits = [
    ...setProperty(condition, "key", field === before ? undefined : JSON.stringify(field)),
    ...setProperty(condition, "operator", operator === old ? undefined : `"${operator}"`),
    ...setProperty(condition, "value", newOperand(doc, condition, { known, operator, values })),
  ];
  const text = doc.text.slice(condition.start, condition.end);
  return applyEdits(
    text,
    edits.map((it) => shiftEdit(it, -condition.start)),
  );
}

function textIn(value: JsonValue | undefined): string {
  return value?.kind === "string" ? value.value : "";
}

function checkedOperator(name: string, field: string, known: Field | undefined): string {
  const operator = operatorNamed(name);
  if (!operator) throw new Impossible(`Unknown operator '${name}'.`);
  if (known && !operator.takes.includes(known.type)) {
    throw new Impossible(
      `'${name}' does not support '${field}', which is of type '${known.type}'.`,
    );
  }
  return name;
}

function checkedValues(
  values: readonly string[],
  operator: string,
  field: string,
  known: Field | undefined,
): readonly string[] {
  if (values.length === 0) throw new Impossible("A condition needs a value.");
  if (values.length > 1 && !takesList(operator)) {
    throw new Impossible(`'${operator}' needs one value, found ${quotedList(values.slice(0, 3))}.`);
  }
  const wrong = values.find((it) => !isFittingText(it, known));
  if (wrong === undefined) return values;
  const kind = known && scalarOf[known.type];
  const article = kind === "integer" ? "an" : "a";
  throw new Impossible(`'${field}' needs ${article} ${nouns[kind ?? "string"]}, found '${wrong}'.`);
}

const nouns = {
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "Boolean",
  timestamp: "timestamp",
} as const;

/** A missing property is added after the others. */
function setProperty(
  condition: Condition,
  name: "key" | "operator" | "value",
  written: string | undefined,
): Edit[] {
  if (written === undefined) return [];
  const value = condition[name]?.value;
  if (value) return [replace(value, written)];
  const { properties } = condition.object;
  const last = properties[properties.length - 1];
  return last ? [insert(last.end, `, "${name}": ${written}`)] : [];
}

interface OperandChange {
  readonly known: Field | undefined;
  readonly operator: string;
  /** Undefined to keep the current values that fit. */
  readonly values: readonly string[] | undefined;
}

/** Undefined if the value does not change. */
function newOperand(
  doc: FormDocument,
  condition: Condition,
  wanted: OperandChange,
): string | undefined {
  const { known, operator } = wanted;
  const old = condition.value?.value;
  const tokens = old?.kind === "array" ? old.items : old ? [old] : [];
  const isList = takesList(operator);
  const values = wanted.values ?? keptValues(doc, tokens, known, isList);
  const written = writtenValues(doc, tokens, values, known);
  if (isList && old?.kind === "array") return writeList(doc, old, written);
  const operand = isList
    ? `[${written.map((it) => it.text).join(", ")}]`
    : (written[0]?.text ?? '""');
  if (!old) return operand;
  const isSame = !isList && old.kind !== "array" && operand === doc.text.slice(old.start, old.end);
  if (isSame) return undefined;
  const comments = commentsIn(doc.json.comments, old);
  return leading(doc.json, comments, indentAt(doc.text, old.start)) + operand;
}

function keptValues(
  doc: FormDocument,
  tokens: readonly JsonValue[],
  known: Field | undefined,
  isList: boolean,
): readonly string[] {
  const texts = tokens.flatMap((it) => {
    const text = scalarText(it);
    return text !== undefined && (isFitting(it, known) || isFittingText(text, known)) ? [text] : [];
  });
  const fitting = texts.length > 0 ? texts : [defaultValue(known, doc)];
  return isList ? fitting : fitting.slice(0, 1);
}

export function scalarText(value: JsonValue): string | undefined {
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean"
    ? writtenText(value)
    : undefined;
}

interface Written {
  readonly text: string;
  /** The existing item of the array; undefined for a new value. */
  readonly token?: JsonValue;
}

/** Existing values that fit keep their source. */
function writtenValues(
  doc: FormDocument,
  tokens: readonly JsonValue[],
  values: readonly string[],
  known: Field | undefined,
): Written[] {
  const free = [...tokens];
  return values.map((value) => {
    const index = free.findIndex((it) => scalarText(it) === value);
    const [token] = index === -1 ? [] : free.splice(index, 1);
    if (token && isFitting(token, known)) {
      return { text: doc.text.slice(token.start, token.end), token };
    }
    const like = tokens.length === 1 && !token ? tokens[0] : undefined;
    return {
      text: writeValue(value, known, like && isFitting(like, known) ? like : undefined),
      ...(token && { token }),
    };
  });
}

/** Keeps the comments of the array. */
function writeList(
  doc: FormDocument,
  list: JsonArray,
  written: readonly Written[],
): string | undefined {
  const layout = layoutOf(doc.json);
  const texts = list.items.map((it) => doc.text.slice(it.start, it.end));
  const items = readItems(doc.json, list, texts, layout);
  const parts = new Map(list.items.map((it, index) => [it, items.parts[index]]));
  const kept = new Set<CommentedItem<string> | undefined>();
  const after = written.map(({ text, token }) => {
    const part = token && parts.get(token);
    if (!part) return newPart(text);
    kept.add(part);
    part.item = text;
    return part;
  });
  const lost = items.parts.filter((it) => !kept.has(it));
  items.parts = after;
  leaveComments(
    items,
    after.length,
    lost.flatMap((it) => [...it.before, ...it.after]),
  );
  const result = writeItems(items, indentAt(doc.text, list.start), layout, (part) => part.item);
  return result === doc.text.slice(list.start, list.end) ? undefined : result;
}
