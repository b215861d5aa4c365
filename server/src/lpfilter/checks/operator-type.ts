import type { Fix } from "../../core/diagnostic.ts";
import type { LogFieldType, LogOperator } from "../../core/log-test.ts";
import { replace } from "../../text/edit.ts";
import { alternatives } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import { unfilterable } from "../catalog/fields.ts";
import { type Operator, operatorsFor } from "../catalog/operators.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import type { Condition, Filter } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const operatorType: FilterCheck<"oddCondition"> = {
  code: "operator-type",
  severity: "error",
  summary: "The operator does not support the field's type.",
  why: "Ordering operators need numbers, `startsWith` and `endsWith` need strings, and arrays support only `contains` and `!contains`.",
  on: "oddCondition",
  run(condition, report, { filter }) {
    const { field, comparison, operator } = condition;
    if (condition.fits || !field || !comparison || !operator?.value || unfilterable(field)) return;
    report(operator.value, message(comparison, field), { fixes: fixes(condition, filter) });
  },
  examples: `
{ "where": { "key": "ClientCountry", "operator": "lt", "value": "ca" } }
                                                 ^^^^ error: 'lt' needs a number, but 'ClientCountry' is a string. Use 'eq', 'startsWith', 'endsWith', 'contains' or 'in'.
---
{ "where": { "key": "SecurityActions", "operator": "!eq", "value": "block" } }
                                                   ^^^^^ error: '!eq' needs a single value, but 'SecurityActions' is an array. Use '!contains'.
=>
{ "where": { "key": "SecurityActions", "operator": "!contains", "value": "block" } }
---
{ "where": { "key": "CacheReserveUsed", "operator": "in", "value": [true] } }
                                                    ^^^^ error: 'in' needs a string or a number, but 'CacheReserveUsed' is a Boolean. Use 'eq'.
=>
{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": true } }
---
{ "where": { "key": "EdgeResponseStatus", "operator": "startsWith", "value": "5" } }
                                                      ^^^^^^^^^^^^ error: 'startsWith' needs a string, but 'EdgeResponseStatus' is a number. Use 'eq', 'lt', 'leq', 'gt', 'geq' or 'in'.
---
{
  "where": {
    "and": [
      { "key": "SecurityActions", "operator": "contains", "value": "block" },
      { "key": "EdgeResponseCompressionRatio", "operator": "geq", "value": 1.5 },
      { "key": "EdgeStartTimestamp", "operator": "gt", "value": "2026-11-01T00:00:00Z" }
    ]
  }
}
`,
};

function message(operator: Operator, { name, type }: Field): string {
  const negated = operator.name.startsWith("!");
  const fitting = operatorsFor(type)
    .map((it) => it.name)
    // Only positive or only negated operators, for a shorter list.
    .filter((it) => it.startsWith("!") === (negated && hasOpposites(type)));
  return `'${operator.name}' needs ${work(operator, type)}, but '${name}' is ${nouns[type]}. Use ${alternatives(fitting)}.`;
}

const nouns: Readonly<Record<LogFieldType, string>> = {
  string: "a string",
  int: "a number",
  float: "a number",
  bool: "a Boolean",
  "int or string": "a timestamp",
  "array[string]": "an array",
  "array[int]": "an array",
  "array[object]": "an array of objects",
  object: "an object",
};

function hasOpposites(type: LogFieldType): boolean {
  return type === "bool" || type.startsWith("array");
}

/** The work of the operator, to explain why the type does not fit. */
function work({ name, takes }: Operator, type: LogFieldType): string {
  if (type.startsWith("array") && takes.includes("string") && !name.endsWith("With"))
    return "a single value";
  if (!takes.includes("string")) return "a number";
  if (!takes.includes("int")) return "a string";
  return "a string or a number";
}

/** `contains` for elements and `eq` for Booleans; other types are ambiguous. */
function fixes(
  { field, comparison, operator, value }: Condition,
  { json }: Filter,
): readonly Fix[] {
  if (!field || !comparison || !operator?.value) return [];
  const suggested = suggestedOperator(comparison.name, field.type);
  const operand = value?.value;
  if (!suggested || operand?.kind === "object" || operand?.kind === "null") return [];
  const title = `Use '${suggested}'`;
  const edits = [replace(operator.value, JSON.stringify(suggested))];
  // Equality with an array and containing an element differ.
  const guess = field.type === "bool" ? {} : { guess: true as const };
  if (operand?.kind !== "array") return [{ title, edits, ...guess }];
  const only = operand.items.length === 1 ? operand.items[0] : undefined;
  if (!only) return [];
  const kept = keepOnly({ json, around: operand, part: only });
  return [{ title, edits: [...edits, ...kept], ...guess }];
}

function suggestedOperator(name: LogOperator, type: LogFieldType): LogOperator | undefined {
  const yes = name === "eq" || name === "in";
  const no = name === "!eq" || name === "!in";
  if (type === "array[string]" || type === "array[int]") {
    if (yes) return "contains";
    if (no) return "!contains";
  }
  if (type === "bool") {
    if (yes || name === "contains") return "eq";
    if (no || name === "!contains") return "!eq";
  }
  return undefined;
}
