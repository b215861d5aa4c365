import { likelyFix, safeFix } from "../../core/diagnostic.ts";
import { insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { isJson, unescapedFilter } from "../syntax/escaped.ts";
import type { FilterCheck } from "./check.ts";

export const notANode: FilterCheck<"stray"> = {
  code: "not-a-node",
  severity: "error",
  summary: "A value is used in place of a condition or a group.",
  why: "`where` and the arrays of `and` and `or` contain objects: conditions with `key`, `operator` and `value`, or groups with `and` or `or`.",
  on: "stray",
  run({ value }, report, scope) {
    // A root of another kind is reported as a missing 'where'.
    if (value === scope.filter.json.root) return;
    switch (value.kind) {
      case "object":
        // Unknown properties are reported by another check.
        if (value.properties.length === 0)
          report(value, `Expected a condition or group, found an empty object. ${wanted}`);
        return;
      case "array": {
        const edits = [insert(value.start, '{ "and": '), insert(value.end, " }")];
        report(
          { start: value.start, end: value.start + 1 },
          "Expected a condition or group, found an array. Move it into an 'and' or 'or'.",
          { fixes: [likelyFix("Wrap in 'and'", edits)] },
        );
        return;
      }
      default: {
        const written = shorten(scope.text.slice(value.start, value.end));
        const plain = value.kind === "string" ? unescapedFilter(value.value) : undefined;
        const fix = safeFix("Use plain JSON", plain ? [replace(value, plain)] : []);
        const sure = plain !== undefined && isJson(plain);
        const fixes = plain ? [sure ? fix : { ...fix, guess: true as const }] : [];
        report(value, `Expected a condition or group, found ${written}. ${wanted}`, {
          fixes,
        });
      }
    }
  },
  examples: `
{
  "where": {
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      "ClientCountry",
      ^^^^^^^^^^^^^^^ error: Expected a condition or group, found '"ClientCountry"'. Use { "key": …, "operator": …, "value": … }.
      {},
      ^^ error: Expected a condition or group, found an empty object. Use { "key": …, "operator": …, "value": … }.
      { "key": "ClientCountry", "operator": "eq", "value": "ca" }
    ]
  }
}
---
{
  "where": [
           ^ error: Expected a condition or group, found an array. Move it into an 'and' or 'or'.
    { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
    { "key": "ClientCountry", "operator": "eq", "value": "ca" }
  ]
}
=>
{
  "where": { "and": [
    { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
    { "key": "ClientCountry", "operator": "eq", "value": "ca" }
  ] }
}
`,
};

const wanted = 'Use { "key": …, "operator": …, "value": … }.';
