import type { Fix } from "../../core/diagnostic.ts";
import type { Settled, Superfluous } from "../logic/facts.ts";
import { factsOf } from "../logic/facts-of.ts";
import { fieldName, outerPredicate, predicate, related } from "../logic/wording.ts";
import { removePart } from "../rewrite/remove.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const redundantCondition: FilterCheck<"filter"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "A condition changes nothing, because another one says as much.",
  why: "In an `and` the narrower of two conditions decides, and in an `or` the wider one. The other costs an operator, and is often a sign that the joiner or a value is not what was meant.",
  on: "filter",
  run(filter, report) {
    const { implied, settled } = factsOf(filter);
    for (const it of implied) {
      report(it.member.condition, message(it), {
        fixes: removal(filter, it.member.condition, "Remove the condition"),
        related: related([it.beside]),
        look: "unnecessary",
      });
    }
    for (const it of settled) {
      if (it.truth !== "always") continue;
      const group = it.member.home?.joiner === "or" ? it.member.home : undefined;
      report(it.member.condition, settledMessage(it), {
        fixes: group
          ? removal(filter, group, "Remove this 'or'")
          : removal(filter, it.member.condition, "Remove the condition"),
        related: related([it.by]),
        look: "unnecessary",
        severity: "info",
      });
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" },
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'EdgeResponseStatus' that is '500' is at least '400' too, so in this 'and' the condition changes nothing. Remove it.
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
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'ClientRequestPath' that starts with '/api/v2' starts with '/api' too, so in this 'or' the condition changes nothing. Remove it.
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
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: This condition is looked at only when 'ClientCountry' is 'de', so it always holds, and this 'or' changes nothing. Remove it.
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

function message({ member, beside }: Superfluous): string {
  const joiner = member.home?.joiner;
  const [narrow, wide] = joiner === "and" ? [beside, member] : [member, beside];
  return `Every value of ${fieldName(member.condition)} that ${predicate(narrow)} ${predicate(wide)} too, so in this '${joiner}' the condition changes nothing. Remove it.`;
}

function settledMessage({ member, by }: Settled): string {
  const known = `${fieldName(by.condition)} ${outerPredicate(by)}`;
  const group = member.home?.joiner === "or" ? ", and this 'or' changes nothing" : "";
  return `This condition is looked at only when ${known}, so it always holds${group}. Remove it.`;
}

function removal(filter: Filter, part: FilterNode, title: string): readonly Fix[] {
  const edits = removePart(filter, part);
  return edits.length > 0 ? [{ title, edits }] : [];
}
