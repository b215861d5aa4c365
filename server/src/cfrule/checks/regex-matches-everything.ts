import type { Severity } from "../../core/diagnostic.ts";
import { literalForm } from "../regex/literal-form.ts";
import { matchesEverything } from "../regex/reach.ts";
import type { Subject } from "../values/operand-facts.ts";
import { type RegexUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexMatchesEverything: RuleCheck<"rule"> = {
  code: "regex-matches-everything",
  severity: "warning",
  summary: "A regular expression matches whatever the value is.",
  why: "A regex is looked for anywhere in the value, so that one that can match nothing at all, such as `.*` or `a*`, matches always. Every path has a `/`. Of a value that may be missing, such a regex only asks whether it is there.",
  on: "rule",
  run(rule, report) {
    for (const regex of valueFacts(rule).regexes) {
      const found = findingOf(regex);
      if (found) report(regex.literal, found.message, { severity: found.severity });
    }
  },
  examples: [
    {
      text: `
http.request.uri.path matches r"^/.*" or http.user_agent matches r"(bot)*"
                              ^^^^^^^ warning: Every 'http.request.uri.path' begins with '/', so this regex matches all of them. Say more, or remove the comparison.
                                                                 ^^^^^^^^^ warning: This regex matches every value, since it can match nothing at all. Say more, or remove the comparison.
`,
    },
    {
      text: `
any(http.request.headers["x-debug"][*] matches ".*")
                                               ^^^^ info: This regex matches every value, so it only asks whether there is one.
`,
    },
    {
      text: `
http.referer matches "." or http.request.uri.path matches r"^/.*\\.(php|asp)$"
`,
    },
  ],
};

function findingOf({
  use: { subject },
  literal,
  root,
}: RegexUse): { message: string; severity: Severity } | undefined {
  const reach = matchesEverything(root);
  if (reach && (reach !== "every-line-but-empty" || isNeverEmpty(subject))) {
    if (!subject || subject.mayBeMissing) {
      const message = "This regex matches every value, so it only asks whether there is one.";
      return { message, severity: "info" };
    }
    const why = reach === "every-line-but-empty" ? "" : ", since it can match nothing at all";
    const message = `This regex matches every value${why}. Say more, or remove the comparison.`;
    return { message, severity: "warning" };
  }
  const mayBeSlash = literal.pattern.length <= longestSlash && beginsWithSlash(subject);
  const form = mayBeSlash ? literalForm(root) : undefined;
  if (!form?.values.includes("/")) return undefined;
  if (form.form !== "prefix" && form.form !== "contains") return undefined;
  return {
    message: `Every '${subject?.field.name}' begins with '/', so this regex matches all of them. Say more, or remove the comparison.`,
    severity: "warning",
  };
}

/** A regex that says no more than "/" is not longer, and most are. */
const longestSlash = 16;

function isNeverEmpty(subject: Subject | undefined): boolean {
  const shape = subject?.field.shape;
  return shape === "path" || shape === "uri" || shape === "full uri" || shape === "host";
}

function beginsWithSlash(subject: Subject | undefined): boolean {
  return subject?.field.shape === "path" || subject?.field.shape === "uri";
}
