import { otherJoiner } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const mixedNode: FilterCheck<"group"> = {
  code: "mixed-node",
  severity: "error",
  summary: "One object is two things: a group and a condition, or both kinds of group.",
  why: "An object of a filter is one condition, one `and` or one `or`. To join two of them, put each into an object of its own and both into the list of a group.",
  on: "group",
  run(group, report) {
    const { properties } = group.object;
    if (properties.length === 1) return;
    const { joiner } = group;
    if (properties.some((it) => it.name.value === otherJoiner(joiner))) {
      report(
        group.property.name,
        "'and' and 'or' stand in one object. Put one group into the list of the other.",
      );
    }
    const part = properties.find(({ name }) => conditionParts.has(name.value));
    if (part) {
      report(
        part.name,
        `'${part.name.value}' stands beside '${joiner}'. Put the condition into the list of '${joiner}', as an object of its own.`,
      );
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "key": "ClientIP",
    ^^^^^ error: 'key' stands beside 'and'. Put the condition into the list of 'and', as an object of its own.
    "operator": "eq",
    "value": "192.0.2.1",
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`,
    },
    {
      text: `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    ],
    "or": [
    ^^^^ error: 'and' and 'or' stand in one object. Put one group into the list of the other.
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
      { "key": "EdgeResponseStatus", "operator": "eq", "value": 0 }
    ]
  }
}
`,
    },
    {
      text: `
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
    },
  ],
};

const conditionParts = new Set(["key", "operator", "value"]);
