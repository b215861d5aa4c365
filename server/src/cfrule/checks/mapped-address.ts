import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { formatAddress, mappedIpv4 } from "../../vocabulary/ip.ts";
import type { SetItem } from "../syntax/tree.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const mappedAddress: RuleCheck<"rule"> = {
  code: "mapped-address",
  severity: "warning",
  summary: "An IPv4-mapped IPv6 address never equals the IPv4 address.",
  why: "To the engine `::ffff:192.0.2.1` is an IPv6 address, but clients on IPv4 have IPv4 addresses. Use the IPv4 address.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const { values } of valueFacts(rule).uses) {
      for (const value of values) {
        // Strings and numbers are never mixed with addresses.
        if (value.kind === "string" || value.kind === "integer") break;
        const right = asIpv4(value);
        if (!right) continue;
        const written = rule.text.slice(value.start, value.end);
        report(value, `'${written}' is an IPv6 address and never equals the IPv4 address in it.`, {
          fix: likelyFix(`Use ${right}`, [replace(value, right)]),
        });
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
ip.src in {::ffff:192.0.2.1 2001:db8::1}
           ^^^^^^^^^^^^^^^^ warning: '::ffff:192.0.2.1' is an IPv6 address and never equals the IPv4 address in it. Use 192.0.2.1.
=>
ip.src in {192.0.2.1 2001:db8::1}
---
ip.src in {::ffff:198.51.100.0/120}
           ^^^^^^^^^^^^^^^^^^^^^^^ warning: '::ffff:198.51.100.0/120' is an IPv6 address and never equals the IPv4 address in it. Use 198.51.100.0/24.
=>
ip.src in {198.51.100.0/24}
`,
};

function asIpv4(value: SetItem): string | undefined {
  if (value.kind === "address") {
    const mapped = mappedIpv4(value);
    return mapped && formatAddress(mapped);
  }
  if (value.kind !== "network" || value.bits < 96) return undefined;
  const mapped = mappedIpv4({ family: value.family, value: value.first });
  return mapped && `${formatAddress(mapped)}/${value.bits - 96}`;
}
