import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { addition, examplesIn, judgeFor, readExample } from "../examples/run.ts";
import type { RuleCheck } from "./check.ts";

const mostFixed = 20;

export const failedExample: RuleCheck<"comments"> = {
  code: "failed-example",
  severity: "error",
  summary: "A test of the rule fails.",
  why: "Lines `# @match` and `# @no-match` before the expression have requests that the rule must match, or must not match. Change the rule or the test. Headers, cookies and query parameters that a test does not have are missing; any other field is unknown, and a test that depends on it fails.",
  on: "comments",
  run(doc, report) {
    const examples = examplesIn(doc);
    if (examples.length === 0) return;
    const judge = judgeFor(doc);
    if (!judge) return;
    for (const { name, value, valueSpan } of examples) {
      const request = readExample(value, doc)?.request;
      const judgment = request && judge(name, request);
      if (!judgment || judgment.passed) continue;
      const { message, related, missed } = judgment;
      // Finding values is too slow for many examples on every keystroke.
      const isFixable = missed.length > 0 && examples.length <= mostFixed;
      const added = isFixable ? addition(doc, name, value, missed) : undefined;
      const edits = [insert(valueSpan.end, ` ${added}`)];
      const fixes: Fix[] = added ? [likelyFix(`Add ${added}`, edits)] : [];
      report(valueSpan, message, { related, fixes });
    }
  },
  examples: [
    `
# @match GET https://shop.example.com/login ip.src=203.0.113.7
# @match GET https://shop.example.com/cart ip.src=203.0.113.7
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: This request does not match: http.request.uri.path is "/cart".
# @no-match GET https://shop.example.com/login ip.src=198.51.100.9
http.request.uri.path eq "/login" and not ip.src in {198.51.100.0/24}
---
# @no-match POST https://shop.example.com/login http.user_agent="curl/8.5"
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: This request matches: http.request.uri.path is "/login", http.user_agent is "curl/8.5".
http.request.uri.path eq "/login" and http.user_agent contains "curl"
---
# @match GET https://shop.example.com/login
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Cannot tell whether this request matches: ip.src is unknown. Add ip.src=….
http.request.uri.path eq "/login" and not ip.src in {198.51.100.0/24}
=>
# @match GET https://shop.example.com/login ip.src=203.0.113.7
http.request.uri.path eq "/login" and not ip.src in {198.51.100.0/24}
`,
    {
      context: { listItems: { office_ips: ["198.51.100.0/24"] } },
      text: `
# @match GET https://shop.example.com/ ip.src=198.51.100.9
# @no-match GET https://shop.example.com/ ip.src=203.0.113.7
ip.src in $office_ips
`,
    },
    `
# @match GET https://shop.example.com/ ip.src=198.51.100.9
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Cannot tell whether this request matches: the items of '$office_ips' are not in 'weir.json'.
ip.src in $office_ips
`,
  ],
};
