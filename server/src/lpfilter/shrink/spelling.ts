import type { Json } from "../../json/syntax/parse.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { isExact } from "../logic/claim.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import type { Condition } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";

/** Edits that write the same condition in fewer characters. */
export function shorterCondition(condition: Condition, json: Json): readonly Edit[] {
  const { text } = json;
  const { comparison, field } = condition;
  const operand = condition.value?.value;
  const values = valuesOf(condition);
  const isNumeric = field?.type === "int" || field?.type === "float";
  if (!comparison || !operand || !values?.every(isExact)) return [];
  if (operand.kind === "array") {
    const [only] = operand.items;
    if (only && operand.items.length === 1 && field?.type !== "bool") {
      const word = condition.operator?.value;
      const operator = comparison.name === "in" ? "eq" : "!eq";
      const bare = keepOnly({ json, around: operand, part: only });
      return word ? [replace(word, JSON.stringify(operator)), ...bare] : [];
    }
    return isNumeric ? operand.items.flatMap((it) => shorterNumber(it, text)) : [];
  }
  if (field?.type === "bool") return shorterBoolean(condition, values[0] === true);
  if (field?.type === "int") {
    const bound = Number(values[0]);
    if (comparison.name === "leq") return rewritten(condition, "lt", String(bound + 1));
    if (comparison.name === "geq") return rewritten(condition, "gt", String(bound - 1));
  }
  return isNumeric || field?.type === "array[int]" ? shorterNumber(operand, text) : [];
}

/** Only unquotes a number, which may save characters when the other edits do not. */
export function shorterValue({ field, value }: Condition, json: Json): readonly Edit[] {
  return field?.type === "int" && value?.value ? shorterNumber(value.value, json.text) : [];
}

/** `!eq false` is `eq true`. */
function shorterBoolean(condition: Condition, value: boolean): readonly Edit[] {
  const isNegated = condition.comparison?.name === "!eq";
  return rewritten(condition, "eq", String(value !== isNegated));
}

function shorterNumber(value: JsonValue, text: string): Edit[] {
  const short = numeral(value, text);
  return short === written(value, text) ? [] : [replace(value, short)];
}

function numeral(value: JsonValue, text: string): string {
  const before = written(value, text);
  if (value.kind !== "string" && value.kind !== "number") return before;
  const number = Number(value.value);
  if (!Number.isFinite(number) || !isExact(number)) return before;
  const short = String(number);
  return short.length < before.length ? short : before;
}

function rewritten(condition: Condition, operator: string, operand: string): readonly Edit[] {
  const word = condition.operator?.value;
  const value = condition.value?.value;
  if (!word || !value) return [];
  return [replace(word, JSON.stringify(operator)), replace(value, operand)];
}

function written({ start, end }: JsonValue, text: string): string {
  return text.slice(start, end);
}
