import { otherLogical } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const mixedNode: FilterCheck<"group"> = {
  code: "mixed-node",
  severity: "error",
  summary: "An object is both a group and a condition, or both an `and` and an `or`.",
  why: "An object is either a condition, an `and` or an `or`. To combine them, put each in its own object inside the array of a group.",
  on: "group",
  run(group, report) {
    const { properties } = group.object;
    if (properties.length === 1) return;
    const { logical } = group;
    if (properties.some((it) => it.name.value === otherLogical(logical))) {
      report(
        group.property.name,
        "An object cannot have both 'and' and 'or'. Move one group into the array of the other.",
      );
    }
    const part = properties.find(({ name }) => conditionParts.has(name.value));
    if (part) {
      report(
        part.name,
        `An object cannot have both '${part.name.value}' and '${logical}'. Move the condition into the '${logical}' array.`,
      );
    }
  },
  examples: `
{
  "where": {
    "key": "ClientIP",
    ^^^^^ error: An object cannot have both 'key' and 'and'. Move the condition into the 'and' array.
    "operator": "eq",
    "value": "192.0.2.1",
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    ],
    "or": [
    ^^^^ error: An object cannot have both 'and' and 'or'. Move one group into the array of the other.
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
      { "key": "EdgeResponseStatus", "operator": "eq", "value": 0 }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      {
        "or": [
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
          { "key": "EdgeResponseStatus", "operator": "eq", "value": 0 }
        ]
      }
    ]
  }
}
`,
};

const conditionParts = new Set(["key", "operator", "value"]);
