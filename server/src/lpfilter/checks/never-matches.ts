import type { Fix } from "../../core/diagnostic.ts";
import { findingsOf } from "../findings.ts";
import type { Decided, Member, Verdict } from "../logic/facts.ts";
import {
  areOpposites,
  cannotBoth,
  clashMessage,
  consequence,
  fieldName,
  otherParts,
  outerPredicate,
  predicate,
  redundantMessage,
  relatedPlaces,
  supportsIn,
} from "../logic/wording.ts";
import { mergeAlike } from "../rewrite/merge.ts";
import { provedRemoval, removePart } from "../rewrite/remove.ts";
import type { Filter } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const neverMatches: FilterCheck<"filter"> = {
  code: "never-matches",
  severity: "warning",
  summary: "The conditions contradict each other, so the filter matches nothing.",
  why: "The service accepts a filter that matches nothing, and then no logs arrive. A field cannot have two values at the same time: use `or`, or `in` with an array.",
  on: "filter",
  run(filter, report) {
    const { verdicts, decided, clashes, unreachable } = findingsOf(filter);
    for (const verdict of verdicts) {
      if (verdict.truth !== "never") continue;
      const { members, home } = verdict;
      const last = members[members.length - 1];
      const span = last?.condition ?? home?.property.name;
      if (!span) continue;
      report(span, message(verdict), {
        fixes: fixes(filter, verdict),
        related: relatedPlaces(members.slice(0, -1)),
      });
    }
    for (const it of decided) {
      if (it.truth !== "never") continue;
      report(it.member.condition, decidedMessage(it), {
        fixes: decidedFixes(filter, it),
        related: relatedPlaces([it.by]),
      });
    }
    for (const it of clashes) {
      const [last] = it.truth === "never" ? it.members.slice(-1) : [];
      const related = otherParts(it.members.slice(0, -1));
      if (last) report(last.node, clashMessage(it), { related });
    }
    for (const it of unreachable) {
      report(it.part.node, redundantMessage(it), {
        fixes: provedRemoval(filter, it),
        related: otherParts(it.by.map((by) => by.part)),
      });
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

function message(verdict: Verdict): string {
  const { members, home } = verdict;
  const [first, second] = members;
  const so = consequence(verdict);
  const name = fieldName(first?.condition);
  if (!first) {
    const parts = `No member of this '${home?.logical}' keeps any lines`;
    return verdict.whole ? `${parts}, so ${so}.` : `${parts}.`;
  }
  if (!second) {
    return first.condition.comparison?.operand === "list"
      ? `No value of ${name} is in an empty array, so ${so}. Add values, or remove the condition.`
      : `Every value of ${name} ${denied(first.condition.comparison?.name)} the empty string, so ${so}. Add a value, or remove the condition.`;
  }
  if (members.length > 2) {
    return `No value of ${name} meets all ${members.length} of these conditions, so ${so}. Change one of them.`;
  }
  const conflict = cannotBoth(
    first.condition,
    predicate(first.condition),
    predicate(second.condition),
  );
  return `${conflict}, so ${so}. ${advice(first, second)}`;
}

function advice(first: Member, second: Member): string {
  if (areOpposites(first, second)) return "Keep one of them.";
  const single = [first, second].every((it) => it.condition.comparison?.name === "eq");
  return single && supportsIn(first) ? "Use 'or' or 'in'." : "Use 'or', or change one of them.";
}

function denied(operator: string | undefined): string {
  if (operator === "!startsWith") return "starts with";
  return operator === "!endsWith" ? "ends with" : "contains";
}

/** Two values that exclude each other are probably alternatives. */
function fixes(filter: Filter, { members }: Verdict): readonly Fix[] {
  const [first, second] = members;
  if (!first || !second || members.length > 2) return [];
  const merged = mergeAlike(filter, [first, second], ["eq"], "in");
  return merged ? [{ title: "Use 'in'", edits: merged.edits, guess: true }] : [];
}

function decidedMessage({ member, by }: Decided): string {
  const known = `${fieldName(by.condition)} ${outerPredicate(by)}`;
  if (member.home?.logical !== "and") {
    return `Always false here, because ${known}. Change or remove the condition.`;
  }
  return by.home?.logical === "or"
    ? `This 'and' only applies when ${known}, but this condition requires the opposite, so the 'and' adds no lines. Remove the 'and'.`
    : `This 'and' only applies when ${known}, but this condition requires the opposite, so the 'and' keeps no lines. Change or remove it.`;
}

/** Below an `or`, removing the part changes nothing. Below an `and` it is a contradiction, so the fix is a guess. */
function decidedFixes(filter: Filter, { member, by }: Decided): readonly Fix[] {
  const group = member.home?.logical === "and" ? member.home : undefined;
  const edits = removePart(filter, group ?? member.condition);
  const title = group ? "Remove this 'and'" : "Remove the condition";
  if (edits.length === 0) return [];
  return [by.home?.logical === "or" ? { title, edits } : { title, edits, guess: true }];
}
