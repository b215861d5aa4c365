import { safeFix } from "../../core/diagnostic.ts";
import { plural, thousands } from "../../text/wording.ts";
import { findingsOf } from "../findings.ts";
import { fieldName } from "../logic/wording.ts";
import { chainsIn } from "../rewrite/chains.ts";
import { mergeConditions } from "../rewrite/merge.ts";
import type { FilterCheck } from "./check.ts";

export const preferIn: FilterCheck<"filter"> = {
  code: "prefer-in",
  severity: "info",
  summary: "Several conditions on one field can be one `in`.",
  why: "A filter may have about 30 operators and 1,000 bytes. An `or` of `eq` is equivalent to one `in`, and an `and` of `!eq` to one `!in`, with one operator and far fewer bytes.",
  on: "filter",
  run(filter, report) {
    for (const chain of chainsIn(filter, findingsOf(filter))) {
      const { operator, conditions } = chain;
      const [condition, ...others] = conditions;
      const merged = mergeConditions(filter, chain);
      if (!merged) continue;
      const saving = `${plural(merged.operators, "operator")} and ${plural(merged.bytes, "byte")}`;
      report(
        condition.operator?.value ?? condition,
        `These ${thousands(conditions.length)} conditions on ${fieldName(condition)} can be one '${operator}', which saves ${saving}.`,
        {
          fixes: [safeFix(`Use '${operator}'`, merged.edits)],
          related: others.slice(0, mostRelated).map(({ start, end }) => {
            return { start, end, message: "The other condition." };
          }),
        },
      );
    }
  },
  examples: `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
                                            ^^^^ info: These 3 conditions on 'ClientCountry' can be one 'in', which saves 2 operators and 103 bytes.
      { "key": "ClientCountry", "operator": "eq", "value": "fr" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" }
    ]
  }
}
=>
{
  "where": { "key": "ClientCountry", "operator": "in", "value": ["de", "fr", "ca"] }
}
---
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "!in", "value": [404, 410] },
                                                 ^^^^^ info: These 2 conditions on 'EdgeResponseStatus' can be one '!in', which saves 1 operator and 56 bytes.
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      // nothing was there
      { "key": "EdgeResponseStatus", "operator": "!eq", "value": "0" }
    ]
  }
}
=>
{
  "where": {
    "and": [
      // nothing was there
      { "key": "EdgeResponseStatus", "operator": "!in", "value": [404, 410, 0] },
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
    ]
  }
}
`,
};

const mostRelated = 10;
