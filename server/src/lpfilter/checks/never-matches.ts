import type { Fix } from "../../core/diagnostic.ts";
import type { Member, Settled, Verdict } from "../logic/facts.ts";
import { factsOf } from "../logic/facts-of.ts";
import {
  areOpposites,
  consequence,
  fieldName,
  listable,
  outerPredicate,
  predicate,
  related,
} from "../logic/wording.ts";
import { mergeAlike } from "../rewrite/merge.ts";
import { removePart } from "../rewrite/remove.ts";
import type { Filter } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const neverMatches: FilterCheck<"filter"> = {
  code: "never-matches",
  severity: "warning",
  summary: "Conditions contradict each other, so no line passes.",
  why: "A filter that matches nothing is taken without a word, and then no logs arrive. Two values of one field are never true at once: join them with `or`, or list them with `in`.",
  on: "filter",
  run(filter, report) {
    const { verdicts, settled } = factsOf(filter);
    for (const verdict of verdicts) {
      if (verdict.truth !== "never") continue;
      const { members, home } = verdict;
      const last = members[members.length - 1];
      const span = last?.condition ?? home?.property.name;
      if (!span) continue;
      report(span, message(verdict), {
        fixes: fixes(filter, verdict),
        related: related(members.slice(0, -1)),
      });
    }
    for (const it of settled) {
      if (it.truth !== "never") continue;
      report(it.member.condition, settledMessage(it), {
        fixes: settledFixes(filter, it),
        related: related([it.by]),
      });
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      { "key": "ClientCountry", "operator": "eq", "value": "fr" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'ClientCountry' is 'de' and is 'fr' at once, so the filter keeps no lines. Use 'or', or 'in'.
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
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'EdgeResponseStatus' is less than '400' and is at least '500' at once, so this 'and' keeps no lines. Use 'or', or change one of them.
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
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This condition is looked at only when 'ClientRequestHost' is 'shop.example.com', so it never holds. Change or remove it.
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
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'EdgeStartTimestamp' is at least '2026-12-01T00:00:00Z' and is less than '2026-11-01T00:00:00Z' at once, so the filter keeps no lines. Use 'or', or change one of them.
    ]
  }
}
`,
    },
    {
      text: `
{ "where": { "key": "ClientCountry", "operator": "in", "value": [] } }
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'ClientCountry' is in an empty list, so the filter keeps no lines. Add values, or remove the condition.
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
    const parts = `No part of this '${home?.joiner}' keeps a line`;
    return verdict.whole ? `${parts}, so ${so}.` : `${parts}.`;
  }
  if (!second) {
    return first.condition.comparison?.operand === "list"
      ? `No value of ${name} is in an empty list, so ${so}. Add values, or remove the condition.`
      : `Every value of ${name} ${denied(first.condition.comparison?.name)} the empty text, so ${so}. Write a value, or remove the condition.`;
  }
  if (members.length > 2) {
    return `No value of ${name} meets these ${members.length} conditions at once, so ${so}. Change one of them.`;
  }
  return `No value of ${name} ${predicate(first)} and ${predicate(second)} at once, so ${so}. ${advice(first, second)}`;
}

function advice(first: Member, second: Member): string {
  if (areOpposites(first, second)) return "Keep one of them.";
  const single = [first, second].every((it) => it.condition.comparison?.name === "eq");
  return single && listable(first) ? "Use 'or', or 'in'." : "Use 'or', or change one of them.";
}

function denied(operator: string | undefined): string {
  if (operator === "!startsWith") return "starts with";
  return operator === "!endsWith" ? "ends with" : "contains";
}

/** Two values that a field cannot have at once were meant as alternatives. */
function fixes(filter: Filter, { members }: Verdict): readonly Fix[] {
  const [first, second] = members;
  if (!first || !second || members.length > 2) return [];
  const merged = mergeAlike(filter, [first, second], ["eq"], "in");
  return merged ? [{ title: "Use 'in'", edits: merged.edits, guess: true }] : [];
}

function settledMessage({ member, by }: Settled): string {
  const known = `${fieldName(by.condition)} ${outerPredicate(by)}`;
  if (member.home?.joiner !== "and") {
    return `This condition is looked at only when ${known}, so it never holds. Change or remove it.`;
  }
  return by.home?.joiner === "or"
    ? `This 'and' is looked at only when ${known}, and asks for the opposite, so it adds no lines. Remove the 'and'.`
    : `This 'and' is looked at only when ${known}, and asks for the opposite, so it keeps no lines. Change or remove it.`;
}

/** Inside an `or`, what an outer condition keeps anyway need not be asked again. In an `and`, it is a contradiction. */
function settledFixes(filter: Filter, { member, by }: Settled): readonly Fix[] {
  const group = member.home?.joiner === "and" ? member.home : undefined;
  const edits = removePart(filter, group ?? member.condition);
  const title = group ? "Remove this 'and'" : "Remove the condition";
  if (edits.length === 0) return [];
  return [by.home?.joiner === "or" ? { title, edits } : { title, edits, guess: true }];
}
