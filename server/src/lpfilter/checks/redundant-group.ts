import { safeFix } from "../../core/diagnostic.ts";
import { type Nesting, nestingsIn } from "../rewrite/chains.ts";
import { unwrapGroup } from "../rewrite/unwrap.ts";
import type { FilterCheck } from "./check.ts";

export const redundantGroup: FilterCheck<"filter"> = {
  code: "redundant-group",
  severity: "hint",
  summary: "A group has no effect.",
  why: "A group with one member, or an `and` directly inside an `and`, has no effect but counts toward the size limit of about 1,000 bytes.",
  on: "filter",
  run(filter, report) {
    for (const nesting of nestingsIn(filter)) {
      const edits = unwrapGroup(filter, nesting.group);
      report(nesting.group.property.name, message(nesting), {
        fixes: edits.length > 0 ? [safeFix("Remove the brackets", edits)] : [],
      });
    }
  },
  examples: `
{
  "where": {
    "and": [
    ^^^^^ hint: Unnecessary 'and': it has only one member. Unwrap it.
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
    ]
  }
}
=>
{
  "where": { "key": "ClientCountry", "operator": "eq", "value": "de" }
}
---
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      {
        "or": [
        ^^^^ hint: Unnecessary 'or': it is directly inside an 'or'. Unwrap it.
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }, // all of them
          { "key": "ClientRequestPath", "operator": "startsWith", "value": "/pay" } // money
        ]
      }
    ]
  }
}
=>
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
};

function message({ group, reason }: Nesting): string {
  return reason === "single"
    ? `Unnecessary '${group.logical}': it has only one member. Unwrap it.`
    : `Unnecessary '${group.logical}': it is directly inside an '${group.logical}'. Unwrap it.`;
}
