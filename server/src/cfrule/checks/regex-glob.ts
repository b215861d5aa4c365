import { likelyFix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { looksAtAddress, maxPlaces, regexSpan } from "../patterns/regex-places.ts";
import { globStars } from "../regex/pitfalls.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexGlob: RuleCheck<"regexes"> = {
  code: "regex-glob",
  severity: "warning",
  summary: "A star after a slash repeats the slash.",
  why: "In a regular expression `/api/*` is `/api` and any number of slashes. Use `.*` for any text, or `wildcard`, where a star alone matches any text.",
  on: "regexes",
  run(rule, report) {
    for (const regex of valueFacts(rule).regexes) {
      if (!/\/[*{]/.test(regex.literal.pattern) || !looksAtAddress(regex)) continue;
      const stars = globStars(regex.root).slice(0, maxPlaces);
      const spans = stars.map((it) => regexSpan(rule.text, regex.literal, it));
      const [first] = spans;
      if (!first) continue;
      const edits = spans.map((it) => insert(it.start, "."));
      report(first, "This '*' repeats the '/' before it. Use '.*' for any text.", {
        fixes: [likelyFix("Use '.*'", edits)],
      });
    }
  },
  examples: `
http.request.uri.path matches "^/api/*/users/[0-9]+"
                                     ^ warning: This '*' repeats the '/' before it. Use '.*' for any text.
=>
http.request.uri.path matches "^/api/.*/users/[0-9]+"
`,
};
