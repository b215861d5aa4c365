/** Fixes that convert between a single value and an array, as the operator of a condition requires. */
import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import type { Json } from "../../json/syntax/parse.ts";
import {
  type JsonArray,
  type JsonNumber,
  type JsonString,
  type JsonValue,
  writtenText,
} from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { isSingle, parseValueList, type ValueList } from "../../text/several-values.ts";
import type { Span } from "../../text/span.ts";
import type { Condition } from "../syntax/filter.ts";
import { isOddText } from "../values/compared.ts";
import { isGrouped, type NumberRange, rangeIn, suggestedNumber } from "../values/numbers.ts";
import { compatibility, neverHasBlanks, scalarOf } from "../values/operand.ts";
import { keepOnly } from "./keep-only.ts";
import { commentsIn } from "./layout.ts";
import { mostSpread } from "./list.ts";

/** For an operator that needs an array. */
export function asList(condition: Condition, value: JsonValue, json: Json): Fix[] {
  const { field } = condition;
  const scalar = field && scalarOf[field.type];
  const short = value.end - value.start <= mostSplit;
  const plain = value.kind === "string" && short ? value.value : "";
  const listed = parseValueList(plain);
  const whole: Fix = writeList(value, json.text.slice(value.start, value.end));
  if (scalar === "integer" || scalar === "number") {
    const range = rangeIn(plain);
    if (range) return inRange(condition, range, json);
    const numbers = listed && numbersIn(listed.items);
    if (numbers && value.kind === "string") return listOfNumbers(condition, value, numbers);
    return compatibility(value, scalar) === "no" ? [] : [whole];
  }
  if (scalar && compatibility(value, scalar) === "no") return [];
  const isOdd = !isSingle(plain) || (field !== undefined && isOddText(plain, field, "whole"));
  if (value.kind === "string" && !listed && isOdd) return [{ ...whole, guess: true }];
  return listed ? listOfTexts(condition, value, listed, whole) : [whole];
}

/** Longer strings exceed the size limit of a filter anyway. */
const mostSplit = 10_000;

function listOfTexts(condition: Condition, value: JsonValue, listed: ValueList, whole: Fix): Fix[] {
  const several = writeList(value, listed.items.map((it) => JSON.stringify(it)).join(", "));
  if (listed.sure) return [several];
  // A comma or space may be part of the value, especially between words.
  const hasWords = listed.items.some((it) => /\s/.test(it)) || !hasSeparator(value);
  const isWhole = hasWords && !neverHasBlanks(condition.field);
  const fixes = isWhole ? [whole, several] : [several, whole];
  return fixes.map((it) => ({ ...it, guess: true }));
}

function hasSeparator(value: JsonValue): boolean {
  return value.kind === "string" && /[,;|\n\r\t]/.test(value.value);
}

/** The items as JSON numbers; undefined if one of them is not an integer. */
function numbersIn(items: readonly string[]): readonly string[] | undefined {
  return items.every((it) => /^(?:0|[1-9]\d*)$/.test(it)) ? items : undefined;
}

function listOfNumbers(condition: Condition, value: JsonString, numbers: readonly string[]): Fix[] {
  const list = writeList(value, numbers.join(", "));
  if (isSurelyList(condition, value.value)) return [list];
  return [list, writeList(value, numbers.join(""))].map((it) => ({ ...it, guess: true }));
}

/** The number, the numbers or the range that a string represents. */
export function asNumber(condition: Condition, value: JsonString | JsonNumber, json: Json): Fix[] {
  const text = writtenText(value);
  const range = rangeIn(text);
  const list = condition.value?.value?.kind === "array" ? condition.value.value : undefined;
  if (range) return list && list.items.length > 1 ? [] : inRange(condition, range, json);
  const number = suggestedNumber(text, condition.field);
  const one: Fix[] = number ? [unlessSure(number.sure, write(value, number.text))] : [];
  if (number?.sure) return one;
  const several = list ? asItems(condition, value, text) : withListOperator(condition, value, text);
  return several.length > 0 && isSurelyList(condition, text) ? several : [...one, ...several];
}

/** `["200,201"]`: the brackets are correct, but the quotes are not. */
function asItems(condition: Condition, value: JsonValue, text: string): Fix[] {
  const listed = parseValueList(text);
  const numbers = listed && numbersIn(listed.items);
  if (!numbers) return [];
  return [unlessSure(isSurelyList(condition, text), write(value, numbers.join(", ")))];
}

/** `200,201` may be one number, except for fields that have no numbers of that size. */
function isSurelyList({ field }: Condition, text: string): boolean {
  if (field?.vocabulary === "http-status" || !isGrouped(text.trim())) return true;
  const most = field?.range?.[1];
  return most !== undefined && Number(text.replaceAll(/\D/g, "")) > most;
}

function unlessSure(sure: boolean, fix: Fix): Fix {
  return sure ? fix : { ...fix, guess: true };
}

function write(value: JsonValue, text: string): Fix {
  return safeFix(`Use ${text}`, [replace(value, text)]);
}

/** For an operator that needs a single value. */
export function asOne(condition: Condition, list: JsonArray, json: Json): Fix[] {
  const fixes: Fix[] = [];
  const { items } = list;
  const [only] = items;
  if (items.length === 1 && only && isPlain(only)) {
    const edits = keepOnly({ json, around: list, part: only });
    fixes.push(safeFix("Remove the brackets", edits));
  }
  const inOperator = listOperator(condition);
  const operator = condition.operator?.value;
  if (inOperator && operator && items.length > 0) {
    const edits = [replace(operator, JSON.stringify(inOperator))];
    fixes.push(safeFix(`Use '${inOperator}'`, edits));
  } else if (items.length > 1 && items.length <= mostSpread) {
    fixes.push(...oneEach(condition, items, json));
  }
  return fixes;
}

/** The equivalent operator for an array, if the field supports it. */
function listOperator({ comparison, field }: Condition): "in" | "!in" | undefined {
  if (field?.type === "bool") return undefined;
  if (comparison?.name === "eq") return "in";
  return comparison?.name === "!eq" ? "!in" : undefined;
}

/** `"200,201"` with `eq`. */
function withListOperator(condition: Condition, value: JsonValue, text: string): Fix[] {
  const inOperator = listOperator(condition);
  const operator = condition.operator?.value;
  const listed = parseValueList(text);
  const numbers = listed && numbersIn(listed.items);
  if (!inOperator || !operator || !numbers) return [];
  const list = `[${numbers.join(", ")}]`;
  const edits = [replace(operator, JSON.stringify(inOperator)), replace(value, list)];
  return [
    unlessSure(isSurelyList(condition, text), safeFix(`Use '${inOperator}' with ${list}`, edits)),
  ];
}

/** A range needs two conditions. Not offered if comments would be lost. */
function inRange(condition: Condition, range: NumberRange, json: Json): Fix[] {
  const { key, operator, object, comparison } = condition;
  const outside = comparison?.name === "!eq" || comparison?.name === "!in";
  const inside = comparison?.name === "eq" || comparison?.name === "in";
  if (!key?.value || !operator?.value || object.properties.length > 3) return [];
  if ((!inside && !outside) || commentsIn(json.comments, condition).length > 0) return [];
  const { least, most } = range;
  const field = `"key": ${json.text.slice(key.value.start, key.value.end)}`;
  const [low, high] = outside ? ["lt", "gt"] : ["geq", "leq"];
  const logical = outside ? "or" : "and";
  const ends = `{ ${field}, "operator": "${low}", "value": ${least} }, { ${field}, "operator": "${high}", "value": ${most} }`;
  const edits = [replace(object, `{ "${logical}": [${ends}] }`)];
  return [likelyFix(`Use '${low}' ${least} ${logical} '${high}' ${most}`, edits)];
}

/** A group with one condition for each value. Not offered if comments would be lost. */
function oneEach(condition: Condition, items: readonly JsonValue[], json: Json): Fix[] {
  const { text, comments } = json;
  const { key, operator, object } = condition;
  if (!key?.value || !operator?.value || object.properties.length > 3) return [];
  if (!items.every(isPlain) || commentsIn(comments, condition).length > 0) return [];
  const logical = condition.comparison?.name.startsWith("!") ? "and" : "or";
  const start = `"key": ${text.slice(key.value.start, key.value.end)}, "operator": ${text.slice(operator.value.start, operator.value.end)}`;
  const each = items.map((it) => `{ ${start}, "value": ${text.slice(it.start, it.end)} }`);
  const edits = [replace(object, `{ "${logical}": [${each.join(", ")}] }`)];
  return [likelyFix(`Use one condition for each in an '${logical}'`, edits)];
}

function writeList(value: JsonValue, items: string): Fix {
  return write(value, `[${items}]`);
}

function isPlain(value: JsonValue): boolean {
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean";
}

/** The brackets of the array and of nested arrays. Empty if one is not closed, or removing them would leave an extra comma. */
export function innerBrackets(list: JsonArray, text: string): Span[] {
  const found: Span[] = [];
  for (const todo = [list]; todo.length > 0; ) {
    const array = todo.pop();
    const last = array?.items[array.items.length - 1];
    if (!array || !last || /\S/.test(text.slice(last.end, array.end - 1))) return [];
    const { start, end, items } = array;
    // Brackets that are not closed end with the text, together with what is in them.
    if (text[end - 1] !== "]" || last.end === end) return [];
    found.push({ start, end: start + 1 }, { start: end - 1, end });
    for (const item of items) if (item.kind === "array") todo.push(item);
  }
  return found;
}
