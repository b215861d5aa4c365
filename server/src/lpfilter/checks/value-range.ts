import type { Report } from "../../core/check.ts";
import type { LogOperator } from "../../core/log-test.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { thousands } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import type { Condition } from "../syntax/filter.ts";
import { eachOperand } from "../values/operand.ts";
import { readValue } from "../values/values.ts";
import type { FilterCheck } from "./check.ts";

export const valueRange: FilterCheck<"condition"> = {
  code: "value-range",
  severity: "hint",
  summary: "The number is out of range, so the condition is always true or always false.",
  why: "Scores end at 99 or 100, ports at 65,535, and counts are not negative. A comparison with a number out of range matches every line or none. Few ranges are documented, so this is only a hint.",
  on: "condition",
  run(condition, report) {
    const { field } = condition;
    if (field?.type === "int" && mayDecideNothing(condition, field))
      checkValue(condition, field, report);
  },
  examples: `
{ "where": { "key": "BotScore", "operator": "gt", "value": 100 } }
                                                           ^^^ hint: 'BotScore' is never greater than 100. Its range is 0 to 99.
---
{ "where": { "key": "ClientSrcPort", "operator": "in", "value": [443, 84443] } }
                                                                      ^^^^^ hint: 'ClientSrcPort' is never 84443. Its range is 0 to 65,535.
---
{ "where": { "key": "EdgeResponseBytes", "operator": "geq", "value": 0 } }
                                                                     ^ hint: 'EdgeResponseBytes' is always at least 0. It is never less than 0.
---
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
      { "key": "EdgeResponseStatus", "operator": "lt", "value": 600 },
      { "key": "BotScore", "operator": "gt", "value": 0 },
      { "key": "BotScore", "operator": "lt", "value": "30" },
      { "key": "WAFAttackScore", "operator": "!eq", "value": 100 }
    ]
  }
}
`,
};

/** Fast path: false for numbers well inside the range, as most are. */
function mayDecideNothing({ value }: Condition, { range, vocabulary }: Field): boolean {
  const least = range ? range[0] : 0;
  const most = vocabulary === "http-status" ? 599 : range ? range[1] : Number.POSITIVE_INFINITY;
  const operand = value?.value;
  if (operand?.kind !== "array") return operand !== undefined && !isInside(operand, least, most);
  for (const item of operand.items) if (!isInside(item, least, most)) return true;
  return false;
}

function isInside(value: JsonValue, least: number, most: number): boolean {
  return value.kind === "number" && value.value > least && value.value < most;
}

function checkValue(condition: Condition, field: Field, report: Report): void {
  const { comparison } = condition;
  if (!comparison || field.name.endsWith("DBM") || field.name.includes("Offset")) return;
  const [least, most] = field.range ?? [0, undefined];
  eachOperand(condition, (it) => {
    const number = numberOf(it);
    // A negative number has its own message: the service may reject it.
    if (number === undefined || number < 0) return false;
    const said = judge(comparison.name, number, least, statusEnd(condition) ?? most);
    if (!said) return false;
    report(it, `'${field.name}' is ${said}. ${range(least, statusEnd(condition) ?? most)}`);
    return true;
  });
}

/** Origins use custom statuses, but rarely above this. */
function statusEnd({ field, comparison }: Condition): number | undefined {
  const isOrder = comparison?.name === "gt" || comparison?.name === "geq";
  return field?.vocabulary === "http-status" && isOrder ? 599 : undefined;
}

function numberOf(value: JsonValue): number | undefined {
  if (value.kind !== "number" && value.kind !== "string") return undefined;
  const number = readValue(value.value, "integer");
  return typeof number === "number" ? number : undefined;
}

/** Whether the comparison is always or never true; undefined if it depends on the value. */
function judge(
  operator: LogOperator,
  number: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  switch (operator) {
    case "lt":
      if (number <= least) return `never less than ${number}`;
      return number > most ? `always less than ${number}` : undefined;
    case "leq":
      if (number < least) return `never ${number} or less`;
      return number >= most ? `always ${number} or less` : undefined;
    case "gt":
      if (number >= most) return `never greater than ${number}`;
      return number < least ? `always greater than ${number}` : undefined;
    case "geq":
      if (number > most) return `never at least ${number}`;
      return number <= least ? `always at least ${number}` : undefined;
    case "eq":
    case "!eq":
    case "in":
    case "!in":
      return number > most ? `never ${number}` : undefined;
    case "startsWith":
    case "!startsWith":
    case "endsWith":
    case "!endsWith":
    case "contains":
    case "!contains":
      return undefined;
  }
}

function range(least: number, most: number | undefined): string {
  return most === undefined
    ? `It is never less than ${least}.`
    : `Its range is ${least} to ${thousands(most)}.`;
}
