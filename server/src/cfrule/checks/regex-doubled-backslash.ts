import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { maxPlaces, regexSpan } from "../patterns/regex-places.ts";
import { doubledBackslashes } from "../regex/doubled-backslashes.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexDoubledBackslash: RuleCheck<"regexes"> = {
  code: "regex-doubled-backslash",
  severity: "warning",
  summary: "A doubled backslash in a regular expression matches a backslash.",
  why: "Backslashes in a pattern after `matches` are not doubled, neither in quotes nor in a raw string: `\\\\d+` matches a backslash followed by letters d, and `\\\\.` a backslash followed by any character.",
  on: "regexes",
  run(rule, report) {
    for (const { literal } of valueFacts(rule).regexes) {
      const { pattern } = literal;
      for (const place of doubledBackslashes(pattern).slice(0, maxPlaces)) {
        const written = pattern.slice(place.start, place.end);
        const single = written.slice(1);
        const span = regexSpan(rule.text, literal, place);
        report(span, `'${written}' is a backslash and ${after(written)}.`, {
          fix: likelyFix(`Use '${single}'`, [replace(span, single)]),
        });
      }
    }
  },
  examples: `
http.request.uri.path matches r"^/item/\\\\d+$"
                                       ^^^ warning: '\\\\d' is a backslash and a 'd'. Use '\\d'.
=>
http.request.uri.path matches r"^/item/\\d+$"
---
http.request.uri.path matches "\\\\.(php|asp)$"
                               ^^^ warning: '\\\\.' is a backslash and any character. Use '\\.'.
=>
http.request.uri.path matches "\\.(php|asp)$"
---
http.request.uri.path matches r"^\\\\/api/v[0-9]"
                                 ^^^ warning: '\\\\/' is a backslash and a '/'. Use '\\/'.
---
http.request.uri.query matches r"[.]{2}[\\\\/]"
---
http.user_agent contains "a" and http.request.uri.path matches r"^/item/\\d+\\\\dir$"
`,
};

/** The meaning of the character without its backslash. */
function after(written: string): string {
  const char = written.charAt(2);
  if (char === ".") return "any character";
  if (/[?*+{]/.test(char)) return `the quantifier '${char}'`;
  return /[()[\]|^$]/.test(char) ? `the operator '${char}'` : `a '${char}'`;
}
