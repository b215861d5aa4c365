import type { Fix } from "../../core/diagnostic.ts";
import { findingsOf } from "../findings.ts";
import type { Verdict } from "../logic/facts.ts";
import {
  areOpposites,
  cannotBoth,
  clashMessage,
  consequence,
  fieldName,
  negatedPredicate,
  operand,
  otherParts,
  predicate,
  relatedPlaces,
  supportsIn,
} from "../logic/wording.ts";
import { mergeAlike } from "../rewrite/merge.ts";
import { removePart } from "../rewrite/remove.ts";
import type { Filter } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const alwaysMatches: FilterCheck<"filter"> = {
  code: "always-matches",
  severity: "warning",
  summary: "The conditions match every log line.",
  why: "A filter selects the lines to keep. An `or` of `!eq` conditions on one field keeps every line, because any value differs from at least one of them. To drop several values, use `and` or `!in`.",
  on: "filter",
  run(filter, report) {
    const { verdicts, clashes } = findingsOf(filter);
    for (const verdict of verdicts) {
      if (verdict.truth !== "always") continue;
      const { members, home } = verdict;
      const span = members[members.length - 1]?.condition ?? home?.property.name;
      if (!span) continue;
      report(span, message(verdict), {
        fixes: fixes(filter, verdict),
        related: relatedPlaces(members.slice(0, -1)),
      });
    }
    for (const it of clashes) {
      const [last] = it.truth === "always" ? it.members.slice(-1) : [];
      const related = otherParts(it.members.slice(0, -1));
      if (last) report(last.node, clashMessage(it), { related });
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "!eq", "value": "de" },
      { "key": "ClientCountry", "operator": "!eq", "value": "fr" }
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'ClientCountry' differs from 'de' or from 'fr', so the filter keeps all lines. Use 'and' or '!in'.
    ]
  }
}
`,
      fixed: `
{
  "where": { "key": "ClientCountry", "operator": "!in", "value": ["de", "fr"] }
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
          { "key": "EdgeResponseStatus", "operator": "lt", "value": "500" },
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'EdgeResponseStatus' is less than '500' or is at least '400', so this 'or' keeps all lines. Change or remove one of them.
        ]
      }
    ]
  }
}
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": "" } }
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'ClientRequestPath' contains the empty string, so the filter keeps all lines. Add a value, or remove the condition.
`,
    },
    {
      text: `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "!eq", "value": "de" },
      { "key": "ClientRequestHost", "operator": "!eq", "value": "" }
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
    const parts = `Every member of this '${home?.logical}' keeps all lines`;
    return verdict.whole ? `${parts}, so ${so}.` : `${parts}.`;
  }
  if (!second) {
    return first.condition.comparison?.operand === "list"
      ? `No value of ${name} is in an empty array, so ${so}. Add values, or remove the condition.`
      : `Every value of ${name} ${first.condition.comparison?.reads} the empty string, so ${so}. Add a value, or remove the condition.`;
  }
  if (members.length > 2) {
    const names = members.map((it) => it.condition.comparison?.name ?? "");
    const advice = names.every((it) => it.startsWith("!"))
      ? joinAdvice(names)
      : "Change or remove one of them.";
    return `Every value of ${name} meets one of these ${members.length} conditions, so ${so}. ${advice}`;
  }
  const operators = members.map((it) => it.condition.comparison?.name ?? "");
  if (operators.every((it) => it === "!eq")) {
    const advice = areOpposites(first, second)
      ? "Keep one of them."
      : supportsIn(first)
        ? "Use 'and' or '!in'."
        : "Use 'and'.";
    return `Every value of ${name} differs from ${operand(first.condition)} or from ${operand(second.condition)}, so ${so}. ${advice}`;
  }
  if (operators.every((it) => it.startsWith("!")))
    return `${cannotBoth(first.condition, negatedPredicate(first.condition), negatedPredicate(second.condition))}, so ${so}. ${joinAdvice(operators)}`;
  return `Every value of ${name} ${predicate(first.condition)} or ${predicate(second.condition)}, so ${so}. Change or remove one of them.`;
}

function joinAdvice(operators: readonly string[]): string {
  return operators.every((it) => it === "!eq" || it === "!in")
    ? "Use 'and' or '!in'."
    : "Use 'and'.";
}

function fixes(filter: Filter, { members, home }: Verdict): readonly Fix[] {
  const [first, second] = members;
  if (!first || members.length > 2) return [];
  if (second) {
    const merged = mergeAlike(filter, [first, second], ["!eq", "!in"], "!in");
    return merged ? [{ title: "Use '!in'", edits: merged.edits, guess: true }] : [];
  }
  const edits = home?.logical === "and" ? removePart(filter, first.condition) : [];
  return edits.length > 0 ? [{ title: "Remove the condition", edits, guess: true }] : [];
}
