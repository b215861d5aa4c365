import type { ParserProblem } from "./check.ts";

/** Expressions, names and types. */
export const expressionProblems: readonly ParserProblem[] = [
  {
    code: "expression-syntax",
    summary: "Invalid expression syntax.",
    why: "The engine stops at the first syntax error and rejects the rule. Weir reports all of them. Comments, tabs and line breaks are allowed in a file: they become single spaces on push. Elsewhere, as in Terraform, the text is sent as it is, and only spaces and line breaks are allowed.",
    examples: `
http.host eq "a.example" and (ssl
                             ^ error: Expected ')' to close this '(' but found the end.
=>
http.host eq "a.example" and (ssl)
---
http.request.method in {"PUT", "PATCH"} and http.host eq 'shop.example.com'
                             ^ error: Separate set values with spaces, not ','.
                                                         ^^^^^^^^^^^^^^^^^^ error: Strings need double quotes. Use "shop.example.com".
=>
http.request.method in {"PUT" "PATCH"} and http.host eq 'shop.example.com'
---
starts_with(http.request.uri.path, "/api/",)
                                          ^ error: No argument follows this ','. Remove it.
=>
starts_with(http.request.uri.path, "/api/")
---
http.host eq "shop.example.com
             ^ error: Unterminated string. Add the closing quote.
and ssl
=>
http.host eq "shop.example.com"
and ssl
---
ssl http.request.version eq "HTTP/2"
    ^^^^^^^^^^^^^^^^^^^^ error: Expected 'and' or 'or' before 'http.request.version'.
=>
ssl and http.request.version eq "HTTP/2"
---
http.host eq "shop.example.com" and
                                ^^^ error: Expected a comparison after 'and'.
---
# Comments and tabs are removed on push.
http.host eq "shop.example.com"	# the shop
	and ssl
`,
  },
  {
    code: "unknown-field",
    summary: "Unknown field.",
    why: "Field names are exact and lowercase. An operator needs a space before it, because a name extends as far as possible. Add fields that are newer than Weir to `fields` in `weir.json`.",
    examples: [
      `
http.hots eq "shop.example.com" or ip.src.contry eq "DE"
^^^^^^^^^ error: Unknown field 'http.hots'. Did you mean 'http.host'?
                                   ^^^^^^^^^^^^^ error: Unknown field 'ip.src.contry'. Did you mean 'ip.src.country'?
=>
http.host eq "shop.example.com" or ip.src.contry eq "DE"
---
http.hosteq "shop.example.com"
^^^^^^^^^^^ error: 'http.hosteq' is parsed as one name. Add a space between 'http.host' and 'eq'.
=>
http.host eq "shop.example.com"
`,
      {
        context: { extraFields: { rules: { "cf.brand.new": "String" } } },
        text: `
cf.brand.new eq "x"
`,
      },
    ],
  },
  {
    code: "unknown-function",
    summary: "Unknown function.",
    why: "There are about thirty functions, and you cannot define your own.",
    examples: `
startswith(http.request.uri.path, "/api/")
^^^^^^^^^^ error: Unknown function 'startswith'. Did you mean 'starts_with'?
=>
starts_with(http.request.uri.path, "/api/")
---
tolower(http.host) eq "shop.example.com"
^^^^^^^ error: Unknown function 'tolower'. Did you mean 'lower'?
=>
lower(http.host) eq "shop.example.com"
---
starts_with(lower(http.request.uri.path), "/api/")
`,
  },
  {
    code: "unknown-operator",
    summary: "Unknown operator.",
    why: "Operators are lowercase. The only negated operator is `ne`: otherwise put `not` before the comparison. `starts_with()` and `ends_with()` are functions.",
    examples: `
http.host = "shop.example.com" AND http.request.method <> "GET" AND ip.src.country === "DE"
          ^ error: Unknown operator '='. Use 'eq'.
                               ^^^ error: Unknown operator 'AND'. Use 'and'.
                                                       ^^ error: Unknown operator '<>'. Use 'ne'.
                                                                ^^^ error: Unknown operator 'AND'. Use 'and'.
                                                                                   ^^^ error: Unknown operator '==='. Use 'eq'.
=>
http.host eq "shop.example.com" AND http.request.method <> "GET" AND ip.src.country === "DE"
---
http.host eq "shop.example.com" OR ssl
                                ^^ error: Unknown operator 'OR'. Use 'or'.
=>
http.host eq "shop.example.com" or ssl
---
ip.src not in {192.0.2.1 198.51.100.0/24}
       ^^^^^^ error: Unknown operator 'not in'. Put 'not' before the comparison: not … in ….
=>
not ip.src in {192.0.2.1 198.51.100.0/24}
---
http.request.uri.path starts_with "/api/"
                      ^^^^^^^^^^^ error: 'starts_with' is a function. Use starts_with(http.request.uri.path, "/api/").
=>
starts_with(http.request.uri.path, "/api/")
---
http.request.uri.path ends_with ".php"
                      ^^^^^^^^^ error: 'ends_with' is a function. Use ends_with(http.request.uri.path, ".php").
=>
ends_with(http.request.uri.path, ".php")
---
http.user_agent not contains "curl"
                ^^^^^^^^^^^^ error: Unknown operator 'not contains'. Put 'not' before the comparison: not … contains ….
=>
not http.user_agent contains "curl"
---
http.user_agent contans "curl"
                ^^^^^^^ error: Unknown operator 'contans'. Did you mean 'contains'?
=>
http.user_agent contains "curl"
---
(http.host == "shop.example.com" && !ssl) || http.user_agent ~ "curl/[0-9]"
`,
  },
  {
    code: "operator-type",
    summary: "The operator does not support the field's type.",
    why: '`contains`, `matches` and `wildcard` compare strings. A Boolean is used on its own, or after `not`, not compared. Maps and arrays cannot be compared, only their elements: one with `[0]` or `["name"]`, all with `[*]` inside `any()` or `all()`. A function called with `[*]` returns an array, and needs another `[*]`.',
    examples: `
ssl == true
    ^^^^^^^ error: 'ssl' is already a Boolean. Remove '== true'.
=>
ssl
---
ip.src contains "192.0.2."
       ^^^^^^^^ error: 'contains' needs a String, but 'ip.src' is an IP address. Use 'eq', 'ne' or 'in'.
---
http.request.headers["x-version"] eq "2"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["x-version"]' is an Array<String>; only its elements can be compared. Use http.request.headers["x-version"][0] for one, or any(…[*] …) for any of them.
=>
http.request.headers["x-version"][0] eq "2"
---
any(lower(http.request.headers.names[*]) contains "x-debug")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'lower(http.request.headers.names[*])' gives one value per element. Add '[*]' after it.
=>
any(lower(http.request.headers.names[*])[*] contains "x-debug")
---
not ssl and any(lower(http.request.headers["x-version"][*])[*] eq "beta")
`,
  },
  {
    code: "value-type",
    summary: "The value has the wrong type for the field and operator.",
    why: "Strings need double quotes; numbers and addresses have no quotes. `in` needs a set in braces or a list, and is the only operator for networks and ranges; all others need one value. `eq`, `ne`, `lt`, `le`, `gt` and `ge` also compare with a field, an element or a call of the same type; the other operators need literals.",
    examples: `
cf.bot_management.score lt "30" and ip.src eq "192.0.2.1"
                           ^^^^ error: 'cf.bot_management.score' is an Integer. Remove the quotes: 30.
                                              ^^^^^^^^^^^ error: 'ip.src' is an IP address. Remove the quotes: 192.0.2.1.
=>
cf.bot_management.score lt 30 and ip.src eq "192.0.2.1"
---
http.request.method eq POST
                       ^^^^ error: 'POST' must be quoted. Use "POST".
=>
http.request.method eq "POST"
---
cf.tls_version eq 1.2
                  ^^^ error: '1.2' must be quoted. Use "TLSv1.2".
=>
cf.tls_version eq "TLSv1.2"
---
ip.src eq 198.51.100.0/24
          ^^^^^^^^^^^^^^^ error: 'eq' needs one address, but '198.51.100.0/24' is a network. Use in {198.51.100.0/24}.
=>
ip.src in {198.51.100.0/24}
---
http.user_agent contains {"curl" "wget"}
                         ^^^^^^^^^^^^^^^ error: 'contains' needs one value, found a set. Use one 'contains' per value, joined by 'or'.
=>
(http.user_agent contains "curl" or http.user_agent contains "wget")
---
http.request.method in "POST"
                       ^^^^^^ error: 'in' needs a set. Use {"POST"}.
=>
http.request.method in {"POST"}
---
http.host in "a.com" "b.com"}
             ^^^^^^^^^^^^^^^^ error: 'in' needs a set. Use {"a.com" "b.com"}.
=>
http.host in {"a.com" "b.com"}
---
http.host in "a.com b.com"
             ^^^^^^^^^^^^^ error: 'in' needs a set. Use {"a.com" "b.com"}.
=>
http.host in {"a.com" "b.com"}
---
http.response.code eq 500..599
                      ^^^^^^^^ error: 'eq' needs one number. Use in {500..599}.
=>
http.response.code in {500..599}
---
http.host eq cf.bot_management.score
             ^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.host' is a String, but 'cf.bot_management.score' is an Integer. Compare values of the same type.
---
http.host contains http.referer
                   ^^^^^^^^^^^^ error: 'contains' needs a literal, found the field 'http.referer'. Only 'eq', 'ne', 'lt', 'le', 'gt' and 'ge' compare two values of a request.
---
http.request.uri.path ne raw.http.request.uri.path
---
http.request.version eq "HTTP/2" and cf.bot_management.score lt 30 and ip.src in {192.0.2.1 198.51.100.0/24}
`,
  },
  {
    code: "not-boolean",
    summary: "Expected a Boolean, found another type.",
    why: "Only Booleans, such as `ssl` or the result of `starts_with()`, can be used on their own. Compare all other values.",
    examples: `
http.referer and ssl
^^^^^^^^^^^^ error: Expected a Boolean, but 'http.referer' is a String. Compare it: eq "…".
---
not cf.bot_management.score
    ^^^^^^^^^^^^^^^^^^^^^^^ error: Expected a Boolean, but 'cf.bot_management.score' is an Integer. Compare it: eq 0.
---
http.referer ne "" and cf.bot_management.verified_bot
`,
  },
  {
    code: "index-type",
    summary: "The index does not match the type.",
    why: 'Maps have string keys, `["name"]`, and arrays have indexes from zero, `[0]`. Other types have no elements.',
    examples: `
http.request.headers[0][0] eq "2"
                    ^^^ error: Map<Array<String>> needs a string key. Use a quoted string, as in ["name"].
---
http.request.headers["x-version"]["first"] eq "2"
                                 ^^^^^^^^^ error: Array<String> needs an integer index. Use a number, as in [0], or [*] for each element.
---
http.host[0] eq "shop"
         ^^^ error: 'http.host' is a String and has no elements. Remove '[0]'.
---
http.cookie["session"] eq "x"
           ^^^^^^^^^^^ error: 'http.cookie' is a String and has no elements. Use http.request.cookies["session"][0].
=>
http.request.cookies["session"][0] eq "x"
---
any(http.request.headers.values["host"][*] eq "a.example")
                               ^^^^^^^^ error: Array<String> needs an integer index. Use http.request.headers["host"].
=>
any(http.request.headers["host"][*] eq "a.example")
---
http.request.headers["x-version"][0] eq "2"
`,
  },
  {
    code: "missing-quantifier",
    summary: "A comparison per element is outside any() and all().",
    why: "`[*]` gives one result per element, but a rule needs a single one. `any()` is true when at least one result is true; `all()` is true when all are, and also when there are no elements.",
    examples: `
http.request.headers["accept"][*] contains "json"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["accept"][*] con…' gives one result per element. Wrap it in any(…) or all(…).
=>
any(http.request.headers["accept"][*] contains "json")
---
any((http.request.headers["accept"][*] contains "json" and ssl))
                                                           ^^^ error: 'ssl' is a single result, but 'http.request.headers["accept"][*] con…' gives one per element. Move the first out of the parentheses.
---
any(http.request.headers["accept"][*] contains "json") and ssl
`,
  },
  {
    code: "missing-parentheses",
    summary: "Joined comparisons in a call need their own parentheses.",
    why: "Inside the parentheses of a call the engine accepts a single comparison. Another pair of parentheses allows a full expression.",
    examples: `
any(http.request.headers["accept"][*] eq "*/*" or http.request.headers["accept"][*] contains "json")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A call allows only one comparison. Wrap 'http.request.headers["accept"][*] eq …' in parentheses.
=>
any((http.request.headers["accept"][*] eq "*/*" or http.request.headers["accept"][*] contains "json"))
`,
  },
  {
    code: "argument-count",
    summary: "A call has too few or too many arguments.",
    why: "The engine rejects calls with the wrong number of arguments.",
    examples: `
starts_with(http.request.uri.path)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'starts_with' needs 2 arguments, found 1.
---
lower(http.host, http.referer) contains "example"
                 ^^^^^^^^^^^^ error: 'lower' needs 1 argument, found 2.
---
concat(http.host, ":", http.request.uri.path) eq "shop.example.com:/cart"
`,
  },
  {
    code: "argument-kind",
    summary: "A literal is used where the function needs a field, or the other way round.",
    why: "Many functions need a field or another call as their first argument, because the result for a literal would always be the same. Separators and patterns must be literals.",
    examples: `
starts_with("/api/", http.request.uri.path)
            ^^^^^^^ error: 'starts_with' needs a field or a call as 'source', found the literal '"/api/"'. Use starts_with(http.request.uri.path, "/api/").
---
any(split(http.cookie, http.host, 4)[*] eq "debug=1")
                       ^^^^^^^^^ error: 'split' needs a literal as 'separator', found 'http.host'.
---
starts_with(http.request.uri.path, "/api/")
`,
  },
  {
    code: "argument-type",
    summary: "An argument has the wrong type.",
    why: "Types are never converted. `[*]` is allowed in the first argument only; the function is then called for each element. `any()` and `all()` need one result per element, so they need a `[*]` inside.",
    examples: `
lower(ip.src) eq "192.0.2.1"
      ^^^^^^ error: 'lower' needs String as 'value', but 'ip.src' is IP.
---
any(http.host eq "shop.example.com")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'any' needs one result per element, but 'http.host eq "shop.example.com"' is a single one. Add '[*]' to the array or map, or remove 'any'.
---
any(starts_with(http.request.uri.args.names[*], "x-")[*])
                                                     ^^^ error: The elements are already Booleans, so 'any' needs no '[*]'. Remove it.
=>
any(starts_with(http.request.uri.args.names[*], "x-"))
---
any(starts_with(http.request.uri.args.names[*], "X-Debug-"))
`,
  },
];
