import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze, checkDiagnostics } from "../../support/check.ts";

/** Errors with one fix: the rule, its message, and the result of each fix, with a `?` before a guess. */
const errors: Readonly<Record<string, readonly (readonly [marked: string, ...after: string[]])[]>> =
  {
    "flags after a pattern": [
      [
        `
http.host matches "abc"i
                       ^ error: Flags go inside the pattern. Use "(?i)abc".
`,
        'http.host matches "(?i)abc"',
      ],
      [
        `
not http.host matches r#"a\\.b"#im and ssl
                               ^^ error: Flags go inside the pattern. Use r#"(?im)a\\.b"#.
`,
        'not http.host matches r#"(?im)a\\.b"# and ssl',
      ],
      [
        `
http.host matches "^a"g
                      ^ error: Unknown flag 'g'. Remove it.
`,
        'http.host matches "^a"',
      ],
      [
        `
http.host contains "Abc"i
                        ^ error: A string has no flags. Use lower(http.host) contains "abc".
`,
        '?lower(http.host) contains "abc"',
      ],
      [
        `
http.host wildcard "*abc*"i
                          ^ error: A string has no flags, and 'wildcard' is case-insensitive. Remove 'i'.
`,
        'http.host wildcard "*abc*"',
      ],
    ],
    between: [
      [
        `
http.response.code between 500 and 599
                   ^^^^^^^ error: Unknown operator 'between'. Use in {500..599}.
`,
        "http.response.code in {500..599}",
      ],
      [
        `
ssl and (ip.src BETWEEN 192.0.2.1 AND 192.0.2.9)
                ^^^^^^^ error: Unknown operator 'BETWEEN'. Use in {192.0.2.1..192.0.2.9}.
`,
        "ssl and (ip.src in {192.0.2.1..192.0.2.9})",
      ],
      [
        `
tcp.dstport not between 80 and 443 or ssl
            ^^^^^^^^^^^ error: Unknown operator 'not between'. Use not … in {80..443}.
`,
        "not tcp.dstport in {80..443} or ssl",
      ],
      [
        `
http.response.code between 599 and 500
                   ^^^^^^^ error: Unknown operator 'between'. Use in {500..599}.
`,
        "?http.response.code in {500..599}",
      ],
      [
        `
http.response.code between 500
                   ^^^^^^^ error: Unknown operator 'between'. Use both ends in a set, as in {80..443}.
`,
      ],
      [
        `
http.host between "a" and "b"
          ^^^^^^^ error: Unknown operator 'between'. Use http.host ge "a" and http.host le "b".
`,
        '?(http.host ge "a" and http.host le "b")',
      ],
    ],
    "ranges and networks with spaces": [
      [
        `
tcp.dstport in {80 ..443}
                   ^^ error: Use '..' without spaces for a range: 80..443.
`,
        "tcp.dstport in {80..443}",
      ],
      [
        `
tcp.dstport in {80.. 443 8080}
                ^^^^ error: Use '..' without spaces for a range: 80..443.
`,
        "tcp.dstport in {80..443 8080}",
      ],
      [
        `
ip.src in {192.0.2.1.. 192.0.2.9}
           ^^^^^^^^^^^ error: Use '..' without spaces for a range: 192.0.2.1..192.0.2.9.
`,
        "ip.src in {192.0.2.1..192.0.2.9}",
      ],
      [
        `
ip.src in {8.8.8.0 / 24}
                   ^ error: A network has no spaces. Use 8.8.8.0/24.
`,
        "ip.src in {8.8.8.0/24}",
      ],
      [
        `
ip.src in {8.8.8.0 /24 9.9.9.9}
                   ^ error: A network has no spaces. Use 8.8.8.0/24.
`,
        "ip.src in {8.8.8.0/24 9.9.9.9}",
      ],
      [
        `
ip.src in {8.8.8.0/ 24}
           ^^^^^^^^ error: A network has no spaces. Use 8.8.8.0/24.
`,
        "ip.src in {8.8.8.0/24}",
      ],
      [
        `
ip.src eq 8.8.8.0 / 24
          ^^^^^^^^^^^^ error: 'eq' needs one address, but '8.8.8.0/24' is a network. Use in {8.8.8.0/24}.
`,
        "ip.src in {8.8.8.0/24}",
      ],
      [
        `
ip.src ne 2001:db8::/ 32 and ssl
          ^^^^^^^^^^^^^^ error: 'ne' needs one address, but '2001:db8::/32' is a network. Use not … in {2001:db8::/32}.
`,
        "not ip.src in {2001:db8::/32} and ssl",
      ],
    ],
    numbers: [
      [
        `
tcp.dstport eq +5
               ^^ error: A number has no '+' before it. Use 5.
`,
        "tcp.dstport eq 5",
      ],
      [
        `
tcp.dstport in {+5 6}
                ^^ error: A number has no '+' before it. Use 5.
`,
        "tcp.dstport in {5 6}",
      ],
    ],
    "the wrong collection": [
      [
        `
has_value(http.request.headers, "a")
          ^^^^^^^^^^^^^^^^^^^^ error: 'has_value' needs Map of single values or Array of single values as 'collection', but 'http.request.headers' is Map<Array<String>>. Use 'http.request.headers.values'.
`,
        '?has_value(http.request.headers.values, "a")',
      ],
      [
        `
http.request.headers.names eq "x-debug"
^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers.names' is an Array<String>; only its elements can be compared. Use any(http.request.headers.names[*] …).
`,
        '?any(http.request.headers.names[*] eq "x-debug")',
        '?http.request.headers.names[0] eq "x-debug"',
      ],
      [
        `
ssl and not http.request.headers["a"] in {"b"}
            ^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["a"]' is an Array<String>; only its elements can be compared. Use http.request.headers["a"][0] for one, or any(…[*] …) for any of them.
`,
        'ssl and not http.request.headers["a"][0] in {"b"}',
        'ssl and not any(http.request.headers["a"][*] in {"b"})',
      ].map((it, index) => (index > 0 ? `?${it}` : it)) as [string, ...string[]],
      [
        `
lower(http.request.headers.names[*]) contains "x-debug"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'lower(http.request.headers.names[*])' gives one value per element. Use any(…[*] …).
`,
        '?any(lower(http.request.headers.names[*])[*] contains "x-debug")',
      ],
    ],
    "the end of an account's rule": [
      [
        `
cf.zone.plan eq "ENT" and ssl
^^^^^^^^^^^^ info: 'cf.zone.plan' makes this an account-level rule. Move 'cf.zone.plan eq "ENT"' to the end.
`,
        '?(ssl) and cf.zone.plan eq "ENT"',
      ],
      [
        `
ssl and cf.zone.plan eq "ENT" and http.host eq "a.example"
        ^^^^^^^^^^^^ info: 'cf.zone.plan' makes this an account-level rule. Move 'cf.zone.plan eq "ENT"' to the end.
`,
        '?(ssl and http.host eq "a.example") and cf.zone.plan eq "ENT"',
      ],
      [
        `
cf.zone.plan eq "en"
^^^^^^^^^^^^ info: 'cf.zone.plan' makes this an account-level rule. Test the plan only at the end, with 'and cf.zone.plan eq "ENT"'.
`,
        '?cf.zone.plan eq "ENT"',
      ],
      [
        `
cf.zone.plan ne "ENT" and ssl
^^^^^^^^^^^^ info: 'cf.zone.plan' makes this an account-level rule. Test the plan only at the end, with 'and cf.zone.plan eq "ENT"'.
`,
      ],
    ],
    "what is missing": [
      [
        `
http.request.headers["x-env"][0] ne "test" and ssl
                                 ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
`,
        '?has_key(http.request.headers, "x-env") and http.request.headers["x-env"][0] ne "test" and ssl',
        '?(not has_key(http.request.headers, "x-env") or http.request.headers["x-env"][0] ne "test") and ssl',
      ],
      [
        `
ssl or not http.request.headers["x-env"][0] eq "test"
       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: Also true when 'http.request.headers["x-env"][0]' is missing. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them explicitly.
`,
        '?ssl or (has_key(http.request.headers, "x-env") and not http.request.headers["x-env"][0] eq "test")',
        '?ssl or not has_key(http.request.headers, "x-env") or not http.request.headers["x-env"][0] eq "test"',
      ],
      [
        `
ssl and all(http.request.headers["x-env"][*] eq "test")
        ^^^ info: 'all' is also true when 'http.request.headers["x-env"][*]' is missing. Add a presence test, or use 'any'.
`,
        '?ssl and has_key(http.request.headers, "x-env") and all(http.request.headers["x-env"][*] eq "test")',
        '?ssl and any(http.request.headers["x-env"][*] eq "test")',
      ],
    ],
    "a star by its number": [
      [
        `
http.host wildcard "a\\x2ab\\052c*"
                     ^^^^ warning: '\\x2a' still acts as a wildcard. Use '\\*' in a raw string for a literal star.
                          ^^^^ warning: '\\052' still acts as a wildcard. Use '\\*' in a raw string for a literal star.
`,
        '?http.host wildcard r"a\\*b\\*c*"',
        '?http.host wildcard r"a\\*b\\*c*"',
      ],
    ],
    "a query in a path": [
      [
        `
http.request.uri.path contains "?"
                               ^^^ warning: 'http.request.uri.path' excludes the query string, so it never contains '?'. Use 'http.request.uri'.
`,
        '?http.request.uri contains "?"',
      ],
      [
        `
lower(http.request.uri.path) wildcard "*?id=*"
                                      ^^^^^^^^ warning: 'http.request.uri.path' excludes the query string, so it never contains '?'. Use 'http.request.uri'.
`,
        '?lower(http.request.uri) wildcard "*?id=*"',
      ],
    ],
    lists: [
      [
        `
ip.src in $x or http.host in $x
                             ^^ warning: '$x' is compared with an IP address earlier and with a String here, but a list has one type. Use a different list in one place.
`,
      ],
      [
        `
ip.src in $office.ips
          ^^^^^^^^^^^ error: '$office.ips' is not a managed list, and names of your own lists have only lowercase letters, digits and '_'. Use '$office_ips'.
`,
        "?ip.src in $office_ips",
      ],
      [
        `
ip.src in $Office-IPs
          ^^^^^^^^^^^ error: Invalid list name 'Office-IPs': only lowercase letters, digits and '_' are allowed. Use '$office_ips'.
`,
        "?ip.src in $office_ips",
      ],
    ],
    "not in the middle": [
      [
        `
http.host not 
^^^^^^^^^ error: 'http.host' is not compared with anything, and 'not' goes before the comparison. Use not http.host eq "…".
`,
      ],
    ],
  };

describe.each(Object.entries(errors))("%s", (_, rows) => {
  test.each(rows.map((it) => [it[0].split("\n")[1], it] as const))("%s", (text = "", row) => {
    const [marked, ...after] = row;
    checkDiagnostics(cfrule, marked);
    const fixes = analyze(cfrule, text)
      .diagnostics()
      .flatMap((it) => it.fixes);
    const made = fixes.map((it) => `${it.guess ? "?" : ""}${applyEdits(text, it.edits)}`);
    expect(made).toEqual(after);
  });
});

describe("a fix respects the surrounding rule", () => {
  const rows: readonly (readonly [text: string, code: string, ...after: string[]])[] = [
    [
      'ssl && !http.request.headers["and or"][0] == "a"',
      "may-be-missing",
      'ssl && has_key(http.request.headers, "and or") && !http.request.headers["and or"][0] == "a"',
      'ssl && (!has_key(http.request.headers, "and or") || !http.request.headers["and or"][0] == "a")',
    ],
    ['!ip.src.city != "a"', "may-be-missing", 'ip.src.city == "a"'],
    [
      'all(http.request.uri.args.values[*] == "a") && http.host == "b"',
      "all-on-absent",
      'len(http.request.uri.args.values) > 0 && all(http.request.uri.args.values[*] == "a") && http.host == "b"',
      'any(http.request.uri.args.values[*] == "a") && http.host == "b"',
    ],
    [
      '(ssl) and (all(http.request.headers["a"][*] eq "b"))',
      "all-on-absent",
      '(ssl) and has_key(http.request.headers, "a") and (all(http.request.headers["a"][*] eq "b"))',
      '(ssl) and (any(http.request.headers["a"][*] eq "b"))',
    ],
    [
      'ssl and not not (http.host eq "a" and http.referer eq "b")',
      "double-negation",
      'ssl and http.host eq "a" and http.referer eq "b"',
    ],
    [
      'ssl and not not (http.host eq "a" or http.referer eq "b")',
      "double-negation",
      'ssl and (http.host eq "a" or http.referer eq "b")',
    ],
    ['http.host matches"\\.[ab]"', "prefer-raw-string", 'http.host matches r"\\.[ab]"'],
    ["not ssl eq false", "operator-type", "ssl"],
    [
      'ssl orhttp.request.headers["a"][*] eq "b"',
      "missing-quantifier",
      'ssl or any(http.request.headers["a"][*] eq "b")',
      'ssl or all(http.request.headers["a"][*] eq "b")',
    ],
    ['http.host wildcard r"a\\*b"', "wildcard-without-star"],
    ['http.host eq "a" oreq "b"', "unknown-field", 'http.host eq "a" or http.host eq "b"'],
    [
      'http.request.uri matches "^/search?q=[0-9]+"',
      "regex-query-mark",
      'http.request.uri matches r"^/search\\?q=[0-9]+"',
    ],
    [
      'lower(http.request.headers["a"])[0] eq "b"',
      "argument-type",
      'lower(http.request.headers["a"][*])[0] eq "b"',
    ],
    ["# @action == block\nssl", "directive-value", "# @action block\nssl"],
    ['http.request.uri.path eq "/*"', "pattern-value"],
  ];
  test.each(rows)("%s", (text, code, ...after) => {
    const found = analyze(cfrule, text)
      .diagnostics()
      .filter((it) => it.code === code);
    expect(found).toHaveLength(1);
    expect(found[0]?.fixes.map((it) => applyEdits(text, it.edits))).toEqual(after);
  });
});

describe("no diagnostics for", () => {
  const right = [
    'http.host matches "abc"or ssl',
    "ip.src in $x or ip.src in $x",
    "ip.src in $office or http.host in $shops or ip.src.asnum in $clouds",
    'http.request.uri contains "?" and http.request.uri.query ne ""',
    'url_decode(http.request.uri.path) contains "?"',
    '(cf.zone.name eq "a.example") and cf.zone.plan eq "ENT"',
    'http.request.uri.path matches "^/a?b"',
  ];
  test.each(right)("%s", (text) => {
    const found = analyze(cfrule, text).diagnostics();
    expect(found.filter((it) => /list-kind|value-shape|plan-test|syntax/.test(it.code))).toEqual(
      [],
    );
  });
});
