import type { Condition } from "../syntax/filter.ts";
import { isMisnamed } from "../syntax/misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const missingValue: FilterCheck<"oddCondition"> = {
  code: "missing-value",
  severity: "error",
  summary: "A condition has no value.",
  why: 'Every operator needs a `value`: an array for `in` and `!in`, a string, number or Boolean for the others. To match an empty field, use `""`.',
  on: "oddCondition",
  run(condition, report) {
    if (condition.value || isMisnamed(condition.object, "value")) return;
    report(
      { start: condition.start, end: condition.start + 1 },
      `Missing 'value'. ${missingValueAdvice(condition)}`,
    );
  },
  examples: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in" } }
           ^ error: Missing 'value'. 'in' needs an array, as in [500, 501].
---
{ "where": { "key": "ClientRequestPath", "operator": "startsWith" } }
           ^ error: Missing 'value'. 'startsWith' needs a string, as in "…".
---
{ "where": { "key": "ClientRequestReferer", "operator": "eq", "value": "" } }
`,
};

function missingValueAdvice({ comparison, field }: Condition): string {
  if (!comparison) return "Add the value to compare the field with.";
  const { name, operand } = comparison;
  switch (field?.type) {
    case "int":
    case "float":
    case "array[int]":
      return operand === "list"
        ? `'${name}' needs an array, as in [500, 501].`
        : `'${name}' needs a number, as in 500.`;
    case "bool":
      return `'${name}' needs true or false.`;
    case undefined:
      return `'${name}' needs ${operand === "list" ? "an array" : "one value"}.`;
    case "string":
    case "int or string":
    case "array[string]":
    case "array[object]":
    case "object":
      return operand === "list"
        ? `'${name}' needs an array, as in ["…", "…"].`
        : `'${name}' needs a string, as in "…".`;
  }
}
