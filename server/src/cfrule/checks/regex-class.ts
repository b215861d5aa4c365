import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { maxPlaces, regexSpan } from "../patterns/regex-places.ts";
import { type OddClass, oddClasses } from "../regex/odd-classes.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexClass: RuleCheck<"regexes"> = {
  code: "regex-class",
  severity: "warning",
  summary: "A character class has other characters than it seems to.",
  why: "`[A-z]` also has the six characters between `Z` and `a`, such as `_` and `[`: use `[A-Za-z]`. Inside of brackets, `|` is a character, not an alternative: use `[ab]` instead of `[a|b]`.",
  on: "regexes",
  run(rule, report) {
    for (const { literal, root } of valueFacts(rule).regexes) {
      if (!literal.pattern.includes("[")) continue;
      for (const place of oddClasses(root).slice(0, maxPlaces)) {
        const written = literal.pattern.slice(place.start, place.end);
        const suggested = suggestedFor(place, written);
        const span = regexSpan(rule.text, literal, place);
        const isPlain = rule.text.slice(span.start, span.end) === written;
        const title = `Use '${suggested}'`;
        report(span, `${problemOf(place, written)} ${title}.`, {
          fixes: isPlain ? [likelyFix(title, [replace(span, suggested)])] : [],
        });
      }
    }
  },
  examples: `
http.request.uri.path matches "^/[a-zA-z]+/[0-9]+$"
                                     ^^^ warning: 'A-z' also has the characters between 'Z' and 'a', such as '_'. Use 'A-Z'.
=>
http.request.uri.path matches "^/[a-zA-Z]+/[0-9]+$"
---
http.request.uri.query matches "[,|;]" or http.request.uri.query matches "[a|b|c]="
                                ^^^^^ warning: In brackets, '|' is a character. Use '[,;]'.
                                                                          ^^^^^^^ warning: In brackets, '|' is a character. Use '[abc]'.
=>
http.request.uri.query matches "[,;]" or http.request.uri.query matches "[a|b|c]="
---
http.user_agent matches "a[|]" or http.user_agent matches "^[^|]$" or http.user_agent matches "b[<>|&]" or http.user_agent matches "c[A-Za-z_]x"
`,
};

function suggestedFor({ kind, hasLower }: OddClass, written: string): string {
  if (kind === "bar") return written.replaceAll("|", "");
  const upper = `${written.slice(0, -1)}Z`;
  return hasLower ? upper : `${upper}a-${written.slice(-1)}`;
}

function problemOf({ kind }: OddClass, written: string): string {
  return kind === "range"
    ? `'${written}' also has the characters between 'Z' and 'a', such as '_'.`
    : "In brackets, '|' is a character.";
}
