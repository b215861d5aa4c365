import { findingsOf } from "../findings.ts";
import { otherParts } from "../logic/wording.ts";
import { removalOf } from "../rewrite/remove.ts";
import type { FilterCheck } from "./check.ts";

export const duplicateCondition: FilterCheck<"filter"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "A group contains the same condition or group twice.",
  why: "A duplicate has no effect but counts toward the operator limit. It is often a copy that was never edited.",
  on: "filter",
  run(filter, report) {
    for (const it of findingsOf(filter)) {
      if (it.kind !== "redundant" || !it.isRepeated) continue;
      const { node } = it.part;
      const isGroup = node.kind === "group";
      const what = isGroup ? `'${node.logical}'` : "condition";
      report(
        isGroup ? node.property.name : node,
        `Duplicate ${what} in this '${it.parent.logical}'. Remove or change one.`,
        {
          fixes: removalOf(filter, it),
          related: otherParts(it.by.map((by) => by.part)),
          look: "unnecessary",
        },
      );
    }
  },
  examples: [
    {
      text: `
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
`,
      fixed: `
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
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
    },
  ],
};
