import { reportFindings } from "../../core/logic/wording.ts";
import { findingsOf } from "../findings.ts";
import { filterWording } from "../logic/wording.ts";
import { removalOf } from "../rewrite/remove.ts";
import type { FilterCheck } from "./check.ts";

export const redundantCondition: FilterCheck<"filter"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "Another condition makes this one redundant.",
  why: "In an `and`, only the narrower of two conditions matters; in an `or`, only the wider one. The other uses up one operator, and often means that the logical operator or a value is wrong.",
  on: "filter",
  run(filter, report) {
    reportFindings("redundant-condition", findingsOf(filter), filterWording, report, (it) => ({
      fixes: removalOf(filter, it),
    }));
  },
  examples: `
{
  "where": {
    "or": [
      { "and": [
        { "key": "ClientCountry", "operator": "eq", "value": "de" },
        { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
      ] },
      { "and": [{ "key": "ClientCountry", "operator": "eq", "value": "de" }, { "key": "EdgeResponseStatus", "operator": "eq", "value": 503 }] }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This 'and' is redundant in this 'or': it is covered by ('ClientCountry' is 'de' and 'EdgeResponseStatus' is at least '500'). Remove it, or change one.
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "in", "value": ["de", "at", "ch"] },
                                                                        ^^^^ warning: 'ch' is redundant here, because 'ClientCountry' is not 'ch'. Remove it.
      { "key": "ClientCountry", "operator": "!eq", "value": "ch" }
    ]
  }
}
=>
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "in", "value": ["de", "at"] },
      { "key": "ClientCountry", "operator": "!eq", "value": "ch" }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" },
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This condition is redundant in this 'and': if 'EdgeResponseStatus' is '500', it is at least '400' too. Remove it, or change one.
      { "key": "EdgeResponseStatus", "operator": "eq", "value": "500" }
    ]
  }
}
=>
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "eq", "value": "500" }
    ]
  }
}
---
{
  "where": {
    "or": [
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" },
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api/v2" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This condition is redundant in this 'or': if 'ClientRequestPath' starts with '/api/v2', it starts with '/api' too. Remove it, or change one.
    ]
  }
}
=>
{
  "where": {
    "or": [
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      {
        "or": [
          { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] },
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: Always true here, because 'ClientCountry' is 'de', so this 'or' has no effect. Change or remove it.
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }
        ]
      }
    ]
  }
}
=>
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
    ]
  }
}
---
{
  "where": {
    "and": [
      { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" },
      { "key": "ClientRequestPath", "operator": "endsWith", "value": "/api" }
    ]
  }
}
`,
};
