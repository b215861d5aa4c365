import type { Fix } from "../../core/diagnostic.ts";
import type { Decided } from "../../core/logic/part.ts";
import { findingsOf } from "../findings.ts";
import {
  decidedMessage,
  isNeverTrue,
  itemOf,
  otherParts,
  redundantMessage,
  valueMessage,
} from "../logic/wording.ts";
import { removalOf, removePart } from "../rewrite/remove.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const redundantCondition: FilterCheck<"filter"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "Another condition makes this one redundant.",
  why: "In an `and`, only the narrower of two conditions matters; in an `or`, only the wider one. The other uses up one operator, and often means that the logical operator or a value is wrong.",
  on: "filter",
  run(filter, report) {
    for (const it of findingsOf(filter)) {
      if (it.kind === "clash" || it.kind === "cancelled" || isNeverTrue(it)) continue;
      const { node } = it.part;
      const related = otherParts(it.by.map((by) => by.part));
      const look = { related, look: "unnecessary" } as const;
      if (it.kind === "decided") {
        if (it.truth === "never") continue;
        const fixes = decidedFixes(filter, it);
        report(node, decidedMessage(it), { ...look, fixes, severity: "info" });
      } else if (it.kind === "value") {
        const place = itemOf(node, it.value.index) ?? node;
        report(place, valueMessage(it), { ...look, fixes: removalOf(filter, it) });
      } else if (!it.isRepeated)
        report(node, redundantMessage(it), { ...look, fixes: removalOf(filter, it) });
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "or": [
      { "and": [
        { "key": "ClientCountry", "operator": "eq", "value": "de" },
        { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
      ] },
      { "and": [{ "key": "ClientCountry", "operator": "eq", "value": "de" }, { "key": "EdgeResponseStatus", "operator": "eq", "value": 503 }] }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Redundant in this 'or': another member already keeps lines where ('ClientCountry' is 'de' and 'EdgeResponseStatus' is at least '500'). Remove it.
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
      { "key": "ClientCountry", "operator": "in", "value": ["de", "at", "ch"] },
                                                                        ^^^^ warning: 'ch' is redundant here, because 'ClientCountry' is not 'ch'. Remove it.
      { "key": "ClientCountry", "operator": "!eq", "value": "ch" }
    ]
  }
}
`,
      fixed: `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "in", "value": ["de", "at"] },
      { "key": "ClientCountry", "operator": "!eq", "value": "ch" }
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
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" },
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Redundant in this 'and': if 'EdgeResponseStatus' is '500', it is at least '400' too. Remove it.
      { "key": "EdgeResponseStatus", "operator": "eq", "value": "500" }
    ]
  }
}
`,
      fixed: `
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "eq", "value": "500" }
    ]
  }
}
`,
    },
    {
      text: `
{
  "where": {
    "or": [
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" },
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api/v2" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Redundant in this 'or': if 'ClientRequestPath' starts with '/api/v2', it starts with '/api' too. Remove it.
    ]
  }
}
`,
      fixed: `
{
  "where": {
    "or": [
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" }
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
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      {
        "or": [
          { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] },
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: Always true here, because 'ClientCountry' is 'de', so this 'or' has no effect. Remove it.
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }
        ]
      }
    ]
  }
}
`,
      fixed: `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
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
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" },
      { "key": "ClientRequestPath", "operator": "endsWith", "value": "/api" }
    ]
  }
}
`,
    },
  ],
};

/** What is always true in an `or` makes all of it redundant. */
function decidedFixes(filter: Filter, { part, parent }: Decided<FilterNode>): readonly Fix[] {
  const isGroup = parent.logical === "or";
  const edits = removePart(filter, isGroup ? parent.node : part.node);
  const title = isGroup ? "Remove this 'or'" : "Remove the condition";
  return edits.length > 0 ? [{ title, edits }] : [];
}
