import { maxDepth } from "../catalog/limits.ts";
import type { ParserProblem } from "./check.ts";

/** Literals, and limits of the grammar. */
export const literalProblems: readonly ParserProblem[] = [
  {
    code: "bad-escape",
    summary: "Invalid escape in a string.",
    why: 'A quoted string has four escapes: `\\"`, `\\\\`, `\\xHH` with two hexadecimal digits and `\\OOO` with three octal digits. In a raw string, `r"…"`, a backslash is an ordinary character.',
    examples: `
http.user_agent contains "\\n"
                          ^^ error: Invalid escape '\\n'. Use '\\x0a'; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
=>
http.user_agent contains "\\x0a"
---
http.request.uri.query contains "c:\\windows"
                                   ^^ error: Invalid escape '\\w'. Use '\\\\w' for a backslash; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
=>
http.request.uri.query contains "c:\\\\windows"
---
http.user_agent contains "\\x0a" or http.request.uri.query contains r"c:\\windows"
`,
  },
  {
    code: "bad-number",
    summary: "Invalid number.",
    why: "Integers are decimal, hexadecimal after `0x` or octal after `0`, with 64 bits. Calls do not support hexadecimal numbers. A range, `80..443`, has no spaces and is only allowed in a set.",
    examples: `
cf.edge.server_port eq 0889
                       ^^^^ error: Invalid octal number '0889': a leading zero makes it octal. Use '889'.
=>
cf.edge.server_port eq 889
---
substring(http.request.uri.path, 0x1, 5) eq "api/"
                                 ^^^ error: Hexadecimal numbers are not supported in calls. Use 1.
=>
substring(http.request.uri.path, 1, 5) eq "api/"
---
http.response.code in {200.. 404}
                       ^^^^^ error: Use '..' without spaces for a range: 200..404.
=>
http.response.code in {200..404}
---
cf.bot_management.score lt 29.5
                           ^^^^ error: '29.5' is not an integer. Use an integer.
---
http.request.body.size gt 1MB
                          ^^^ error: '1MB' is not an integer. Use '1000000'.
=>
http.request.body.size gt 1000000
---
http.request.timestamp.sec ge 2024-01-01
                              ^^^^^^^^^^ error: Times are integers, found '2024-01-01'. Use 1704067200 for seconds since 1970.
=>
http.request.timestamp.sec ge 1704067200
---
cf.edge.server_port in {80 0x1bb 8000..8999}
`,
  },
  {
    code: "bad-address",
    summary: "Invalid address, network or range.",
    why: "Addresses are written in full; IPv4 addresses have four decimal numbers. A network has a prefix length after `/`, at most 32 or 128. A range is `first..last`, both IPv4 or both IPv6. Networks and ranges are only allowed in sets.",
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
  },
  {
    code: "host-bits",
    summary: "A network has host bits set.",
    why: "The engine accepts only the first address of a network, so that a network is not confused with one of its hosts.",
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
  },
  {
    code: "reversed-range",
    summary: "A range is reversed.",
    why: "The engine rejects a reversed range. Put the smaller end first.",
    examples: `
http.response.code in {599..500}
                       ^^^^^^^^ error: This range is reversed. Use 500..599.
=>
http.response.code in {500..599}
---
ip.src in {192.0.2.20..192.0.2.10}
           ^^^^^^^^^^^^^^^^^^^^^^ error: This range is reversed. Use 192.0.2.10..192.0.2.20.
=>
ip.src in {192.0.2.10..192.0.2.20}
---
http.response.code in {500..599}
`,
  },
  {
    code: "list-name",
    summary: "Invalid list name.",
    why: "List names consist of lowercase letters, digits and `_`. Managed lists start with `cf.`.",
    examples: `
ip.src in $Office_IPs
          ^^^^^^^^^^^ error: Invalid list name 'Office_IPs': only lowercase letters, digits and '_' are allowed. Use '$office_ips'.
---
ip.src in $
          ^ error: Missing list name after '$'.
---
ip.src in \${office}
          ^ error: '\${…}' is sent literally: rules have no placeholders. Use the name of a list after '$'.
---
ip.src in $office_ips or ip.src in $cf.anonymizer
`,
  },
  {
    code: "too-deep",
    summary: "The expression is nested too deeply.",
    why: "The engine counts nested parentheses, `not`, calls, `any()` and `all()`, and rejects more than 128 levels.",
    examples: `
${"concat(".repeat(maxDepth + 1)}http.host${', "/")'.repeat(maxDepth + 1)} contains "example"
${" ".repeat(7 * maxDepth)}^^^^^^ error: Nesting is more than 128 levels deep, which the engine rejects. Deeper parts are not checked.
`,
  },
];
