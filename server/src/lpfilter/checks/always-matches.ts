import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { Clash } from "../../core/logic/part.ts";
import { reportFindings } from "../../core/logic/wording.ts";
import { findingsOf } from "../findings.ts";
import { filterWording, onOneField } from "../logic/wording.ts";
import { mergeAlike } from "../rewrite/merge.ts";
import { removePart } from "../rewrite/remove.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const alwaysMatches: FilterCheck<"filter"> = {
  code: "always-matches",
  severity: "warning",
  summary: "The conditions match every log line.",
  why: "A filter selects the lines to keep. An `or` of `!eq` conditions on one field keeps every line, because any value differs from at least one of them. To drop several values, use `and` or `!in`.",
  on: "filter",
  run(filter, report) {
    reportFindings("always-matches", findingsOf(filter), filterWording, report, (it) => ({
      fixes: it.kind === "clash" ? fixes(filter, it) : [],
    }));
  },
  examples: `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "!eq", "value": "de" },
      { "key": "ClientCountry", "operator": "!eq", "value": "fr" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'ClientCountry' differs from 'de' or from 'fr', so the filter keeps all lines. Use 'and' or '!in'.
    ]
  }
}
=>
{
  "where": { "key": "ClientCountry", "operator": "!in", "value": ["de", "fr"] }
}
---
{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      {
        "or": [
          { "key": "EdgeResponseStatus", "operator": "lt", "value": "500" },
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'EdgeResponseStatus' is less than '500' or is at least '400', so this 'or' is always true. Change or remove one.
        ]
      }
    ]
  }
}
---
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": "" } }
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'ClientRequestPath' contains the empty string, so the filter keeps all lines. Add a value, or remove the condition.
---
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "!eq", "value": "de" },
      { "key": "ClientRequestHost", "operator": "!eq", "value": "" }
    ]
  }
}
`,
};

function fixes(filter: Filter, { members, parent }: Clash<FilterNode>): readonly Fix[] {
  const [first, second, more] = onOneField(members);
  if (!first || more) return [];
  if (second) {
    const merged = mergeAlike(filter, [first, second], ["!eq", "!in"], "!in");
    return merged ? [likelyFix("Use '!in'", merged.edits)] : [];
  }
  const edits = parent?.logical === "and" ? removePart(filter, first) : [];
  return edits.length > 0 ? [likelyFix("Remove the condition", edits)] : [];
}
