import { replace } from "../../text/edit.ts";
import { mostPlaces, regexSpan } from "../regex-places.ts";
import { valueFacts } from "../value-uses.ts";
import type { RuleCheck } from "./check.ts";

/** An escaped backslash before a repeated letter that is a class with one backslash: `\\d+`, but not `\\dir`. */
const doubled = /\\\\[dDwWsS](?=[+*?{])/g;

export const regexDoubledBackslash: RuleCheck<"rule"> = {
  code: "regex-doubled-backslash",
  severity: "warning",
  summary: "A backslash is doubled, so that it stands for itself.",
  why: "In a pattern after `matches` backslashes are not doubled, in quotes as little as in a raw string: `\\\\d+` matches a backslash and then the letter d, over and over.",
  on: "rule",
  run(rule, report) {
    for (const { literal } of valueFacts(rule).regexes) {
      if (!literal.pattern.includes("\\\\")) continue;
      let places = 0;
      for (const { 0: written, index } of literal.pattern.matchAll(doubled)) {
        if (isSecondHalf(literal.pattern, index) || ++places > mostPlaces) continue;
        const single = written.slice(1);
        const span = regexSpan(rule.text, literal, { start: index, end: index + written.length });
        report(span, `'${written}' is a backslash and a '${written[2]}'. Write '${single}'.`, {
          fixes: [{ title: `Write '${single}'`, edits: [replace(span, single)], guess: true }],
        });
      }
    }
  },
  examples: [
    {
      text: `
http.request.uri.path matches r"^/item/\\\\d+$"
                                       ^^^ warning: '\\\\d' is a backslash and a 'd'. Write '\\d'.
`,
      fixed: `
http.request.uri.path matches r"^/item/\\d+$"
`,
    },
    {
      text: `
http.user_agent contains "a" and http.request.uri.path matches r"^/item/\\d+\\\\dir$"
`,
    },
  ],
};

/** Of three backslashes the first two are a pair, and the third belongs to the letter. */
function isSecondHalf(pattern: string, index: number): boolean {
  let before = index;
  while (before > 0 && pattern[before - 1] === "\\") before--;
  return (index - before) % 2 === 1;
}
