import { reportFindings } from "../../core/logic/wording.ts";
import { findingsOf } from "../findings.ts";
import { filterWording } from "../logic/wording.ts";
import { removalOf } from "../rewrite/remove.ts";
import type { FilterCheck } from "./check.ts";

export const duplicateCondition: FilterCheck<"filter"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "A group contains the same condition or group twice.",
  why: "A duplicate has no effect but counts toward the operator limit. It is often a copy that was never edited.",
  on: "filter",
  run(filter, report) {
    reportFindings("duplicate-condition", findingsOf(filter), filterWording, report, (it) => {
      const node = it.kind === "redundant" ? it.part.node : undefined;
      const place = node?.kind === "group" ? { place: node.property.name } : undefined;
      return { ...place, fixes: removalOf(filter, it) };
    });
  },
  examples: `
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'and'. Remove or change one.
    ]
  }
}
=>
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
    ]
  }
}
---
{
  "where": {
    "and": [
      {
        "or": [
          { "key": "ClientCountry", "operator": "eq", "value": "ca" },
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
        ]
      },
      {
        "or": [
        ^^^^ warning: Duplicate 'or' in this 'and'. Remove or change one.
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
          { "key": "ClientCountry", "operator": "eq", "value": "ca" }
        ]
      }
    ]
  }
}
`,
};
