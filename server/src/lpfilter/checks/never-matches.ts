import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { Clash } from "../../core/logic/part.ts";
import { reportFindings } from "../../core/logic/wording.ts";
import { findingsOf } from "../findings.ts";
import { filterWording, onOneField } from "../logic/wording.ts";
import { mergeAlike } from "../rewrite/merge.ts";
import { removalOf } from "../rewrite/remove.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const neverMatches: FilterCheck<"filter"> = {
  code: "never-matches",
  severity: "warning",
  summary: "The conditions contradict each other, so the filter matches nothing.",
  why: "The service accepts a filter that matches nothing, and then no logs arrive. A field cannot have two values at the same time: use `or`, or `in` with an array.",
  on: "filter",
  run(filter, report) {
    reportFindings("never-matches", findingsOf(filter), filterWording, report, (it) => ({
      fixes: it.kind === "clash" ? fixes(filter, it) : removalOf(filter, it),
    }));
  },
  examples: `
{
  "where": {
    "and": [
      { "or": [
        { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" },
        { "key": "ClientRequestPath", "operator": "startsWith", "value": "/v1" }
      ] },
      { "or": [{ "key": "ClientRequestPath", "operator": "startsWith", "value": "/shop" }, { "key": "ClientRequestPath", "operator": "eq", "value": "/login" }] }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: ('ClientRequestPath' starts with '/api' or 'ClientRequestPath' starts with '/v1') and ('ClientRequestPath' starts with '/shop' or 'ClientRequestPath' is '/login') are never both true, so the filter keeps no lines. Use 'or', or change one.
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      { "key": "ClientCountry", "operator": "eq", "value": "fr" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'ClientCountry' cannot be both 'de' and 'fr', so the filter keeps no lines. Use 'or' or 'in'.
    ]
  }
}
=>
{
  "where": { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] }
}
---
{
  "where": {
    "or": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      {
        "and": [
          { "key": "EdgeResponseStatus", "operator": "lt", "value": "400" },
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'EdgeResponseStatus' cannot be both less than '400' and at least '500', so this 'and' is never true. Use 'or', or change one.
        ]
      }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      {
        "or": [
          { "key": "ClientRequestHost", "operator": "endsWith", "value": ".example.net" },
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Always false here, because 'ClientRequestHost' is 'shop.example.com'. Change or remove it.
          { "key": "ClientRequestPath", "operator": "startsWith", "value": "/pay" }
        ]
      }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2026-12-01T00:00:00Z" },
      { "key": "EdgeStartTimestamp", "operator": "lt", "value": "2026-11-01T00:00:00Z" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'EdgeStartTimestamp' cannot be both at least '2026-12-01T00:00:00Z' and less than '2026-11-01T00:00:00Z', so the filter keeps no lines. Use 'or', or change one.
    ]
  }
}
---
{ "where": { "key": "ClientCountry", "operator": "in", "value": [] } }
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'ClientCountry' is in an empty array, so the filter keeps no lines. Add a value, or remove the condition.
---
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
};

/** Two values that exclude each other are probably alternatives. */
function fixes(filter: Filter, { members }: Clash<FilterNode>): readonly Fix[] {
  const [first, second, more] = onOneField(members);
  if (!first || !second || more) return [];
  const merged = mergeAlike(filter, [first, second], ["eq"], "in");
  return merged ? [likelyFix("Use 'in'", merged.edits)] : [];
}
