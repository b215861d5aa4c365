import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { unescapedDots } from "../regex/habits.ts";
import { escapedAt, looksAtAddress, mostPlaces, regexSpan } from "../regex-places.ts";
import { valueFacts } from "../value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexUnescapedDot: RuleCheck<"rule"> = {
  code: "regex-unescaped-dot",
  severity: "warning",
  summary: "A dot in a name matches any character.",
  why: "In a regular expression `www.example.com` matches `www-example.com` as well, which may be somebody else's. Write `\\.` for a dot.",
  on: "rule",
  run(rule, report) {
    const { text } = rule;
    for (const regex of valueFacts(rule).regexes) {
      if (!regex.literal.pattern.includes(".") || !looksAtAddress(regex)) continue;
      const dots = unescapedDots(regex.root).slice(0, mostPlaces);
      const [first] = dots;
      if (!first) continue;
      const { literal } = regex;
      const edits = escapedAt(text, literal, dots);
      report(
        regexSpan(text, literal, first),
        `This '.' matches any character, not only the dot of '${cut(nameAround(literal.pattern, first))}'. Write '\\.'.`,
        { fixes: [{ title: "Write '\\.'", edits, guess: true }] },
      );
    }
  },
  examples: [
    {
      text: `
http.host matches r"^(www|shop)\\.example.com$"
                                        ^ warning: This '.' matches any character, not only the dot of 'example.com'. Write '\\.'.
`,
      fixed: `
http.host matches r"^(www|shop)\\.example\\.com$"
`,
    },
    {
      text: `
http.host matches "^[a-z]+.example.com$"
                          ^ warning: This '.' matches any character, not only the dot of '.example'. Write '\\.'.
`,
      fixed: `
http.host matches r"^[a-z]+\\.example\\.com$"
`,
    },
    {
      text: `
http.host matches r"^.+\\.example\\.com$" or http.user_agent matches "bot.v[0-9]"
`,
    },
  ],
};

/** The labels on both sides of a dot. */
function nameAround(pattern: string, { start, end }: Span): string {
  const before = /[\w-]*$/.exec(pattern.slice(Math.max(0, start - longestLabel), start))?.[0] ?? "";
  const after = /^[\w-]*/.exec(pattern.slice(end, end + longestLabel))?.[0] ?? "";
  return `${before}.${after}`;
}

const longestLabel = 20;
