import { findingsOf } from "../findings.ts";
import {
  decidedMessage,
  decidedTruth,
  isNeverTrue,
  itemAt,
  otherParts,
  redundantMessage,
  valueMessage,
} from "../logic/wording.ts";
import { removalOf } from "../rewrite/proved.ts";
import type { RuleCheck } from "./check.ts";

export const redundantCondition: RuleCheck<"rule"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "A condition is redundant, because another one implies or covers it.",
  why: "In an `and` the narrower of two conditions decides, in an `or` the wider one. A redundant condition is often a sign of a wrong logical operator or value.",
  on: "rule",
  run(rule, report) {
    for (const it of findingsOf(rule)) {
      if (it.kind === "clash" || it.kind === "cancelled" || isNeverTrue(it)) continue;
      const { node } = it.part;
      const related = otherParts(it.by.map((by) => by.part));
      const look = { fixes: removalOf(rule.parsed, it), related, look: "unnecessary" } as const;
      if (it.kind === "decided") {
        if (decidedTruth(it) === "always")
          report(node, decidedMessage(rule.text, it), { ...look, severity: "info" });
      } else if (it.kind === "value")
        report(itemAt(node, it.value.index) ?? node, valueMessage(rule.text, it), look);
      else if (!it.isRepeated) report(node, redundantMessage(rule.text, it), look);
    }
  },
  examples: [
    {
      text: `
(ssl and http.host eq "a.example") or (ssl and http.host eq "a.example" and ip.src eq 192.0.2.1)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: '(ssl and http.host eq "a.example" and ip.src eq 192.0.2.1)' is redundant: '(ssl and http.host eq "a.example")' covers it. Remove it, or change one.
`,
      fixed: `
(ssl and http.host eq "a.example")
`,
    },
    {
      text: `
http.request.method in {"GET" "HEAD" "POST"} and http.request.method ne "POST"
                                     ^^^^^^ warning: '"POST"' is redundant here, because 'http.request.method ne "POST"' is true. Remove it.
`,
      fixed: `
http.request.method in {"GET" "HEAD"} and http.request.method ne "POST"
`,
    },
    {
      text: `
http.response.code ge 400 and http.response.code eq 500
^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.response.code ge 400' is redundant: 'http.response.code eq 500' implies it. Remove it, or change one.
`,
      fixed: `
http.response.code eq 500
`,
    },
    {
      text: `
starts_with(http.request.uri.path, "/api") or starts_with(http.request.uri.path, "/api/v2")
                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'starts_with(http.request.uri.path, "/api/v2")' is redundant: 'starts_with(http.request.uri.path, "/api")' covers it. Remove it, or change one.
`,
      fixed: `
starts_with(http.request.uri.path, "/api")
`,
    },
    {
      text: `
ip.src in {192.0.2.0/24} and (ip.src in {192.0.0.0/16} or ssl)
                              ^^^^^^^^^^^^^^^^^^^^^^^^ info: Always true here, because 'ip.src in {192.0.2.0/24}' is true. Change or remove it.
`,
    },
    {
      text: `
not http.request.headers["x-a"][0] eq "b" and http.request.headers["x-a"][0] ne "b"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: Also true when 'http.request.headers["x-a"][0]' is missing. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them explicitly.
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'not http.request.headers["x-a"][0] eq "b"' is redundant: 'http.request.headers["x-a"][0] ne "b"' implies it. Remove it, or change one.
                                                                             ^^ info: When 'http.request.headers["x-a"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
`,
    },
  ],
};
