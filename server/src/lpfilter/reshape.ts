/** Fixes that make a list of one value, or one value of a list, as the operator of a condition wants it. */
import type { Fix } from "../core/diagnostic.ts";
import type { Json } from "../json/parse.ts";
import type { JsonArray, JsonValue } from "../json/tree.ts";
import { replace } from "../text/edit.ts";
import type { Condition } from "./filter.ts";
import { listedNumbers, type Scalar, suits } from "./operand.ts";
import { keepOnly } from "./rewrite/keep-only.ts";
import { commentsIn } from "./rewrite/layout.ts";
import { mostSpread } from "./rewrite/list.ts";

/** For an operator that takes a list. */
export function asList(value: JsonValue, scalar: Scalar | undefined, text: string): Fix[] {
  const written = text.slice(value.start, value.end);
  const short = value.end - value.start <= mostSplit;
  const plain = value.kind === "string" && short ? value.value.trim() : "";
  const whole: Fix = writeList(value, written);
  if (scalar === "whole number") {
    const numbers = listedNumbers(plain.replace(/^\[|\]$/g, ""));
    if (numbers) return [writeList(value, numbers.join(", "))];
    return suits(value, scalar) === "no" ? [] : [whole];
  }
  if (scalar && suits(value, scalar) === "no") return [];
  const parts = plain.split(",").map((it) => it.trim());
  if (parts.length < 2 || parts.includes("")) return [whole];
  const several = writeList(value, parts.map((it) => JSON.stringify(it)).join(", "));
  // A comma may well belong to the text, and one between several words often does.
  const fixes = parts.some((it) => /\s/.test(it)) ? [whole, several] : [several, whole];
  return fixes.map((it) => ({ ...it, guess: true }));
}

/** What is longer than this is too long for a filter, however it is written. */
const mostSplit = 10_000;

/** For an operator that takes one value. */
export function asOne(condition: Condition, list: JsonArray, json: Json): Fix[] {
  const fixes: Fix[] = [];
  const { items } = list;
  const [only] = items;
  if (items.length === 1 && only && isPlain(only)) {
    const edits = keepOnly({ json, around: list, part: only });
    fixes.push({ title: "Remove the brackets", edits });
  }
  const twin = listTwin(condition);
  const operator = condition.operator?.value;
  if (twin && operator && items.length > 0) {
    const edits = [replace(operator, JSON.stringify(twin))];
    fixes.push({ title: `Change to '${twin}'`, edits });
  } else if (items.length > 1 && items.length <= mostSpread) {
    fixes.push(...oneEach(condition, items, json));
  }
  return fixes;
}

/** The operator that does with a list what this one does with one value, where the field takes it. */
function listTwin({ comparison, field }: Condition): "in" | "!in" | undefined {
  if (field?.type === "bool") return undefined;
  if (comparison?.name === "eq") return "in";
  return comparison?.name === "!eq" ? "!in" : undefined;
}

/** `"200,201"` under `eq`. */
export function asListUnderTwin(condition: Condition, value: JsonValue): Fix[] {
  const twin = listTwin(condition);
  const operator = condition.operator?.value;
  const numbers = value.kind === "string" ? listedNumbers(value.value) : undefined;
  if (!twin || !operator || !numbers) return [];
  const list = `[${numbers.join(", ")}]`;
  const edits = [replace(operator, JSON.stringify(twin)), replace(value, list)];
  return [{ title: `Use '${twin}' with ${list}`, edits }];
}

/** What matches any of several texts, or none of them, is a group with a condition for each. Comments would have no place there. */
function oneEach(condition: Condition, items: readonly JsonValue[], json: Json): Fix[] {
  const { text, comments } = json;
  const { key, operator, object } = condition;
  if (!key?.value || !operator?.value || object.properties.length > 3) return [];
  if (!items.every(isPlain) || commentsIn(comments, condition).length > 0) return [];
  const joiner = condition.comparison?.name.startsWith("!") ? "and" : "or";
  const start = `"key": ${text.slice(key.value.start, key.value.end)}, "operator": ${text.slice(operator.value.start, operator.value.end)}`;
  const each = items.map((it) => `{ ${start}, "value": ${text.slice(it.start, it.end)} }`);
  const edits = [replace(object, `{ "${joiner}": [${each.join(", ")}] }`)];
  return [{ title: `Write a condition for each under '${joiner}'`, edits, guess: true }];
}

function writeList(value: JsonValue, items: string): Fix {
  return { title: `Write [${items}]`, edits: [replace(value, `[${items}]`)] };
}

function isPlain(value: JsonValue): boolean {
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean";
}
