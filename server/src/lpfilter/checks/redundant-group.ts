import type { Nesting } from "../logic/facts.ts";
import { factsOf } from "../logic/facts-of.ts";
import { unwrapGroup } from "../rewrite/unwrap.ts";
import type { FilterCheck } from "./check.ts";

export const redundantGroup: FilterCheck<"filter"> = {
  code: "redundant-group",
  severity: "hint",
  summary: "The brackets of a group change nothing.",
  why: "A group of one part says what the part says alone, and an `and` in an `and` says what one of them says. Both only cost bytes, of which a filter has about 1,000.",
  on: "filter",
  run(filter, report) {
    for (const nesting of factsOf(filter).nestings) {
      const edits = unwrapGroup(filter, nesting.group);
      report(nesting.group.property.name, message(nesting), {
        fixes: edits.length > 0 ? [{ title: "Remove the brackets", edits }] : [],
      });
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "and": [
    ^^^^^ hint: This 'and' has one part, which says the same alone. Remove the brackets.
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
    ]
  }
}
`,
      fixed: `
{
  "where": { "key": "ClientCountry", "operator": "eq", "value": "de" }
}
`,
    },
    {
      text: `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      {
        "or": [
        ^^^^ hint: This 'or' stands directly in an 'or', which says the same without its brackets. Remove them.
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }, // all of them
          { "key": "ClientRequestPath", "operator": "startsWith", "value": "/pay" } // money
        ]
      }
    ]
  }
}
`,
      fixed: `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }, // all of them
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/pay" } /* money */
    ]
  }
}
`,
    },
  ],
};

function message({ group, reason }: Nesting): string {
  return reason === "single"
    ? `This '${group.joiner}' has one part, which says the same alone. Remove the brackets.`
    : `This '${group.joiner}' stands directly in an '${group.joiner}', which says the same without its brackets. Remove them.`;
}
