import { likelyFix } from "../../core/diagnostic.ts";
import { escapedAt, looksAtAddress, maxPlaces, regexSpan } from "../patterns/regex-places.ts";
import { queryMarks } from "../regex/pitfalls.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexQueryMark: RuleCheck<"regexes"> = {
  code: "regex-query-mark",
  severity: "warning",
  summary: "An unescaped question mark before a query makes the character before it optional.",
  why: "In a regular expression `/search?q=` matches `/searchq=` and `/searcq=`, but never `/search?q=`. Use `\\?` for a literal question mark.",
  on: "regexes",
  run(rule, report) {
    for (const regex of valueFacts(rule).regexes) {
      if (!mayHaveQuery(regex.literal.pattern) || !looksAtAddress(regex)) continue;
      const marks = queryMarks(regex.root).slice(0, maxPlaces);
      const [first] = marks;
      if (!first) continue;
      const edits = escapedAt(rule.text, regex.literal, marks);
      report(
        regexSpan(rule.text, regex.literal, first),
        "This '?' makes the letter before it optional. Use '\\?' for a question mark.",
        {
          fixes: [likelyFix("Use '\\?'", edits)],
        },
      );
    }
  },
  examples: `
http.request.uri matches r"^/search?q=[0-9]+"
                                   ^ warning: This '?' makes the letter before it optional. Use '\\?' for a question mark.
=>
http.request.uri matches r"^/search\\?q=[0-9]+"
`,
};

function mayHaveQuery(pattern: string): boolean {
  const mark = pattern.indexOf("?");
  return mark !== -1 && pattern.includes("=", mark);
}
