import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { maxPlaces, regexSpan } from "../patterns/regex-places.ts";
import { doubledQuantifiers } from "../regex/pitfalls.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexDoubledQuantifier: RuleCheck<"regexes"> = {
  code: "regex-doubled-quantifier",
  severity: "warning",
  summary: "A quantifier follows another quantifier.",
  why: "Other dialects read `a++` as a possessive quantifier. This engine never backtracks and reads it as a repeated repetition, for which one quantifier is enough.",
  on: "regexes",
  run(rule, report) {
    for (const { literal, root } of valueFacts(rule).regexes) {
      if (!/[*+?}][*+?{]/.test(literal.pattern)) continue;
      for (const place of doubledQuantifiers(root).slice(0, maxPlaces)) {
        const written = literal.pattern.slice(place.start, place.end);
        const single = same.get(written);
        const span = regexSpan(rule.text, literal, place);
        const advice = single ? ` Use '${single}'.` : " Use one of them.";
        report(span, `'${written}' is a quantifier on a quantifier.${advice}`, {
          fixes: single ? [safeFix(`Use '${single}'`, [replace(span, single)])] : [],
        });
      }
    }
  },
  examples: `
http.user_agent matches "^[a-z]++/[0-9]+$"
                               ^^ warning: '++' is a quantifier on a quantifier. Use '+'.
=>
http.user_agent matches "^[a-z]+/[0-9]+$"
`,
};

/** Pairs that are equivalent to a single quantifier. */
const same: ReadonlyMap<string, string> = new Map([
  ["++", "+"],
  ["**", "*"],
  ["*+", "*"],
  ["+*", "*"],
]);
