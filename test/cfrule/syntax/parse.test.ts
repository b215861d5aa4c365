import { describe, expect, test } from "vitest";
import { pathAt } from "../../../server/src/cfrule/syntax/children.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { pushedText } from "../../../server/src/cfrule/syntax/print.ts";
import { readCursor } from "../../support/marks.ts";
import { checkProblems, checkRuleFix, checkRuleTree } from "../../support/rule.ts";

describe("trees", () => {
  const trees: readonly (readonly [text: string, tree: string])[] = [
    ["ssl", "ssl"],
    ['http.host eq "a.example"', 'eq(http.host, "a.example")'],
    ['http.host=="a"', 'eq(http.host, "a")'],
    ["ssl or not ssl and ssl xor ssl", "or(ssl, xor(and(not(ssl), ssl), ssl))"],
    ["ssl || ssl or ssl && ssl", "or(ssl, ssl, and(ssl, ssl))"],
    ["!(ssl)", "not((ssl))"],
    ['not http.host eq "a" and ssl', 'and(not(eq(http.host, "a")), ssl)'],
    [
      "ip.src in {192.0.2.0/24 ::1 192.0.2.1..192.0.2.9}",
      "in(ip.src, {192.0.2.0/24 ::1 192.0.2.1..192.0.2.9})",
    ],
    ["ip.src in $office", "in(ip.src, $office)"],
    ["tcp.dstport in {80 0x1bb 010..020}", "in(tcp.dstport, {80 443 010..020})"],
    ['http.host matches "a\\"[\\"]\\\\d"', 'matches(http.host, /a"[\\"]\\\\d/)'],
    ['http.host ~ r#"a"b"#', 'matches(http.host, /a"b/)'],
    ['http.host contains r"\\x"', 'contains(http.host, raw"\\\\x")'],
    ["http.host eq 65:66", 'eq(http.host, hex"ef")'],
    ['http.host eq "\\x41\\102\\"\\\\"', 'eq(http.host, "AB\\"\\\\")'],
    ['lower(http.host) eq "a"', 'eq(lower(http.host), "a")'],
    ['http.request.headers["a"][0] eq "b"', 'eq(http.request.headers["a"][0], "b")'],
    ['any(http.request.headers["a"][*] eq "b")', 'any(eq(http.request.headers["a"][*], "b"))'],
    [
      'all(lower(http.request.headers.names[*])[*] ne "b")',
      'all(ne(lower(http.request.headers.names[*])[*], "b"))',
    ],
    [
      'any((http.request.headers["a"][*] eq "b" or http.request.headers["a"][*] eq "c"))',
      'any((or(eq(http.request.headers["a"][*], "b"), eq(http.request.headers["a"][*], "c"))))',
    ],
    ['starts_with(http.host, "a") and ssl', 'and(starts_with(http.host, "a"), ssl)'],
    ["cidr(ip.src, 24, 48) eq 192.0.2.0", "eq(cidr(ip.src, 24, 48), 192.0.2.0)"],
    ["true", "true"],
    ["  false # whatever", "false"],
  ];
  test.each(trees)("%s", (text, tree) => {
    checkRuleTree(text, tree);
    expect(parse(text).problems).toEqual([]);
  });
});

describe("surprising but valid text", () => {
  const odd: readonly (readonly [text: string, tree: string])[] = [
    ["ssl andssl", "and(ssl, ssl)"],
    ["notssl", "not(ssl)"],
    ["notnot!ssl", "not(not(not(ssl)))"],
    ['http.host eq"x"', 'eq(http.host, "x")'],
    ['http.host eq "x"or ssl', 'or(eq(http.host, "x"), ssl)'],
    ["tcp.dstport eq 11or ssl", "or(eq(tcp.dstport, 11), ssl)"],
    ["tcp.dstport eq 013", "eq(tcp.dstport, 11)"],
    ["tcp.dstport eq -01", "eq(tcp.dstport, -1)"],
    ["tcp.dstport in {10-12}", "in(tcp.dstport, {10 -12})"],
    ["tcp.dstport bitwise_and3", "bitwise_and(tcp.dstport, 3)"],
    ["ip.src in{10/8 1.2.3 010.0.0.1}", "in(ip.src, {10/8 1.2.3 010.0.0.1})"],
    ["ip.src lte::1", "lt(ip.src, e::1)"],
    ['http.host in {"a""b"r"c"64:65}', 'in(http.host, {"a" "b" raw"c" hex"de"})'],
    ['http.host eq "\\x+e"', 'eq(http.host, "\\u000e")'],
    ["http.host eq +a:+b", 'eq(http.host, hex"\\n\\u000b")'],
    ['http.host strict # both\n wildcard "a*"', 'strict wildcard(http.host, "a*")'],
    ['http.host strict wildcardr"a*"', 'strict wildcard(http.host, raw"a*")'],
    ["http.host in {}", "in(http.host, {})"],
    ["ip.src in$x", "in(ip.src, $x)"],
    ["ssl\tand\u00a0ssl", "and(ssl, ssl)"],
    ['lower (\n http.host ) eq "a"', 'eq(lower(http.host), "a")'],
    [
      'any(not http.request.headers.names[*] eq "a" or http.request.headers.names[*] eq "b")',
      'any(or(not(eq(http.request.headers.names[*], "a")), eq(http.request.headers.names[*], "b")))',
    ],
    [
      'any(starts_with(http.request.headers.names[*], "x"))',
      'any(starts_with(http.request.headers.names[*], "x"))',
    ],
    [
      'any((starts_with(http.request.headers.names[*], "x")[*]))',
      'any((starts_with(http.request.headers.names[*], "x")[*]))',
    ],
    ['encode_base64(6c:65) eq "bGU"', 'eq(encode_base64(hex"le"), "bGU")'],
    ['substring(http.host, 010, -1) eq "a"', 'eq(substring(http.host, 8, -1), "a")'],
  ];
  test.each(odd)("%s", (text, tree) => {
    checkRuleTree(text, tree);
    expect(parse(text).problems).toEqual([]);
  });
});

describe("invalid text still has a tree", () => {
  const broken: readonly (readonly [text: string, tree: string])[] = [
    ["", "_"],
    ["http.host eq and ssl", "and(~eq(http.host, _), ssl)"],
    ["http.", "~?http."],
    ["ssl and", "~and(ssl, _)"],
    ["and ssl", "~and(_, ssl)"],
    ["(ssl", "~(ssl)"],
    ["ssl) and ssl", "and(~ssl, ssl)"],
    ["ssl ssl", "~and(ssl, ssl)"],
    ["ip.src in {192.0.2.1 and ssl", "and(~in(ip.src, {192.0.2.1}), ssl)"],
    ['http.request.headers["a" eq "b"', '~eq(http.request.headers["a"], "b")'],
    ['lower(http.host eq "a"', '~lower(eq(http.host, "a"))'],
    ['http.host eq "abc\nand ssl', 'and(~eq(http.host, "abc"), ssl)'],
    ['http.host matches "[a" and ssl', "and(~matches(http.host, /[a/), ssl)"],
    ["ip.src eq 1.2.3 and ssl", "and(~eq(ip.src, !1.2.3!), ssl)"],
    ["nonsense(http.host, ) and ssl", "and(~nonsense(http.host), ssl)"],
    ["@ ssl", "~ssl"],
    ["ssl AND ssl", "~and(ssl, ssl)"],
    ["http.host = 'a'", "~eq(http.host, !'a'!)"],
  ];
  test.each(broken)("%s", (text, tree) => checkRuleTree(text, tree));
});

describe("problems", () => {
  const marked: readonly string[] = [
    `
http.hots eq "a"
^^^^^^^^^ error: Unknown field 'http.hots'. Did you mean 'http.host'?
`,
    `
lowr(http.host) eq "a"
^^^^ error: Unknown function 'lowr'. Did you mean 'lower'?
`,
    `
tcp.dstport eq "80" and ip.src eq "192.0.2.1"
               ^^^^ error: 'tcp.dstport' is an Integer. Remove the quotes: 80.
                                  ^^^^^^^^^^^ error: 'ip.src' is an IP address. Remove the quotes: 192.0.2.1.
`,
    `
http.request.method eq GET or http.host eq 'a'
                       ^^^ error: 'GET' must be quoted. Use "GET".
                                           ^^^ error: Strings need double quotes. Use "a".
`,
    `
http.host = "a" AND http.host <> "b" || http.host === "c"
          ^ error: Unknown operator '='. Use 'eq'.
                ^^^ error: Unknown operator 'AND'. Use 'and'.
                              ^^ error: Unknown operator '<>'. Use 'ne'.
                                                  ^^^ error: Unknown operator '==='. Use 'eq'.
`,
    `
ip.src not in {192.0.2.1}
       ^^^^^^ error: Unknown operator 'not in'. Put 'not' before the comparison: not … in ….
`,
    `
http.host starts_with "a"
          ^^^^^^^^^^^ error: 'starts_with' is a function. Use starts_with(http.host, "a").
`,
    `
tcp.dstport in {80, 443}
                  ^ error: Separate set values with spaces, not ','.
`,
    `
ssl == true and starts_with(http.host, "a") eq 1
    ^^^^^^^ error: 'ssl' is already a Boolean. Remove '== true'.
                                            ^^^^ error: 'starts_with(http.host, "a")' is already a Boolean. Remove 'eq 1'.
`,
    `
ip.src eq 192.0.2.0/24
          ^^^^^^^^^^^^ error: 'eq' needs one address, but '192.0.2.0/24' is a network. Use in {192.0.2.0/24}.
`,
    `
http.request.headers.names[*] eq "a"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers.names[*] eq "a"' gives one result per element. Wrap it in any(…) or all(…).
`,
    `
any(lower(http.request.headers.names[*]) eq "a")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'lower(http.request.headers.names[*])' gives one value per element. Add '[*]' after it.
`,
    `
any(http.request.headers.names[*] eq "a" or http.request.headers.names[*] eq "b")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A call allows only one comparison. Wrap 'http.request.headers.names[*] eq "a" …' in parentheses.
`,
    `
http.host contains {"a" "b"}
                   ^^^^^^^^^ error: 'contains' needs one value, found a set. Use one 'contains' per value, joined by 'or'.
`,
    `
lower(http.host,) eq "a"
               ^ error: No argument follows this ','. Remove it.
`,
    `
substring(http.host, 0x1) eq "a"
                     ^^^ error: Hexadecimal numbers are not supported in calls. Use 1.
`,
    `
http.request.headers["a"] eq "b"
^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["a"]' is an Array<String>; only its elements can be compared. Use http.request.headers["a"][0] for one, or any(…[*] …) for any of them.
`,
    `
http.request.headers eq "b"
^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers' is a Map<Array<String>>; only its elements can be compared. Use http.request.headers["name"][0].
`,
    `
ip.src in {192.0.2.1/24 192.0.2.0/33 192.0.2.9..192.0.2.1 192.0.2.1-192.0.2.9}
           ^^^^^^^^^^^^ error: '192.0.2.1/24' has host bits set. Use 192.0.2.0/24 for the network, or 192.0.2.1 for the address.
                        ^^^^^^^^^^^^ error: Invalid prefix length in '192.0.2.0/33': the maximum for IPv4 is 32.
                                     ^^^^^^^^^^^^^^^^^^^^ error: This range is reversed. Use 192.0.2.1..192.0.2.9.
                                                          ^^^^^^^^^^^^^^^^^^^ error: Use '..' for an address range: 192.0.2.1..192.0.2.9.
`,
    `
tcp.dstport in {443..80 1.. 08 0x 12ab 1.5 99999999999999999999}
                ^^^^^^^ error: This range is reversed. Use 80..443.
                        ^^^ error: Incomplete range '1..'. Use both ends without spaces, as in 80..443.
                            ^^ error: Invalid octal number '08': a leading zero makes it octal. Use '8'.
                               ^^ error: Missing digits after '0x'.
                                  ^^^^ error: '12ab' is not a decimal number. Use '0x12ab' if it is hexadecimal.
                                       ^^^ error: '1.5' is not an integer. Use an integer.
                                           ^^^^^^^^^^^^^^^^^^^^ error: This number is too large; integers range from -9223372036854775808 to 9223372036854775807.
`,
    `
http.host eq "\\d\\n\\400\\x"
              ^^ error: Invalid escape '\\d'. Use '\\\\d' for a backslash; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
                ^^ error: Invalid escape '\\n'. Use '\\x0a'; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
                  ^^^^ error: '\\400' does not fit in a byte; the maximum is '\\377'. Use '\\\\400' for a backslash.
                      ^^ error: '\\x' needs two hexadecimal digits. Use '\\\\x' for a backslash.
`,
    `
http.host eq "abc
             ^ error: Unterminated string. Add the closing quote.
`,
    `
tcp.dstport eq 11and ssl or ip.src eq 192.0.2.1and ssl
               ^^ error: The 'a' of 'and' is parsed as part of '11a'. Add a space after '11'.
                                      ^^^^^^^^^ error: The 'a' of 'and' is parsed as part of '192.0.2.1a'. Add a space after '192.0.2.1'.
`,
    `
http.host
^^^^^^^^^ error: Expected a Boolean, but 'http.host' is a String. Compare it: eq "…".
`,
    `
(http.host) eq "a"
^^^^^^^^^^^ error: Parentheses go around whole comparisons, not around 'http.host'. Remove them.
`,
    `
any((http.request.headers.names[*]) eq "x")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Parentheses go around whole comparisons, not around 'http.request.headers.names[*]'. Remove them.
`,
    `
any( ( ( http.request.headers.names[*] ) ) eq "x")
     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Parentheses go around whole comparisons, not around 'http.request.headers.names[*]'. Remove them.
`,
    `
any((http.request.headers.names[*])) eq "x"
     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Expected a Boolean, but 'http.request.headers.names[*]' is a String. Compare it: eq "…".
`,
    `
(ssl and http.host) eq "x"
         ^^^^^^^^^ error: Expected a Boolean, but 'http.host' is a String. Compare it: eq "…".
                    ^^^^^^ error: The comparison is complete before 'eq'. Join two comparisons with 'and' or 'or'.
`,
    `
ip.src contains "a" or http.host bitwise_and 1
       ^^^^^^^^ error: 'contains' needs a String, but 'ip.src' is an IP address. Use 'eq', 'ne' or 'in'.
                                 ^^^^^^^^^^^ error: 'bitwise_and' needs an Integer, but 'http.host' is a String. Use 'eq', 'ne' or 'in'.
`,
    `
(ssl and (ssl
^ error: Expected ')' to close this '(' but found the end.
         ^ error: Expected ')' to close this '(' but found the end.
`,
    `
ssl) and
   ^ error: Unmatched ')'. Remove it.
     ^^^ error: Expected a comparison after 'and'.
`,
    `
http.host eq and http.host in
          ^^ error: Missing value after 'eq'. Use a string, such as "…".
                           ^^ error: Missing value after 'in'. Use a set, such as {…}, or a list, such as $name.
`,
    `
"a" eq http.host
^^^ error: A comparison starts with a field, found the value '"a"'. Put the field first.
`,
    `
http.host eq ip.src
             ^^^^^^ error: 'http.host' is a String, but 'ip.src' is an IP address. Compare values of the same type.
`,
    `
http.host[0] eq "a" or http.request.headers[0][0] eq "a" or http.request.headers ["a"][0] eq "b"
         ^^^ error: 'http.host' is a String and has no elements. Remove '[0]'.
                                           ^^^ error: Map<Array<String>> needs a string key. Use a quoted string, as in ["name"].
                                                                                 ^ error: Unexpected space before '['. Remove it.
`,
    `
lower() eq "a" or lower(http.host, http.host) eq "a" or lower(ip.src) eq "a" or lower("A") eq "a"
^^^^^^^ error: 'lower' needs 1 argument, found 0.
                                   ^^^^^^^^^ error: 'lower' needs 1 argument, found 2.
                                                              ^^^^^^ error: 'lower' needs String as 'value', but 'ip.src' is IP.
                                                                                      ^^^ error: 'lower' needs a field or a call as 'value', found the literal '"A"'.
`,
    `
any(ssl) or any(http.host eq "a") or any(http.request.headers.names[*])
    ^^^ error: 'any' needs one result per element, but 'ssl' is a single one. Add '[*]' to the array or map, or remove 'any'.
                ^^^^^^^^^^^^^^^^ error: 'any' needs one result per element, but 'http.host eq "a"' is a single one. Add '[*]' to the array or map, or remove 'any'.
                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers.names[*]' is not compared with anything. Add an operator and a value.
`,
    `
any((http.request.headers.names[*] eq "a" and ssl))
                                              ^^^ error: 'ssl' is a single result, but 'http.request.headers.names[*] eq "a"' gives one per element. Move the first out of the parentheses.
`,
    `
concat(http.host, http.request.headers.names[*]) eq "a"
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: '[*]' is only allowed in the first argument, but 'http.request.headers.names[*]' is argument 2.
`,
    `
ip.src in $Office or ip.src in $
          ^^^^^^^ error: Invalid list name 'Office': only lowercase letters, digits and '_' are allowed. Use '$office'.
                               ^ error: Missing list name after '$'.
`,
    `
http.host matches "(" or http.host wildcard "a**"
                   ^ error: Expected ')' to close this '('. Use '\\(' for a parenthesis.
                                              ^^ error: '**' is not supported. One '*' matches any number of characters; use '\\*' for a literal star.
`,
    `
http.host eq "a" eq "b"
                 ^^^^^^ error: The comparison is complete before 'eq'. Use and http.host eq "b".
`,
    `
http.host contains "a" or "b"
                          ^^^ error: '"b"' is not compared with anything. Use http.host contains "b".
`,
    `
ip.src in 192.0.2.0/24 or ip.src in {192.0.2.1 or 192.0.2.2}
          ^^^^^^^^^^^^ error: 'in' needs a set. Use {192.0.2.0/24}.
                                               ^^ error: Separate set values with spaces, not 'or'.
`,
    `
starts_with(http.request.uri.path, /admin)
                                   ^^^^^^ error: '/admin' must be quoted. Use "/admin".
`,
    `
nonsense eq 192.0.2.0/24 or nonsense in {1 "a" b}
^^^^^^^^ error: Unknown field 'nonsense'.
                            ^^^^^^^^ error: Unknown field 'nonsense'.
`,
  ];
  test.each(marked)("%s", (text) => checkProblems(text));

  test("one for the level that is nested too deeply", () => {
    const levels = (count: number) => `${"(".repeat(count)}ssl${")".repeat(count)}`;
    expect(parse(levels(128)).problems).toEqual([]);
    expect(parse(levels(129)).problems.map((it) => it.code)).toEqual(["too-deep"]);
    expect(parse(`${"not ".repeat(128)}ssl`).problems).toEqual([]);
    expect(parse(`${"!".repeat(129)}ssl and nonsense`).problems.map((it) => it.code)).toEqual([
      "too-deep",
      "unknown-field",
    ]);
  });
});

describe("fixes", () => {
  const fixes: readonly (readonly [text: string, after: string])[] = [
    ['http.hots eq "a"', 'http.host eq "a"'],
    ['http.hosteq "a"', 'http.host eq "a"'],
    ['tcp.dstport eq "80"', "tcp.dstport eq 80"],
    ["http.request.method eq GET", 'http.request.method eq "GET"'],
    ["http.host eq 'a\"b'", 'http.host eq "a\\"b"'],
    ["ip.src eq '192.0.2.1'", "ip.src eq 192.0.2.1"],
    ['http.host = "a"', 'http.host eq "a"'],
    ["ssl AND ssl", "ssl and ssl"],
    ["ip.src not in {192.0.2.1}", "not ip.src in {192.0.2.1}"],
    ['http.host !~ "a"', 'not http.host matches "a"'],
    ['http.host starts_with "a"', 'starts_with(http.host, "a")'],
    ['http.host does not end with "a"', 'not ends_with(http.host, "a")'],
    ["tcp.dstport in {80, 443,8080}", "tcp.dstport in {80 443 8080}"],
    ['http.host in ("a", "b")', 'http.host in {"a" "b"}'],
    ['http.host in "a"', 'http.host in {"a"}'],
    ['http.host in {"a" or "b"}', 'http.host in {"a"  "b"}'],
    ["ip.src in 192.0.2.0/24", "ip.src in {192.0.2.0/24}"],
    ['http.host eq ("a")', 'http.host eq "a"'],
    ['http.host eq ("a", "b")', 'http.host in {"a" "b"}'],
    ['http.host eq "a" or "b"', 'http.host eq "a" or http.host eq "b"'],
    ["starts_with(http.request.uri.path, /a)", 'starts_with(http.request.uri.path, "/a")'],
    ["ssl == true", "ssl"],
    ["ssl eq false", "not ssl"],
    ["ssl != true and ssl", "not ssl and ssl"],
    ["ssl not eq true", "not ssl"],
    ["(ssl) == true", "(ssl)"],
    ["ssl # only\n== true", "ssl # only\n"],
    ["(ssl or ssl) == true", "(ssl or ssl)"],
    ['(ssl or http.host eq "a") ne true', 'not (ssl or http.host eq "a")'],
    ['http.host eq "a" == false', 'not http.host eq "a"'],
    ["not ssl == true", "not ssl"],
    ['((http.host)) eq "a"', 'http.host eq "a"'],
    ["ip.src eq 192.0.2.0/24", "ip.src in {192.0.2.0/24}"],
    ["ip.src ne 192.0.2.1..192.0.2.9", "not ip.src in {192.0.2.1..192.0.2.9}"],
    ["tcp.dstport eq 80..443", "tcp.dstport in {80..443}"],
    ['http.host eq {"a" "b"}', 'http.host in {"a" "b"}'],
    ['http.host contains {"a" "b"}', '(http.host contains "a" or http.host contains "b")'],
    ['http.request.headers.names[*] eq "a"', 'any(http.request.headers.names[*] eq "a")'],
    [
      'any(lower(http.request.headers.names[*]) eq "a")',
      'any(lower(http.request.headers.names[*])[*] eq "a")',
    ],
    [
      'any(http.request.headers.names[*] eq "a" or http.request.headers.names[*] eq "b")',
      'any((http.request.headers.names[*] eq "a" or http.request.headers.names[*] eq "b"))',
    ],
    [
      'any(starts_with(http.request.headers.names[*], "a")[*])',
      'any(starts_with(http.request.headers.names[*], "a"))',
    ],
    ['lower(http.host,) eq "a"', 'lower(http.host) eq "a"'],
    ['substring(http.host, 0x10) eq "a"', 'substring(http.host, 16) eq "a"'],
    ['http.request.headers["a"] eq "b"', 'http.request.headers["a"][0] eq "b"'],
    ["http.request.headers['a'][0] eq \"b\"", 'http.request.headers["a"][0] eq "b"'],
    ['http.request.headers ["a"][0] eq "b"', 'http.request.headers["a"][0] eq "b"'],
    ["ip.src in {192.0.2.1/24}", "ip.src in {192.0.2.0/24}"],
    ["ip.src in {192.0.2.9..192.0.2.1}", "ip.src in {192.0.2.1..192.0.2.9}"],
    ["tcp.dstport in {443..80}", "tcp.dstport in {80..443}"],
    ["tcp.dstport eq 080", "tcp.dstport eq 80"],
    ["tcp.dstport eq 0X50", "tcp.dstport eq 0x50"],
    ["tcp.dstport eq 11and ssl", "tcp.dstport eq 11 and ssl"],
    ['http.host eq "a\\n"', 'http.host eq "a\\x0a"'],
    ['http.host eq "abc', 'http.host eq "abc"'],
    ['http.host eq r#"abc', 'http.host eq r#"abc"#'],
    ['http.host eq R"a"', 'http.host eq r"a"'],
    ['"a" eq http.host', 'http.host eq "a"'],
    ['(http.host) eq "a"', 'http.host eq "a"'],
    ["(ssl", "(ssl)"],
    ["ssl ssl", "ssl and ssl"],
    ["ssl, ssl", "ssl and ssl"],
    ["ssl)", "ssl"],
    ["ip.src in {192.0.2.1", "ip.src in {192.0.2.1}"],
  ];
  test.each(fixes)("%s", (text, after) => checkRuleFix(text, after));
});

describe("value expressions", () => {
  test.each([
    `
# @value
"/new" http.request.uri.path
^^^^^^ error: A value expression is a single field or call, found '"/new"'. Join strings with concat(…).
`,
    `
# @value
"a" eq http.host
^^^ error: A value expression is a single field or call, found '"a"'.
`,
    `
# @value
5
^ error: A value expression is a single field or call, found '5'.
`,
    `
# @value
(http.host)
^^^^^^^^^^^ error: A value expression needs no parentheses. Remove them.
`,
  ])("%s", (text) => checkProblems(text));

  const taken = [
    "# @value\nhttp.host",
    '# @value\nconcat("/new", http.request.uri.path)',
    '# @value\nhttp.request.headers["a"][0]',
    "# @value\nlower(http.request.headers.names[*])",
  ];
  test.each(taken)("accepts %s", (text) => {
    const { problems, form } = parse(text);
    expect(problems).toEqual([]);
    expect(form).toBe("value");
  });

  const refused = [
    '# @value\n"a"',
    '# @value\nhttp.host eq "a"',
    "# @value\n(http.host)",
    "# @value\nhttp.request.headers.names[*]",
    "# @value\nnot ssl",
    "# @value\nssl or ssl",
    '# @value\nany(http.request.headers.names[*] eq "a")',
  ];
  test.each(refused)("rejects %s", (text) => {
    expect(parse(text).problems.length).toBeGreaterThan(0);
  });
});

describe("comments and directives", () => {
  test("directives come before the expression", () => {
    const text = "# @action block\n  #@description  Two words \n# @paused\nssl # @ref no";
    const { directives, comments } = parse(text);
    expect(directives.map((it) => [it.name, it.value])).toEqual([
      ["action", "block"],
      ["description", "Two words"],
      ["paused", ""],
    ]);
    for (const it of directives) {
      expect(text.slice(it.nameSpan.start, it.nameSpan.end)).toBe(it.name);
      expect(text.slice(it.valueSpan.start, it.valueSpan.end)).toBe(it.value);
    }
    expect(comments).toHaveLength(4);
  });

  const pushed: readonly (readonly [text: string, pushed: string])[] = [
    ["# @action block\n\nssl\n", "ssl"],
    ["ssl # one\n\tand # two\r\n  ssl # three", "ssl and ssl"],
    ["ssl#one\nand#two\nssl", "ssl and ssl"],
    ['http.host eq "# no  comment"', 'http.host eq "# no  comment"'],
    ['http.host in {"a"   "b"}', 'http.host in {"a" "b"}'],
    ['http.host matches "[#\\"]  #" # yes', 'http.host matches "[#\\"]  #"'],
    ['http.host eq r#"a # b"# # yes', 'http.host eq r#"a # b"#'],
    ['http.host strict\n  wildcard "a"', 'http.host strict wildcard "a"'],
    ["", ""],
    ["# nothing", ""],
  ];
  test.each(pushed)("the pushed text of %s", (text, expected) => {
    expect(pushedText(parse(text))).toBe(expected);
  });
});

describe("pathAt", () => {
  const paths: readonly (readonly [text: string, path: string])[] = [
    ['ssl and http.ho<|>st eq "a"', "logical comparison field"],
    ['ssl and http.host eq "<|>a"', "logical comparison string"],
    ["ip.src in {192.0.2.1 <|>192.0.2.2}", "comparison set address"],
    ['any(http.request.headers["a<|>"][*] eq "b")', "quantifier comparison indexed index string"],
    ["ssl and <|>", "recovered logical missing"],
    ["http.host <|>", ""],
  ];
  test.each(paths)("%s", (marked, expected) => {
    const { text, offset } = readCursor(marked);
    const path = pathAt(parse(text).root, offset);
    expect(path.map((it) => it.kind).join(" ")).toBe(expected);
  });
});
