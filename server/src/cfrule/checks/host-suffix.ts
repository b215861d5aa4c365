import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { literalForm } from "../regex/literal-form.ts";
import { rewriteString } from "../values/spelling.ts";
import { shapeOf } from "../values/value-shapes.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const hostSuffix: RuleCheck<"rule"> = {
  code: "host-suffix",
  severity: "hint",
  summary: "A suffix of a hostname without a leading dot also matches other domains.",
  why: '`ends_with(http.host, "example.com")` also matches `notexample.com`, which may belong to someone else. Use `http.host eq "example.com" or ends_with(http.host, ".example.com")`.',
  on: "rule",
  run(rule, report) {
    const { uses, regexes } = valueFacts(rule);
    let found = 0;
    for (const use of uses) {
      if (!isHost(use) || (use.how !== "suffix" && !use.how.endsWith("wildcard"))) continue;
      for (const literal of use.texts) {
        const domain = suffixIn(literal.value, use.how === "suffix");
        if (domain === undefined || ++found > maxDiagnostics) continue;
        const star = use.how === "suffix" ? "" : "*";
        const edits = [replace(literal, rewriteString(literal, `${star}.${domain}`, rule.text))];
        const fixes: Fix[] = [likelyFix(`Use '${star}.${domain}'`, edits)];
        tell(report, literal, domain, fixes);
      }
    }
    for (const { use, literal, root } of regexes) {
      const plain = isHost(use) ? literalForm(root) : undefined;
      const domain = plain?.form === "suffix" ? plain.values.find(isDomain) : undefined;
      if (domain !== undefined) tell(report, literal, domain, []);
    }
  },
  examples: `
ends_with(http.host, "example.com")
                     ^^^^^^^^^^^^^ hint: Also matches other domains, such as 'notexample.com'. Use '.example.com' for subdomains, and 'eq' for 'example.com' itself.
=>
ends_with(http.host, ".example.com")
---
http.host wildcard "*example.com" or http.host matches r"example\\.org$"
                   ^^^^^^^^^^^^^^ hint: Also matches other domains, such as 'notexample.com'. Use '.example.com' for subdomains, and 'eq' for 'example.com' itself.
                                                       ^^^^^^^^^^^^^^^^ info: This regex is equivalent to 'ends_with'. Use 'ends_with'.
                                                       ^^^^^^^^^^^^^^^^ hint: Also matches other domains, such as 'notexample.org'. Use '.example.org' for subdomains, and 'eq' for 'example.org' itself.
=>
http.host wildcard "*.example.com" or http.host matches r"example\\.org$"
---
http.host eq "example.com" or ends_with(http.host, ".example.com") or http.host wildcard "*.example.org" or http.host matches r"(^|\\.)example\\.net$"
---
ends_with(http.request.uri.path, "index.php") or ends_with(http.host, "com") or http.host wildcard "*shop*.example.com"
`,
};

function isHost({ tested }: ValueUse): boolean {
  return tested !== undefined && shapeOf(tested) === "host";
}

/** The domain at the end of a text or wildcard pattern that anything may precede. */
function suffixIn(text: string, isPlain: boolean): string | undefined {
  const domain = isPlain ? text : text.startsWith("*") ? text.slice(1) : "";
  return isDomain(domain) ? domain : undefined;
}

function isDomain(text: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(text);
}

function tell(
  report: Report,
  literal: { readonly start: number; readonly end: number },
  domain: string,
  fixes: readonly Fix[],
): void {
  const problem = `Also matches other domains, such as 'not${domain}'.`;
  report(literal, `${problem} Use '.${domain}' for subdomains, and 'eq' for '${domain}' itself.`, {
    fixes,
  });
}
