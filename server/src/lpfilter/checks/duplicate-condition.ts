import { maxDiagnostics } from "../../core/diagnostic.ts";
import { factsOf } from "../logic/facts-of.ts";
import { relatedPlaces } from "../logic/wording.ts";
import { removePart } from "../rewrite/remove.ts";
import type { FilterCheck } from "./check.ts";

export const duplicateCondition: FilterCheck<"filter"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "A group contains the same condition or group twice.",
  why: "A duplicate has no effect but counts toward the operator limit. It is often a copy that was never edited.",
  on: "filter",
  run(filter, report) {
    const { repeated, copies } = factsOf(filter);
    for (const { member, beside } of repeated) {
      const logical = member.home?.logical;
      const edits = removePart(filter, member.condition);
      report(member.condition, `Duplicate condition in this '${logical}'. Remove or change one.`, {
        fixes: edits.length > 0 ? [{ title: "Remove the condition", edits }] : [],
        related: relatedPlaces([beside]),
        look: "unnecessary",
      });
    }
    for (const { group, of, around } of copies.slice(0, maxDiagnostics)) {
      const edits = removePart(filter, group);
      report(
        group.property.name,
        `Duplicate '${group.logical}' in this '${around.logical}'. Remove or change one.`,
        {
          fixes: edits.length > 0 ? [{ title: `Remove this '${group.logical}'`, edits }] : [],
          related: [{ start: of.start, end: of.end, message: "The other group." }],
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
