import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const hostBits: RuleCheck<"rule"> = {
  code: "host-bits",
  severity: "error",
  summary: "A network has host bits set.",
  why: "The engine accepts only the first address of a network, so that a network is not confused with one of its hosts.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "host-bits", report),
  examples: `
ip.src in {192.0.2.77/24}
           ^^^^^^^^^^^^^ error: '192.0.2.77/24' has host bits set. Use 192.0.2.0/24 for the network, or 192.0.2.77 for the address.
=>
ip.src in {192.0.2.0/24}
---
ip.src in {2001:db8::1/32}
           ^^^^^^^^^^^^^^ error: '2001:db8::1/32' has host bits set. Use 2001:db8::/32 for the network, or 2001:db8::1 for the address.
=>
ip.src in {2001:db8::/32}
---
ip.src in {192.0.2.0/24 198.51.100.77}
`,
};
