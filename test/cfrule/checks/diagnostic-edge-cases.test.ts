import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { maxDiagnostics } from "../../../server/src/core/diagnostic.ts";
import { analyze, checkDiagnostics } from "../../support/check.ts";

/** Diagnostics that the examples of the checks do not cover. */
const cases: Readonly<Record<string, readonly string[]>> = {
  directives: [
    `
# @action skip
# @skip {"ruleset": 7}
ssl
`,
    `
# @action skip
# @skip {"rulesets": "current"}
ssl
`,
    `
# @action skip
# @skip {
        ^ error: Invalid JSON object '{'.
ssl
`,
    `
# @action skip
# @skip phases=a,b
               ^ error: Unknown phase 'a'.
                 ^ error: Unknown phase 'b'.
ssl
`,
    `
# @action skip
# @skip nothing=a
        ^^^^^^^ error: Unknown skip parameter 'nothing'. Use 'ruleset', 'rulesets', 'phase', 'phases', 'products' or 'rules'.
ssl
`,
    `
# @paused yes
          ^^^ error: '@paused' needs 'true' or 'false', found 'yes'. Use 'true'.
ssl
`,
    `
# @paused maybe
          ^^^^^ error: '@paused' needs 'true' or 'false', found 'maybe'.
ssl
`,
    `
# @priority 1 # first
              ^^^^^^^ error: '@priority' cannot have a comment after its value. Move the comment to its own line.
ssl
`,
    `
# @priority 1 // first
              ^^^^^^^^ error: '@priority' cannot have a comment after its value. Move the comment to its own line.
ssl
`,
    `
# @priority x
            ^ error: '@priority' needs an integer, found 'x'.
ssl
`,
    `
# @action block now
          ^^^^^^^^^ error: Unknown action 'block now'.
ssl
`,
    `
# @phase nowhere
         ^^^^^^^ error: Unknown phase 'nowhere'.
ssl
`,
    `
# @plan gold
        ^^^^ error: Unknown plan 'gold'. Use 'free', 'pro', 'business' or 'enterprise'.
ssl
`,
    `
ssl
# @action block
  ^^^^^^^ warning: '@action' is ignored after the expression starts. Move it to the top.
`,
    `
\ufeffssl
# @action block
  ^^^^^^^ warning: '@action' is ignored after the expression starts. Move it to the top.
`,
  ],
  arguments: [
    `
split(http.host, "", 3)[0] eq "a"
                 ^^ error: 'separator' of 'split' cannot be empty.
`,
    `
url_decode(http.host, "rr") eq "a"
                      ^^^^ error: Duplicate flag 'r'. Remove one.
`,
    `
url_decode(http.host, "") eq "a"
                      ^^ error: Missing flag. Use 'r' or 'u', or omit 'options'.
`,
    `
url_decode(http.host, "x") eq "a"
                      ^^^ error: Unknown flag 'x' for 'url_decode'. Use 'r' or 'u'.
`,
    `
wildcard_replace(http.host, "*", "\${2}") eq "a"
^^^^^^^^^^^^^^^^ warning: 'wildcard_replace' is only available in value expressions. Add '# @value' at the top if this is one.
                                  ^^^^ warning: '\${2}' is always empty: the pattern has one star.
`,
    `
wildcard_replace(http.host, "a", "\${1}") eq "a"
^^^^^^^^^^^^^^^^ warning: 'wildcard_replace' is only available in value expressions. Add '# @value' at the top if this is one.
                                  ^^^^ warning: '\${1}' is always empty: the pattern has no star.
`,
    `
wildcard_replace(http.host, "*", "\${") eq "a"
^^^^^^^^^^^^^^^^ warning: 'wildcard_replace' is only available in value expressions. Add '# @value' at the top if this is one.
                                  ^^ warning: '\${' starts a reference such as '\${1}'. Use '$$' for a dollar sign.
`,
    `
any(http.request.headers["Accept"][*] eq "a")
                         ^^^^^^^^ warning: Keys of 'http.request.headers' are lowercase, so 'Accept' never matches. Use 'accept'.
`,
    `
all(http.request.headers["a"][*] eq "a")
^^^ info: 'all' is also true when 'http.request.headers["a"][*]' is missing. Add a presence test, or use 'any'.
`,
    `
all(lower(http.request.headers["a"][*])[*] eq "a")
^^^ info: 'all' is also true when 'http.request.headers["a"][*]' is missing. Add a presence test, or use 'any'.
`,
    `
has_key(http.request.headers, "a") and has_value(http.request.headers.names, "a")
                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Names in 'http.request.headers.names' keep the case they were sent in. Use 'lower'.
`,
    `
len(http.request.uri.path) ge 0
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'len(http.request.uri.path) ge 0' is true for every value of 'len(http.request.uri.path)', so the rule matches every request. Change or remove it.
`,
  ],
  "ranges and numbers": [
    `
tcp.dstport in {80-90}
                ^^^^^ warning: '80-90' is two numbers, 80 and -90, not a range. Use 80..90.
`,
    `
tcp.dstport in {90-80}
                ^^^^^ warning: '90-80' is two numbers, 90 and -80, not a range. Use '..' for a range.
`,
    `
http.request.timestamp.sec eq 1484063137000000
                              ^^^^^^^^^^^^^^^^ warning: 1484063137000000 is in the year 47030058. Timestamps are in seconds since 1970.
`,
    `
ip.src in {::ffff:192.0.2.1}
           ^^^^^^^^^^^^^^^^ warning: '::ffff:192.0.2.1' is an IPv6 address and never equals the IPv4 address in it. Use 192.0.2.1.
`,
    `
ip.src in {192.0.2.0/24 192.0.2.1}
                        ^^^^^^^^^ warning: 192.0.2.1 is covered by 192.0.2.0/24 in this set. Remove it.
`,
    `
ip.src in {192.0.2.1..192.0.2.9 192.0.2.5..192.0.2.20}
                                ^^^^^^^^^^^^^^^^^^^^^ info: 192.0.2.5..192.0.2.20 overlaps with 192.0.2.1..192.0.2.9. Use 192.0.2.1..192.0.2.20 for both.
`,
    `
ip.src in {192.0.2.9..192.0.2.1}
           ^^^^^^^^^^^^^^^^^^^^ error: This range is reversed. Use 192.0.2.1..192.0.2.9.
`,
    `
ip.src in {192.0.2.1..::1}
           ^^^^^^^^^^^^^^ error: Both ends of a range must be IPv4, or both IPv6.
`,
    `
tcp.dstport in {1..5 3..9}
                     ^^^^ info: 3..9 overlaps with 1..5. Use 1..9 for both.
`,
    `
tcp.dstport in {9..1}
                ^^^^ error: This range is reversed. Use 1..9.
`,
    `
tcp.dstport eq 70000
               ^^^^^ warning: 'tcp.dstport' is never 70000. Its range is 0 to 65,535.
`,
    `
tcp.dstport in {70000..80000}
                ^^^^^^^^^^^^ warning: 'tcp.dstport' is never 70000..80000. Its range is 0 to 65,535.
`,
    `
http.response.code in {600..700}
                       ^^^^^^^^ warning: 'http.response.code' is usually 100 to 599, found 600..700.
`,
    `
cf.bot_management.score lt 200
                           ^^^ warning: 'cf.bot_management.score' is always less than 200. Its range is 1 to 99, or 0.
`,
    `
cf.threat_score gt 200
                   ^^^ warning: 'cf.threat_score' is never greater than 200. Its range is 0 to 100.
`,
  ],
  logic: [
    `
false
^^^^^ warning: 'false' matches no request. Use an expression, or pause the rule.
`,
    `
http.request.method eq "get" and http.request.method eq "Post"
                       ^^^^^ warning: 'http.request.method' is always uppercase and case-sensitive. Use 'GET'.
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.method eq "get"' and 'http.request.method eq "Post"' are never both true, so the rule matches no request. Use 'or', or change one.
                                                        ^^^^^^ warning: 'http.request.method' is always uppercase and case-sensitive. Use 'POST'.
`,
    `
not not ssl
^^^^^^^ info: The two negations cancel each other out. Remove both.
`,
    `
not (not ssl)
^^^^^^^^ info: The two negations cancel each other out. Remove both.
`,
    `
http.host eq "a" and http.host eq "b"
                     ^^^^^^^^^^^^^^^^ warning: 'http.host eq "a"' and 'http.host eq "b"' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
http.host eq "a" and http.host eq "b" and http.host eq "c"
                     ^^^^^^^^^^^^^^^^ warning: 'http.host eq "a"' and 'http.host eq "b"' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
http.host ne "a" or http.host ne "b"
                    ^^^^^^^^^^^^^^^^ warning: 'http.host ne "a"' or 'http.host ne "b"' is true for every value of 'http.host', including '"a"', so the rule matches every request. Use 'and'.
`,
    `
not http.host eq "a" or not http.host eq "b"
^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for 'http.host', which is never missing. Use 'ne'.
                        ^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for 'http.host', which is never missing. Use 'ne'.
                        ^^^^^^^^^^^^^^^^^^^^ warning: 'not http.host eq "a"' or 'not http.host eq "b"' is true for every value of 'http.host', including '"a"', so the rule matches every request. Use 'and'.
`,
    `
not (http.host eq "a") or http.host ne "b"
^^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for 'http.host', which is never missing. Use 'ne'.
                          ^^^^^^^^^^^^^^^^ warning: 'not (http.host eq "a")' or 'http.host ne "b"' is true for every value of 'http.host', including '"a"', so the rule matches every request. Use 'and'.
`,
    `
http.host ne "a" or http.host ne "b" or http.host ne "c"
                    ^^^^^^^^^^^^^^^^ warning: 'http.host ne "a"' or 'http.host ne "b"' is true for every value of 'http.host', including '"a"', so the rule matches every request. Use 'and'.
`,
    `
ssl or not ssl
       ^^^^^^^ warning: 'ssl' or 'not ssl' is true for every value of 'ssl', so the rule matches every request. Change or remove one.
`,
    `
ssl and not ssl
        ^^^^^^^ warning: 'ssl' and 'not ssl' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
true
^^^^ info: 'true' matches every request.
`,
    `
true and ssl
^^^^ warning: 'true' is always true. Change or remove it.
`,
    `
http.host contains "a" or not http.host contains "a" or ssl
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host contains "a"' or 'not http.host contains "a"' is true for every value of 'http.host', so the rule matches every request. Change or remove one.
`,
    `
tcp.dstport gt 5 or tcp.dstport lt 9
                    ^^^^^^^^^^^^^^^^ warning: 'tcp.dstport gt 5' or 'tcp.dstport lt 9' is true whenever 'tcp.dstport' is present. Change or remove one.
`,
    `
http.request.headers["x"][0] ne "ab" or len(http.request.headers["x"][0]) ne 0
                             ^^ info: When 'http.request.headers["x"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.headers["x"][0] ne "ab"' or 'len(http.request.headers["x"][0]) ne 0' is true whenever their value is present. Change or remove one.
`,
    `
tcp.dstport gt 5 and tcp.dstport lt 3
                     ^^^^^^^^^^^^^^^^ warning: 'tcp.dstport gt 5' and 'tcp.dstport lt 3' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
tcp.dstport in {1 2} and tcp.dstport gt 3
                         ^^^^^^^^^^^^^^^^ warning: 'tcp.dstport in {1 2}' and 'tcp.dstport gt 3' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
(http.host eq "a") and not (http.host eq "a")
                       ^^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for 'http.host', which is never missing. Use 'ne'.
                       ^^^^^^^^^^^^^^^^^^^^^^ warning: '(http.host eq "a")' and 'not (http.host eq "a")' are never both true, so the rule matches no request. Use 'or', or change one.
`,
    `
http.request.headers["a"][0] eq "b" and http.request.uri.query ne ""
`,
    `
http.request.uri.args["a"][0] eq "b" and http.request.uri.query ne ""
`,
    `
http.request.uri.path eq "/A" and lower(http.request.uri.path) eq "/A"
                                                                  ^^^^ warning: 'lower' leaves no uppercase letters to match '/A'. Use '/a'.
`,
    `
http.host == "a" and http.referer eq "b"
          ^^ hint: '==' is C-like, but other operators here are English. Use 'eq'.
`,
  ],
  regexes: [
    `
http.host matches "a\\\\\\\\.b"
                  ^^^^^^^^^ info: This pattern has backslashes. Use a raw string.
`,
    `
http.host matches "^(.+)$"
                  ^^^^^^^^ warning: This regex matches every value. Make it more specific, or remove the comparison.
`,
    `
http.host matches ".*"
                  ^^^^ warning: This regex matches every value, because it can match the empty string. Make it more specific, or remove the comparison.
`,
    `
http.host matches "\\.com"
                  ^^^^^^^ info: This regex is equivalent to 'contains'. Use 'contains'.
                  ^^^^^^^ info: This pattern has backslashes. Use a raw string.
`,
    `
http.request.uri.path matches "%41"
                              ^^^^^ info: This regex is equivalent to 'contains'. Use 'contains'.
                               ^^^ info: '%41' is decoded to 'A' before 'http.request.uri.path' is compared. Use 'raw.http.request.uri.path'.
`,
    `
http.user_agent matches "(?i)BOT"
                        ^^^^^^^^^ info: This regex is equivalent to 'wildcard'. Use 'wildcard'.
`,
    `
http.host matches "*.example.com"
                   ^ error: '*' has nothing to repeat in a regex. Use wildcard "*.example.com", or matches r"\\.example\\.com$".
`,
  ],
  texts: [
    `
http.request.uri.query eq "?a=1"
                          ^^^^^^ warning: 'http.request.uri.query' excludes the leading '?'. Use 'a=1'.
`,
    `
http.request.uri.query contains "?a"
`,
    `
http.request.full_uri eq "www.example.com"
                         ^^^^^^^^^^^^^^^^^ warning: 'http.request.full_uri' always starts with 'https://' or 'http://'. Use 'https://www.example.com'.
`,
    `
http.request.full_uri contains "?"
`,
    `
http.host eq "https://example.com/a"
             ^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host' is a hostname and never contains a scheme. Use 'example.com'.
`,
    `
http.host eq "example.com/"
             ^^^^^^^^^^^^^^ warning: 'http.host' is a hostname and never contains '/'. Use 'example.com'.
`,
    `
http.host eq "example.com:8080"
`,
    `
http.request.uri.path eq "/a?b=1"
                         ^^^^^^^^ warning: 'http.request.uri.path' excludes the query string, so it never contains '?'. Use 'http.request.uri'.
`,
    `
http.request.uri.path eq "a"
                         ^^^ warning: 'http.request.uri.path' always starts with '/'. Use '/a'.
`,
    `
http.request.uri.path wildcard "a*"
                               ^^^^ warning: 'http.request.uri.path' always starts with '/'. Use '/a*'.
`,
    `
http.request.uri.path.extension eq ".php"
                                   ^^^^^^ warning: 'http.request.uri.path.extension' never contains '.'. Use 'php'.
`,
    `
http.request.uri.path.extension eq "."
                                   ^^^ warning: 'http.request.uri.path.extension' never contains '.'.
`,
    `
http.request.uri.path.extension eq "index.php"
                                   ^^^^^^^^^^^ warning: 'http.request.uri.path.extension' never contains '.'. Use 'php'.
`,
    `
http.request.uri.path eq "/a%41"
                            ^^^ info: '%41' is decoded to 'A' before 'http.request.uri.path' is compared. Use 'raw.http.request.uri.path'.
`,
    `
http.request.uri.path contains "/../"
                               ^^^^^^ info: Normalization removes '../' from 'http.request.uri.path'. Use 'raw.http.request.uri.path'.
`,
    `
http.request.uri.path contains "//"
                               ^^^^ info: In some zones, normalization merges '//' in 'http.request.uri.path'. Use 'raw.http.request.uri.path'.
`,
    `
http.request.headers["X-A"][0] eq "A"
                     ^^^^^ warning: Keys of 'http.request.headers' are lowercase, so 'X-A' never matches. Use 'x-a'.
`,
    `
http.request.uri.args["a"][0] ne "b"
                              ^^ info: When 'http.request.uri.args["a"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
`,
    `
ip.geoip.country eq "us"
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
                    ^^^^ warning: 'ip.geoip.country' is always uppercase and case-sensitive. Use 'US'.
`,
    `
ip.geoip.country eq "XX"
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
`,
    `
ip.geoip.country in {"us" "de"}
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
                     ^^^^ warning: 'ip.geoip.country' is always uppercase and case-sensitive. Use 'US'.
                          ^^^^ warning: 'ip.geoip.country' is always uppercase and case-sensitive. Use 'DE'.
`,
    `
http.request.version eq "http/1.1"
                        ^^^^^^^^^^ warning: 'http.request.version' is case-sensitive. Use 'HTTP/1.1'.
`,
    `
lower(http.host) eq "A.example"
                    ^^^^^^^^^^^ warning: 'lower' leaves no uppercase letters to match 'A.example'. Use 'a.example'.
`,
    `
upper(http.host) eq "a.example"
                    ^^^^^^^^^^^ warning: 'upper' leaves no lowercase letters to match 'a.example'. Use 'A.EXAMPLE'.
`,
    `
http.hosteq "a"
^^^^^^^^^^^ error: 'http.hosteq' is parsed as one name. Add a space between 'http.host' and 'eq'.
`,
    `
ssl andhttp.host eq "a"
    ^^^^^^^^^^^^ warning: 'andhttp.host' is parsed as 'and http.host'. Add a space.
`,
    `
http.request.uri.path eq r"a\\b"
                         ^^^^^^ warning: 'http.request.uri.path' always starts with '/'. Use '/a\\b'.
`,
    `
http.request.uri.path eq "a\\\\b"
                         ^^^^^^ warning: 'http.request.uri.path' always starts with '/'. Use '/a\\b'.
`,
    `
http.host eq "\\x41"
`,
    `
http.request.uri.path eq "\\u0041"
                          ^^ error: Invalid escape '\\u'. Use '\\\\u' for a backslash; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
`,
  ],
};

describe.each(Object.entries(cases))("%s", (_, rules) => {
  test.each(rules)("%s", (marked) => checkDiagnostics(cfrule, marked));
});

/** The same error in every item is reported up to a limit. */
describe("an error in a long set is reported up to a limit", () => {
  const many = (item: (index: number) => string) =>
    Array.from({ length: 1200 }, (_, i) => item(i)).join(" ");
  test.each<[code: string, field: string, item: (index: number) => string]>([
    ["mapped-address", "ip.src", (i) => `::ffff:1.2.${i >> 8}.${i & 255}`],
    ["reserved-address", "ip.src", (i) => `10.1.${i >> 8}.${i & 255}`],
    ["normalized-path", "http.request.uri.path", (i) => `"//${i}"`],
    ["percent-escape", "http.request.uri.path", (i) => `"/%41${i}"`],
    ["timestamp-bounds", "http.request.timestamp.sec", (i) => `1484063137${1000 + i}`],
    ["value-case", "lower(http.host)", (i) => `"A${i}"`],
    ["value-range", "tcp.dstport", (i) => String(70_000 + i)],
    ["value-shape", "http.host", (i) => `"https://a${i}.example"`],
  ])("%s", (code, field, item) => {
    const text = `${field} in {${many(item)}}`;
    const found = analyze(cfrule, text)
      .diagnostics()
      .filter((it) => it.code === code);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(maxDiagnostics);
  });
});
