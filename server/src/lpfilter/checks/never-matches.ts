import type { Fix } from "../../core/diagnostic.ts";
import type { Clash, Decided } from "../../core/logic/part.ts";
import { findingsOf } from "../findings.ts";
import {
  clashMessage,
  clashSpan,
  decidedMessage,
  isNeverTrue,
  onOneField,
  otherParts,
  redundantMessage,
} from "../logic/wording.ts";
import { mergeAlike } from "../rewrite/merge.ts";
import { removalOf, removePart } from "../rewrite/remove.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const neverMatches: FilterCheck<"filter"> = {
  code: "never-matches",
  severity: "warning",
  summary: "The conditions contradict each other, so the filter matches nothing.",
  why: "The service accepts a filter that matches nothing, and then no logs arrive. A field cannot have two values at the same time: use `or`, or `in` with an array.",
  on: "filter",
  run(filter, report) {
    for (const it of findingsOf(filter)) {
      if (it.kind === "clash" && it.truth === "never") {
        const span = clashSpan(it);
        const related = otherParts(it.members.slice(0, -1));
        if (span) report(span, clashMessage(it), { fixes: fixes(filter, it), related });
      } else if (it.kind === "decided" && it.truth === "never") {
        const related = otherParts(it.by.map((by) => by.part));
        report(it.part.node, decidedMessage(it), { fixes: decidedFixes(filter, it), related });
      } else if (isNeverTrue(it)) {
        const related = otherParts(it.by.map((by) => by.part));
        report(it.part.node, redundantMessage(it), { fixes: removalOf(filter, it), related });
      }
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "and": [
      { "or": [
        { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" },
        { "key": "ClientRequestPath", "operator": "startsWith", "value": "/v1" }
      ] },
      { "or": [{ "key": "ClientRequestPath", "operator": "startsWith", "value": "/shop" }, { "key": "ClientRequestPath", "operator": "eq", "value": "/login" }] }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No line meets both ('ClientRequestPath' starts with '/api' or 'ClientRequestPath' starts with '/v1') and ('ClientRequestPath' starts with '/shop' or 'ClientRequestPath' is '/login'), so the filter keeps no lines. Use 'or', or change one of them.
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
      { "key": "ClientCountry", "operator": "eq", "value": "fr" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'ClientCountry' cannot be both 'de' and 'fr', so the filter keeps no lines. Use 'or' or 'in'.
    ]
  }
}
`,
      fixed: `
{
  "where": { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] }
}
`,
    },
    {
      text: `
{
  "where": {
    "or": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      {
        "and": [
          { "key": "EdgeResponseStatus", "operator": "lt", "value": "400" },
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'EdgeResponseStatus' cannot be both less than '400' and at least '500', so this 'and' keeps no lines. Use 'or', or change one of them.
        ]
      }
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
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      {
        "or": [
          { "key": "ClientRequestHost", "operator": "endsWith", "value": ".example.net" },
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Always false here, because 'ClientRequestHost' is 'shop.example.com'. Change or remove the condition.
          { "key": "ClientRequestPath", "operator": "startsWith", "value": "/pay" }
        ]
      }
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
      { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2026-12-01T00:00:00Z" },
      { "key": "EdgeStartTimestamp", "operator": "lt", "value": "2026-11-01T00:00:00Z" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'EdgeStartTimestamp' cannot be both at least '2026-12-01T00:00:00Z' and less than '2026-11-01T00:00:00Z', so the filter keeps no lines. Use 'or', or change one of them.
    ]
  }
}
`,
    },
    {
      text: `
{ "where": { "key": "ClientCountry", "operator": "in", "value": [] } }
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'ClientCountry' is in an empty array, so the filter keeps no lines. Add values, or remove the condition.
`,
    },
    {
      text: `
{
  "where": {
    "and": [
      { "key": "SecurityActions", "operator": "contains", "value": "log" },
      { "key": "SecurityActions", "operator": "contains", "value": "block" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" },
      { "key": "EdgeResponseStatus", "operator": "lt", "value": "500" }
    ]
  }
}
`,
    },
  ],
};

/** Two values that exclude each other are probably alternatives. */
function fixes(filter: Filter, { members }: Clash<FilterNode>): readonly Fix[] {
  const [first, second, more] = onOneField(members);
  if (!first || !second || more) return [];
  const merged = mergeAlike(filter, [first, second], ["eq"], "in");
  return merged ? [{ title: "Use 'in'", edits: merged.edits, guess: true }] : [];
}

/** Below an `or`, removing the part changes nothing. Below an `and` it is a contradiction, so the fix is a guess. */
function decidedFixes(
  filter: Filter,
  { part, parent, by: [by] }: Decided<FilterNode>,
): readonly Fix[] {
  const isGroup = parent.logical === "and";
  const edits = removePart(filter, isGroup ? parent.node : part.node);
  const title = isGroup ? "Remove this 'and'" : "Remove the condition";
  if (edits.length === 0) return [];
  return [by.parent.logical === "or" ? { title, edits } : { title, edits, guess: true }];
}
