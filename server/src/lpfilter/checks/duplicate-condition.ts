import { mostFindings } from "../../core/diagnostic.ts";
import { factsOf } from "../logic/facts-of.ts";
import { related } from "../logic/wording.ts";
import { removePart } from "../rewrite/remove.ts";
import type { FilterCheck } from "./check.ts";

export const duplicateCondition: FilterCheck<"filter"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "The same condition or group stands twice in one group.",
  why: "Asking twice changes nothing, but costs one of the few operators that the service takes. Often one of the two was to be changed after copying.",
  on: "filter",
  run(filter, report) {
    const { repeated, copies } = factsOf(filter);
    for (const { member, beside } of repeated) {
      const joiner = member.home?.joiner;
      const edits = removePart(filter, member.condition);
      report(
        member.condition,
        `This condition stands twice in the same '${joiner}'. Remove it, or change one of the two.`,
        {
          fixes: edits.length > 0 ? [{ title: "Remove the condition", edits }] : [],
          related: related([beside]),
          look: "unnecessary",
        },
      );
    }
    for (const { group, of, around } of copies.slice(0, mostFindings)) {
      const edits = removePart(filter, group);
      report(
        group.property.name,
        `This '${group.joiner}' stands twice in the same '${around.joiner}'. Remove it, or change one of the two.`,
        {
          fixes: edits.length > 0 ? [{ title: `Remove this '${group.joiner}'`, edits }] : [],
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
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This condition stands twice in the same 'and'. Remove it, or change one of the two.
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
        ^^^^ warning: This 'or' stands twice in the same 'and'. Remove it, or change one of the two.
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
