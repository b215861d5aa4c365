import type { Report } from "../../core/check.ts";
import { safeFix } from "../../core/diagnostic.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { insert } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { mostLookedAt } from "../syntax/misnamed.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const groupNotArray: FilterCheck<"group"> = {
  code: "group-not-array",
  severity: "error",
  summary: "The value of `and` or `or` is not an array.",
  why: "Both need an array of conditions and groups, even for a single one.",
  on: "group",
  run({ object, list }, report, scope) {
    if (list && object.properties.length === 1) return;
    // Each logical operator of an object has its own value.
    for (const { name, value } of object.properties.slice(0, mostLookedAt)) {
      const isLogical = name.value === "and" || name.value === "or";
      if (isLogical && value && value.kind !== "array")
        checkGroup(name.value, value, report, scope);
    }
  },
  examples: `
{ "where": { "and": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } } }
                    ^ error: 'and' needs an array. Wrap this object in '[ ]'.
=>
{ "where": { "and": [{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }] } }
---
{ "where": { "or": "ClientIP" } }
                   ^^^^^^^^^^ error: 'or' needs an array of conditions, found '"ClientIP"'.
`,
};

function checkGroup(logical: string, value: JsonValue, report: Report, scope: Scope): void {
  if (value.kind === "object" && value.properties.length > 0) {
    const edits = [insert(value.start, "["), insert(value.end, "]")];
    report(
      { start: value.start, end: value.start + 1 },
      `'${logical}' needs an array. Wrap this object in '[ ]'.`,
      { fixes: [safeFix("Wrap in '[ ]'", edits)] },
    );
    return;
  }
  const written = shorten(scope.text.slice(value.start, value.end));
  report(value, `'${logical}' needs an array of conditions, found ${written}.`);
}
