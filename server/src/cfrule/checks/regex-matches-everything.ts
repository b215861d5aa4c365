import type { Severity } from "../../core/diagnostic.ts";
import { literalForm } from "../regex/literal-form.ts";
import { matchesEverything } from "../regex/matches-everything.ts";
import type { TestedField } from "../values/operand-facts.ts";
import { type RegexUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexMatchesEverything: RuleCheck<"regexes"> = {
  code: "regex-matches-everything",
  severity: "warning",
  summary: "A regular expression matches every value.",
  why: "A regex can match anywhere in the value, so one that matches the empty string, such as `.*` or `a*`, always matches. Every path contains a `/`. If the value may be missing, such a regex only tests whether it is present.",
  on: "regexes",
  run(rule, report) {
    for (const regex of valueFacts(rule).regexes) {
      const found = findingOf(regex);
      if (found) report(regex.literal, found.message, { severity: found.severity });
    }
  },
  examples: `
http.request.uri.path matches r"^/.*" or http.user_agent matches r"(bot)*"
                              ^^^^^^^ warning: Every 'http.request.uri.path' starts with '/', so this regex matches all of them. Make it more specific, or remove the comparison.
                                                                 ^^^^^^^^^ warning: This regex matches every value, because it can match the empty string. Make it more specific, or remove the comparison.
---
any(http.request.headers["x-debug"][*] matches ".*")
                                               ^^^^ info: This regex matches every value, so it only tests whether one is present.
---
http.referer matches "." or http.request.uri.path matches r"^/.*\\.(php|asp)$"
`,
};

function findingOf({
  use: { tested },
  literal,
  root,
}: RegexUse): { message: string; severity: Severity } | undefined {
  const coverage = matchesEverything(root);
  if (coverage && (coverage !== "every-line-but-empty" || isNeverEmpty(tested))) {
    if (!tested || tested.mayBeMissing) {
      const message = "This regex matches every value, so it only tests whether one is present.";
      return { message, severity: "info" };
    }
    const why =
      coverage === "every-line-but-empty" ? "" : ", because it can match the empty string";
    const message = `This regex matches every value${why}. Make it more specific, or remove the comparison.`;
    return { message, severity: "warning" };
  }
  const mayBeSlash = literal.pattern.length <= longestSlash && beginsWithSlash(tested);
  const form = mayBeSlash ? literalForm(root) : undefined;
  if (!form?.values.includes("/")) return undefined;
  if (form.form !== "prefix" && form.form !== "contains") return undefined;
  return {
    message: `Every '${tested?.field.name}' starts with '/', so this regex matches all of them. Make it more specific, or remove the comparison.`,
    severity: "warning",
  };
}

/** Cheap test first: a regex equivalent to "/" is short. */
const longestSlash = 16;

function isNeverEmpty(tested: TestedField | undefined): boolean {
  const shape = tested?.field.shape;
  return shape === "path" || shape === "uri" || shape === "full uri" || shape === "host";
}

function beginsWithSlash(tested: TestedField | undefined): boolean {
  return tested?.field.shape === "path" || tested?.field.shape === "uri";
}
