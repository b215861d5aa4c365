import { likelyFix } from "../../core/diagnostic.ts";
import { type Edit, insert, remove } from "../../text/edit.ts";
import { regexSpan } from "../patterns/regex-places.ts";
import { slashedRegex } from "../patterns/slashed-regex.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexSlashes: RuleCheck<"regexes"> = {
  code: "regex-slashes",
  severity: "warning",
  summary: "A regular expression is delimited by slashes, as in other languages.",
  why: "The quotes delimit the regular expression, and slashes are ordinary characters. Nothing can precede `^` or follow `$`, so such a regex never matches. Flags go at the start, as in `(?i)`.",
  on: "regexes",
  run(rule, report) {
    for (const regex of valueFacts(rule).regexes) {
      const slashed = slashedRegex(regex);
      if (!slashed) continue;
      const { literal } = regex;
      const { close, flags, never } = slashed;
      const { pattern } = literal;
      const open = regexSpan(rule.text, literal, { start: 0, end: 1 });
      const end = regexSpan(rule.text, literal, { start: close, end: pattern.length });
      const written = flags === "" ? "" : `(?${flags})`;
      const edits: Edit[] = [remove(open), remove(end)];
      if (written !== "") edits.splice(1, 0, insert(open.end, written));
      const advice = written === "" ? "" : `, and add '${written}' at the start`;
      report(
        literal,
        `The slashes are part of this regex${never ? ", so it never matches" : ""}. Remove them${advice}.`,
        {
          fixes: [likelyFix("Remove the slashes", edits)],
        },
      );
    }
  },
  examples: `
http.request.uri.path matches "/^.login[0-9]$/i"
                              ^^^^^^^^^^^^^^^^^^ warning: The slashes are part of this regex, so it never matches. Remove them, and add '(?i)' at the start.
=>
http.request.uri.path matches "(?i)^.login[0-9]$"
---
http.user_agent matches "/bot/i"
                        ^^^^^^^^ warning: The slashes are part of this regex. Remove them, and add '(?i)' at the start.
=>
http.user_agent matches "(?i)bot"
---
http.request.uri.path matches "/(api|rest)/" or http.request.uri.path matches "^/v[0-9]/i$"
`,
};
