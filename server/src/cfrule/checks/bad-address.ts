import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const badAddress: RuleCheck<"rule"> = {
  code: "bad-address",
  severity: "error",
  summary: "Invalid address, network or range.",
  why: "Addresses are written in full; IPv4 addresses have four decimal numbers. A network has a prefix length after `/`, at most 32 or 128. A range is `first..last`, both IPv4 or both IPv6. Networks and ranges are only allowed in sets.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "bad-address", report),
  examples: `
ip.src in {192.0.2.0/33}
           ^^^^^^^^^^^^ error: Invalid prefix length in '192.0.2.0/33': the maximum for IPv4 is 32.
---
ip.src in {192.0.2.10-192.0.2.20}
           ^^^^^^^^^^^^^^^^^^^^^ error: Use '..' for an address range: 192.0.2.10..192.0.2.20.
=>
ip.src in {192.0.2.10..192.0.2.20}
---
ip.src in {192.0.2.* 2001:db8::1..192.0.2.9}
           ^^^^^^^^^ error: Invalid address, network or range '192.0.2.*'. Use 192.0.2.0/24.
                     ^^^^^^^^^^^^^^^^^^^^^^ error: Both ends of a range must be IPv4, or both IPv6.
---
ip.src in {192.0.2.10..192.0.2.20 198.51.100.0/24 2001:db8::/32}
`,
};
