import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { patternText } from "../patterns/pattern-texts.ts";
import { isUtf8 } from "../syntax/bytes.ts";
import { quote } from "../syntax/recovery/wrong-value.ts";
import { isPlainWildcard, readWildcard } from "../syntax/wildcard.ts";
import { inCase, type TestedField } from "../values/operand-facts.ts";
import { type How, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardWithoutStar: RuleCheck<"rule"> = {
  code: "wildcard-without-star",
  severity: "info",
  summary: "A wildcard pattern has no star.",
  why: "Without a star the pattern matches one whole value, for which `eq` is clearer. `wildcard` ignores letter case and `eq` does not, so this is only a hint where that can matter.",
  on: "rule",
  run(rule, report) {
    for (const { comparison, literal: value, use } of valueFacts(rule).wildcards) {
      const only = onlyText(value.value);
      const { how, tested } = use;
      if (only === undefined || patternText(value.value, how, tested)) continue;
      // Header names have any case, and `wildcard` ignores it.
      if (how === "wildcard" && tested?.field.name.endsWith(".headers.names")) continue;
      const isSame = how === "strict wildcard" || !/[a-z]/i.test(only);
      const whole = sameUnderEq(only, how, tested);
      const edits = [replace(comparison.operator, "eq")];
      // An unchanged value keeps its source text, because bytes that are not UTF-8 can only be written as escapes.
      const isKept = whole === value.value;
      if (!isKept) edits.push(replace(value, quote(whole)));
      const title = whole === only ? "Use 'eq'" : `Use eq ${cut(quote(whole))}`;
      const fix = safeFix(title, edits);
      const note = isSame ? "Use 'eq'." : "Use 'eq' if case matters.";
      report(value, `Without a '*' this pattern matches a single value. ${note}`, {
        // After 'eq' a literal star would look like a pattern.
        fixes:
          only.includes("*") || !(isKept || isUtf8(value.bytes))
            ? []
            : [isSame ? fix : { ...fix, guess: true }],
        severity: isSame ? "info" : "hint",
      });
    }
  },
  examples: `
http.request.uri.path strict wildcard "/login"
                                      ^^^^^^^^ info: Without a '*' this pattern matches a single value. Use 'eq'.
=>
http.request.uri.path eq "/login"
---
http.host wildcard "example.com"
                   ^^^^^^^^^^^^^ hint: Without a '*' this pattern matches a single value. Use 'eq' if case matters.
=>
http.host eq "example.com"
---
http.request.uri.path.extension wildcard "PHP"
                                         ^^^^^ hint: Without a '*' this pattern matches a single value. Use 'eq' if case matters.
=>
http.request.uri.path.extension eq "php"
---
any(http.request.headers.names[*] wildcard "x-debug")
`,
};

/** The only string that a pattern without stars matches. */
function onlyText(pattern: string): string | undefined {
  if (pattern.includes("**") || (isPlainWildcard(pattern) && pattern.includes("*")))
    return undefined;
  const { parts, problems } = readWildcard(pattern);
  return parts.length > 1 || problems.length > 0 ? undefined : (parts[0] ?? "");
}

/** The equivalent value for `eq`, in the case of the field, because `wildcard` ignores case. */
function sameUnderEq(value: string, how: How, tested: TestedField | undefined): string {
  const letters = tested && (tested.cased ?? tested.field.letters);
  return how === "wildcard" && letters ? inCase(value, letters) : value;
}
