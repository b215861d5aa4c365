import { describe, expect, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { mostFindings } from "../../server/src/core/diagnostic.ts";
import { analyse, checkDiagnostics } from "../support/check.ts";

/** What is said of slips that the examples of the checks leave out. */
const said: Readonly<Record<string, readonly string[]>> = {
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
        ^ error: This JSON object cannot be read: '{'.
ssl
`,
    `
# @action skip
# @skip phases=a,b
               ^ error: There is no phase 'a'.
                 ^ error: There is no phase 'b'.
ssl
`,
    `
# @action skip
# @skip nothing=a
        ^^^^^^^ error: There is no skip parameter 'nothing'. Write 'ruleset', 'rulesets', 'phase', 'phases', 'products' or 'rules'.
ssl
`,
    `
# @paused yes
          ^^^ error: '@paused' takes 'true' or 'false', and here stands 'yes'. Write 'true'.
ssl
`,
    `
# @paused maybe
          ^^^^^ error: '@paused' takes 'true' or 'false', and here stands 'maybe'.
ssl
`,
    `
# @priority 1 # first
              ^^^^^^^ error: '@priority' is followed by its value alone. Put the comment on a line of its own.
ssl
`,
    `
# @priority 1 // first
              ^^^^^^^^ error: '@priority' is followed by its value alone. Put the comment on a line of its own.
ssl
`,
    `
# @priority x
            ^ error: '@priority' takes a whole number, and here stands 'x'.
ssl
`,
    `
# @action block now
          ^^^^^^^^^ error: There is no action 'block now'.
ssl
`,
    `
# @phase nowhere
         ^^^^^^^ error: There is no phase 'nowhere'.
ssl
`,
    `
# @plan gold
        ^^^^ error: There is no plan 'gold'. Write 'free', 'pro', 'business' or 'enterprise'.
ssl
`,
    `
ssl
# @action block
  ^^^^^^^ warning: '@action' counts only before the expression. Move this line to the top.
`,
    `
\ufeffssl
# @action block
  ^^^^^^^ warning: '@action' counts only before the expression. Move this line to the top.
`,
  ],
  arguments: [
    `
split(http.host, "", 3)[0] eq "a"
                 ^^ error: 'split' takes no empty text as 'separator'.
`,
    `
url_decode(http.host, "rr") eq "a"
                      ^^^^ error: The flag 'r' stands twice. Write it once.
`,
    `
url_decode(http.host, "") eq "a"
                      ^^ error: No flag stands here. Use 'r' or 'u', or leave 'options' out.
`,
    `
url_decode(http.host, "x") eq "a"
                      ^^^ error: 'url_decode' knows no flag 'x'. Use 'r' or 'u'.
`,
    `
wildcard_replace(http.host, "*", "\${2}") eq "a"
^^^^^^^^^^^^^^^^ warning: 'wildcard_replace' is for value expressions, and this is a filter. Write '# @value' at the top if it is meant to make a value.
                                  ^^^^ warning: '\${2}' stands for nothing, since the pattern has one star.
`,
    `
wildcard_replace(http.host, "a", "\${1}") eq "a"
^^^^^^^^^^^^^^^^ warning: 'wildcard_replace' is for value expressions, and this is a filter. Write '# @value' at the top if it is meant to make a value.
                                  ^^^^ warning: '\${1}' stands for nothing, since the pattern has no star.
`,
    `
wildcard_replace(http.host, "*", "\${") eq "a"
^^^^^^^^^^^^^^^^ warning: 'wildcard_replace' is for value expressions, and this is a filter. Write '# @value' at the top if it is meant to make a value.
                                  ^^ warning: '\${' begins a reference such as '\${1}'. Use '$$' for a dollar sign.
`,
    `
any(http.request.headers["Accept"][*] eq "a")
                         ^^^^^^^^ warning: The keys of 'http.request.headers' are in small letters, so 'Accept' is never there. Write 'accept'.
`,
    `
all(http.request.headers["a"][*] eq "a")
^^^ info: 'all' is true as well when there is no 'http.request.headers["a"][*]'. Add a test that it is there, or use 'any'.
`,
    `
all(lower(http.request.headers["a"][*])[*] eq "a")
^^^ info: 'all' is true as well when there is no 'http.request.headers["a"][*]'. Add a test that it is there, or use 'any'.
`,
    `
has_key(http.request.headers, "a") and has_value(http.request.headers.names, "a")
                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: The names in 'http.request.headers.names' keep the letter case in which they were sent. Compare them through 'lower'.
`,
    `
len(http.request.uri.path) ge 0
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Every value of 'len(http.request.uri.path)' makes 'len(http.request.uri.path) ge 0' true, so the rule matches every request. Change or remove it.
`,
  ],
  "ranges and numbers": [
    `
tcp.dstport in {80-90}
                ^^^^^ warning: '80-90' is no range but two numbers, 80 and -90. Write 80..90.
`,
    `
tcp.dstport in {90-80}
                ^^^^^ warning: '90-80' is no range but two numbers, 90 and -80. A range is written with '..'.
`,
    `
http.request.timestamp.sec eq 1484063137000000
                              ^^^^^^^^^^^^^^^^ warning: 1484063137000000 lies in the year 47030058. Times are in seconds since 1970.
`,
    `
ip.src in {::ffff:192.0.2.1}
           ^^^^^^^^^^^^^^^^ warning: '::ffff:192.0.2.1' is an IPv6 address, which never equals the IPv4 address in it. Write 192.0.2.1.
`,
    `
ip.src in {192.0.2.0/24 192.0.2.1}
                        ^^^^^^^^^ warning: 192.0.2.1 is covered by 192.0.2.0/24 in this set. Remove it.
`,
    `
ip.src in {192.0.2.1..192.0.2.9 192.0.2.5..192.0.2.20}
                                ^^^^^^^^^^^^^^^^^^^^^ info: 192.0.2.5..192.0.2.20 overlaps with 192.0.2.1..192.0.2.9. Write 192.0.2.1..192.0.2.20 for both.
`,
    `
ip.src in {192.0.2.9..192.0.2.1}
           ^^^^^^^^^^^^^^^^^^^^ error: This range ends before it begins. Write 192.0.2.1..192.0.2.9.
`,
    `
ip.src in {192.0.2.1..::1}
           ^^^^^^^^^^^^^^ error: Both ends of a range must be IPv4 addresses, or both IPv6 ones.
`,
    `
tcp.dstport in {1..5 3..9}
                     ^^^^ info: 3..9 overlaps with 1..5. Write 1..9 for both.
`,
    `
tcp.dstport in {9..1}
                ^^^^ error: This range ends before it begins. Write 1..9.
`,
    `
tcp.dstport eq 70000
               ^^^^^ warning: 'tcp.dstport' is never 70000. It goes from 0 to 65,535.
`,
    `
tcp.dstport in {70000..80000}
                ^^^^^^^^^^^^ warning: 'tcp.dstport' is never 70000..80000. It goes from 0 to 65,535.
`,
    `
http.response.code in {600..700}
                       ^^^^^^^^ warning: 'http.response.code' is usually from 100 to 599, not 600..700.
`,
    `
cf.bot_management.score lt 200
                           ^^^ warning: 'cf.bot_management.score' never reaches 200. It goes from 1 to 99, or is 0.
`,
    `
cf.threat_score gt 200
                   ^^^ warning: 'cf.threat_score' never reaches 200. It goes from 0 to 100.
`,
  ],
  logic: [
    `
false
^^^^^ warning: 'false' matches no request. Write an expression, or pause the rule.
`,
    `
http.request.method eq "get" and http.request.method eq "Post"
                       ^^^^^ warning: 'http.request.method' is always in capitals, and letter case counts. Write 'GET'.
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.method eq "get"' and 'http.request.method eq "Post"' are never true at once, so the rule matches no request. Use 'or', or change one of them.
                                                        ^^^^^^ warning: 'http.request.method' is always in capitals, and letter case counts. Write 'POST'.
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
                     ^^^^^^^^^^^^^^^^ warning: 'http.host eq "a"' and 'http.host eq "b"' are never true at once, so the rule matches no request. Use 'or', or change one of them.
`,
    `
http.host eq "a" and http.host eq "b" and http.host eq "c"
                     ^^^^^^^^^^^^^^^^ warning: 'http.host eq "a"' and 'http.host eq "b"' are never true at once, so the rule matches no request. Use 'or', or change one of them.
`,
    `
http.host ne "a" or http.host ne "b"
                    ^^^^^^^^^^^^^^^^ warning: For every value of 'http.host', 'http.host ne "a"' or 'http.host ne "b"' is true, for instance for '"a"', so the rule matches every request. Use 'and'.
`,
    `
not http.host eq "a" or not http.host eq "b"
^^^^^^^^^^^^^^^^ hint: 'not … eq' is 'ne' for 'http.host', which every request has.
                        ^^^^^^^^^^^^^^^^ hint: 'not … eq' is 'ne' for 'http.host', which every request has.
                        ^^^^^^^^^^^^^^^^^^^^ warning: For every value of 'http.host', 'not http.host eq "a"' or 'not http.host eq "b"' is true, for instance for '"a"', so the rule matches every request. Use 'and'.
`,
    `
not (http.host eq "a") or http.host ne "b"
^^^^^^^^^^^^^^^^^ hint: 'not … eq' is 'ne' for 'http.host', which every request has.
                          ^^^^^^^^^^^^^^^^ warning: For every value of 'http.host', 'not (http.host eq "a")' or 'http.host ne "b"' is true, for instance for '"a"', so the rule matches every request. Use 'and'.
`,
    `
http.host ne "a" or http.host ne "b" or http.host ne "c"
                    ^^^^^^^^^^^^^^^^ warning: For every value of 'http.host', 'http.host ne "a"' or 'http.host ne "b"' is true, for instance for '"a"', so the rule matches every request. Use 'and'.
`,
    `
ssl or not ssl
       ^^^^^^^ warning: For every value of 'ssl', 'ssl' or 'not ssl' is true, so the rule matches every request. Change or remove one of them.
`,
    `
ssl and not ssl
        ^^^^^^^ warning: 'ssl' and 'not ssl' are never true at once, so the rule matches no request. Use 'or', or change one of them.
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
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: For every value of 'http.host', 'http.host contains "a"' or 'not http.host contains "a"' is true, so the rule matches every request. Change or remove one of them.
`,
    `
tcp.dstport gt 5 or tcp.dstport lt 9
                    ^^^^^^^^^^^^^^^^ warning: Whenever 'tcp.dstport' is there, 'tcp.dstport gt 5' or 'tcp.dstport lt 9' is true. Change or remove one of them.
`,
    `
tcp.dstport gt 5 and tcp.dstport lt 3
                     ^^^^^^^^^^^^^^^^ warning: 'tcp.dstport gt 5' and 'tcp.dstport lt 3' are never true at once, so the rule matches no request. Use 'or', or change one of them.
`,
    `
tcp.dstport in {1 2} and tcp.dstport gt 3
                         ^^^^^^^^^^^^^^^^ warning: 'tcp.dstport in {1 2}' and 'tcp.dstport gt 3' are never true at once, so the rule matches no request. Use 'or', or change one of them.
`,
    `
(http.host eq "a") and not (http.host eq "a")
                       ^^^^^^^^^^^^^^^^^ hint: 'not … eq' is 'ne' for 'http.host', which every request has.
                       ^^^^^^^^^^^^^^^^^^^^^^ warning: '(http.host eq "a")' and 'not (http.host eq "a")' are never true at once, so the rule matches no request. Use 'or', or change one of them.
`,
    `
http.request.headers["a"][0] eq "b" and http.request.uri.query ne ""
`,
    `
http.request.uri.args["a"][0] eq "b" and http.request.uri.query ne ""
`,
    `
http.request.uri.path eq "/A" and lower(http.request.uri.path) eq "/A"
                                                                  ^^^^ warning: After 'lower' there are no capitals left to match '/A'. Write '/a'.
`,
    `
http.host == "a" and http.referer eq "b"
          ^^ hint: '==' is C-like, and others here are English. Write 'eq'.
`,
  ],
  regexes: [
    `
http.host matches "a\\\\\\\\.b"
                  ^^^^^^^^^ info: This pattern has backslashes in it. Write it as a raw string.
`,
    `
http.host matches "^(.+)$"
                  ^^^^^^^^ warning: This regex matches every value. Say more, or remove the comparison.
`,
    `
http.host matches ".*"
                  ^^^^ warning: This regex matches every value, since it can match nothing at all. Say more, or remove the comparison.
`,
    `
http.host matches "\\.com"
                  ^^^^^^^ info: This regex says no more than 'contains' can. Use 'contains'.
                  ^^^^^^^ info: This pattern has backslashes in it. Write it as a raw string.
`,
    `
http.request.uri.path matches "%41"
                              ^^^^^ info: This regex says no more than 'contains' can. Use 'contains'.
                               ^^^ info: '%41' is decoded to 'A' before 'http.request.uri.path' is compared. Use 'raw.http.request.uri.path'.
`,
    `
http.user_agent matches "(?i)BOT"
                        ^^^^^^^^^ info: This regex says no more than 'wildcard' can. Use 'wildcard'.
`,
    `
http.host matches "*.example.com"
                   ^ error: '*' has nothing to repeat in a regex. Use wildcard "*.example.com", or matches r"\\.example\\.com$".
`,
  ],
  texts: [
    `
http.request.uri.query eq "?a=1"
                          ^^^^^^ warning: 'http.request.uri.query' is without the '?' before it. Write 'a=1'.
`,
    `
http.request.uri.query contains "?a"
`,
    `
http.request.full_uri eq "www.example.com"
                         ^^^^^^^^^^^^^^^^^ warning: 'http.request.full_uri' always begins with 'https://' or 'http://'. Write 'https://www.example.com'.
`,
    `
http.request.full_uri contains "?"
`,
    `
http.host eq "https://example.com/a"
             ^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host' is a host name, which never has a scheme in it. Write 'example.com'.
`,
    `
http.host eq "example.com/"
             ^^^^^^^^^^^^^^ warning: 'http.host' is a host name, which never has a '/' in it. Write 'example.com'.
`,
    `
http.host eq "example.com:8080"
`,
    `
http.request.uri.path eq "/a?b=1"
                         ^^^^^^^^ warning: 'http.request.uri.path' is without the query, so it has no '?' in it. Use 'http.request.uri'.
`,
    `
http.request.uri.path eq "a"
                         ^^^ warning: 'http.request.uri.path' always begins with '/'. Write '/a'.
`,
    `
http.request.uri.path wildcard "a*"
                               ^^^^ warning: 'http.request.uri.path' always begins with '/'. Write '/a*'.
`,
    `
http.request.uri.path.extension eq ".php"
                                   ^^^^^^ warning: 'http.request.uri.path.extension' has no '.' in it. Write 'php'.
`,
    `
http.request.uri.path.extension eq "."
                                   ^^^ warning: 'http.request.uri.path.extension' has no '.' in it.
`,
    `
http.request.uri.path.extension eq "index.php"
                                   ^^^^^^^^^^^ warning: 'http.request.uri.path.extension' has no '.' in it. Write 'php'.
`,
    `
http.request.uri.path eq "/a%41"
                            ^^^ info: '%41' is decoded to 'A' before 'http.request.uri.path' is compared. Use 'raw.http.request.uri.path'.
`,
    `
http.request.uri.path contains "/../"
                               ^^^^^^ info: Normalisation takes '../' out of 'http.request.uri.path' before it is compared. Use 'raw.http.request.uri.path'.
`,
    `
http.request.uri.path contains "//"
                               ^^^^ info: Normalisation takes '//' out of 'http.request.uri.path' before it is compared. Use 'raw.http.request.uri.path'.
`,
    `
http.request.headers["X-A"][0] eq "A"
                     ^^^^^ warning: The keys of 'http.request.headers' are in small letters, so 'X-A' is never there. Write 'x-a'.
`,
    `
http.request.uri.args["a"][0] ne "b"
                              ^^ info: When 'http.request.uri.args["a"][0]' is missing, 'ne' is false by the service's pages and true in the engine. Add 'has_key(…) and' to leave such requests out, or 'not has_key(…) or' to take them in.
`,
    `
ip.geoip.country eq "us"
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
                    ^^^^ warning: 'ip.geoip.country' is always in capitals, and letter case counts. Write 'US'.
`,
    `
ip.geoip.country eq "XX"
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
`,
    `
ip.geoip.country in {"us" "de"}
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
                     ^^^^ warning: 'ip.geoip.country' is always in capitals, and letter case counts. Write 'US'.
                          ^^^^ warning: 'ip.geoip.country' is always in capitals, and letter case counts. Write 'DE'.
`,
    `
http.request.version eq "http/1.1"
                        ^^^^^^^^^^ warning: 'http.request.version' has this value as 'HTTP/1.1', and letter case counts. Write 'HTTP/1.1'.
`,
    `
lower(http.host) eq "A.example"
                    ^^^^^^^^^^^ warning: After 'lower' there are no capitals left to match 'A.example'. Write 'a.example'.
`,
    `
upper(http.host) eq "a.example"
                    ^^^^^^^^^^^ warning: After 'upper' there are no small letters left to match 'a.example'. Write 'A.EXAMPLE'.
`,
    `
http.hosteq "a"
^^^^^^^^^^^ error: 'http.hosteq' is read as one name. Put a space between 'http.host' and 'eq'.
`,
    `
ssl andhttp.host eq "a"
    ^^^^^^^^^^^^ warning: 'andhttp.host' is read as an operator, 'and', and what is beside it. Put a space between them.
`,
    `
http.request.uri.path eq r"a\\b"
                         ^^^^^^ warning: 'http.request.uri.path' always begins with '/'. Write '/a\\b'.
`,
    `
http.request.uri.path eq "a\\\\b"
                         ^^^^^^ warning: 'http.request.uri.path' always begins with '/'. Write '/a\\b'.
`,
    `
http.host eq "\\x41"
`,
    `
http.request.uri.path eq "\\u0041"
                          ^^ error: '\\u' is no escape here: there are only '\\"', '\\\\', '\\xHH' and '\\OOO'. Write '\\\\u' for a backslash.
`,
  ],
};

describe.each(Object.entries(said))("%s", (_, rules) => {
  test.each(rules)("%s", (marked) => checkDiagnostics(cfrule, marked));
});

/** The same slip in every item: whoever has made it once is told often enough, and nobody waits for the rest. */
describe("a slip in a long set is told of, but not without end", () => {
  const many = (item: (index: number) => string) =>
    Array.from({ length: 1200 }, (_, i) => item(i)).join(" ");
  test.each<[code: string, field: string, item: (index: number) => string]>([
    ["mapped-address", "ip.src", (i) => `::ffff:1.2.${i >> 8}.${i & 255}`],
    ["reserved-address", "ip.src", (i) => `10.1.${i >> 8}.${i & 255}`],
    ["normalised-path", "http.request.uri.path", (i) => `"//${i}"`],
    ["percent-escape", "http.request.uri.path", (i) => `"/%41${i}"`],
    ["timestamp-bounds", "http.request.timestamp.sec", (i) => `1484063137${1000 + i}`],
    ["value-case", "lower(http.host)", (i) => `"A${i}"`],
    ["value-range", "tcp.dstport", (i) => String(70_000 + i)],
    ["value-shape", "http.host", (i) => `"https://a${i}.example"`],
  ])("%s", (code, field, item) => {
    const text = `${field} in {${many(item)}}`;
    const found = analyse(cfrule, text)
      .diagnostics()
      .filter((it) => it.code === code);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(mostFindings);
  });
});
