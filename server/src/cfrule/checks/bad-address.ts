import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const badAddress: RuleCheck<"rule"> = {
  code: "bad-address",
  severity: "error",
  summary: "The text stands for an address, network or range and is none.",
  why: "Addresses are written in full, IPv4 in four decimal numbers. A network has its bits after `/`, at most 32 or 128. A range is `first..last`, both of one family. Networks and ranges stand in a set.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "bad-address", report),
  examples: [
    {
      text: `
ip.src in {192.0.2.0/33}
           ^^^^^^^^^^^^ error: '192.0.2.0/33' has too many bits: an IPv4 network has at most 32.
`,
    },
    {
      text: `
ip.src in {192.0.2.10-192.0.2.20}
           ^^^^^^^^^^^^^^^^^^^^^ error: A range of addresses is written with '..'. Write 192.0.2.10..192.0.2.20.
`,
      fixed: `
ip.src in {192.0.2.10..192.0.2.20}
`,
    },
    {
      text: `
ip.src in {192.0.2.* 2001:db8::1..192.0.2.9}
           ^^^^^^^^^ error: '192.0.2.*' is no address, network or range. Write 192.0.2.0/24.
                     ^^^^^^^^^^^^^^^^^^^^^^ error: Both ends of a range must be IPv4 addresses, or both IPv6 ones.
`,
    },
    {
      text: `
ip.src in {192.0.2.10..192.0.2.20 198.51.100.0/24 2001:db8::/32}
`,
    },
  ],
};
