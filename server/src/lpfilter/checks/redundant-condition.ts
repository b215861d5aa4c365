import type { Fix } from "../../core/diagnostic.ts";
import { findingsOf } from "../findings.ts";
import type { Decided, RedundantCondition } from "../logic/facts.ts";
import {
  fieldName,
  itemOf,
  otherParts,
  outerPredicate,
  predicate,
  redundantMessage,
  relatedPlaces,
  valueMessage,
} from "../logic/wording.ts";
import { provedRemoval, removePart } from "../rewrite/remove.ts";
import type { Filter, FilterNode } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const redundantCondition: FilterCheck<"filter"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "Another condition makes this one redundant.",
  why: "In an `and`, only the narrower of two conditions matters; in an `or`, only the wider one. The other uses up one operator, and often means that the logical operator or a value is wrong.",
  on: "filter",
  run(filter, report) {
    const { implied, decided, removable } = findingsOf(filter);
    for (const it of implied) {
      report(it.member.condition, message(it), {
        fixes: removal(filter, it.member.condition, "Remove the condition"),
        related: relatedPlaces([it.beside]),
        look: "unnecessary",
      });
    }
    for (const it of decided) {
      if (it.truth !== "always") continue;
      const group = it.member.home?.logical === "or" ? it.member.home : undefined;
      report(it.member.condition, decidedMessage(it), {
        fixes: group
          ? removal(filter, group, "Remove this 'or'")
          : removal(filter, it.member.condition, "Remove the condition"),
        related: relatedPlaces([it.by]),
        look: "unnecessary",
        severity: "info",
      });
    }
    for (const it of removable) {
      const { node } = it.part;
      const value = it.kind === "value" ? itemOf(node, it.value.index) : undefined;
      report(value ?? node, it.kind === "value" ? valueMessage(it) : redundantMessage(it), {
        fixes: provedRemoval(filter, it),
        related: otherParts(it.by.map((by) => by.part)),
        look: "unnecessary",
      });
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

function message({ member, beside }: RedundantCondition): string {
  const logical = member.home?.logical;
  const [narrow, wide] = logical === "and" ? [beside, member] : [member, beside];
  return `Redundant in this '${logical}': if ${fieldName(member.condition)} ${predicate(narrow.condition)}, it ${predicate(wide.condition)} too. Remove it.`;
}

function decidedMessage({ member, by }: Decided): string {
  const known = `${fieldName(by.condition)} ${outerPredicate(by)}`;
  const group = member.home?.logical === "or" ? ", so this 'or' has no effect" : "";
  return `Always true here, because ${known}${group}. Remove it.`;
}

function removal(filter: Filter, part: FilterNode, title: string): readonly Fix[] {
  const edits = removePart(filter, part);
  return edits.length > 0 ? [{ title, edits }] : [];
}
