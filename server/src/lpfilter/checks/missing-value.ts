import type { Condition } from "../syntax/filter.ts";
import { isMisnamed } from "../syntax/misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const missingValue: FilterCheck<"oddCondition"> = {
  code: "missing-value",
  severity: "error",
  summary: "A condition has nothing to compare with.",
  why: 'Every operator takes a `value`: a list for `in` and `!in`, one text, number or truth value for the rest. A field that is empty is compared with `""`.',
  on: "oddCondition",
  run(condition, report) {
    if (condition.value || isMisnamed(condition.object, "value")) return;
    report(
      { start: condition.start, end: condition.start + 1 },
      `This condition has no 'value'. ${wanted(condition)}`,
    );
  },
  examples: [
    {
      text: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in" } }
           ^ error: This condition has no 'value'. 'in' takes a list, as in [500, 501].
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestPath", "operator": "startsWith" } }
           ^ error: This condition has no 'value'. 'startsWith' takes one text, as in "…".
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestReferer", "operator": "eq", "value": "" } }
`,
    },
  ],
};

function wanted({ comparison, field }: Condition): string {
  if (!comparison) return "Write what the field is compared with.";
  const { name, operand } = comparison;
  switch (field?.type) {
    case "int":
    case "float":
    case "array[int]":
      return operand === "list"
        ? `'${name}' takes a list, as in [500, 501].`
        : `'${name}' takes one number, as in 500.`;
    case "bool":
      return `'${name}' takes true or false.`;
    case undefined:
      return `'${name}' takes ${operand === "list" ? "a list" : "one value"}.`;
    default:
      return operand === "list"
        ? `'${name}' takes a list, as in ["…", "…"].`
        : `'${name}' takes one text, as in "…".`;
  }
}
