import { describe, expect, test } from "vitest";
import { defaultRuleContext } from "../../../server/src/cfrule/context.ts";
import { readDocument } from "../../../server/src/cfrule/document.ts";
import { complete } from "../../../server/src/cfrule/features/complete.ts";
import { exampleAdditions, examples } from "../../../server/src/cfrule/features/examples.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";

function results(rule: string, ...lines: readonly string[]) {
  const text = `${lines.map((it) => `# @match ${it}\n`).join("")}${rule}`;
  return examples(readDocument(text, defaultRuleContext)).map((it) => it.message || "ok");
}

describe("a request", () => {
  const rows: readonly (readonly [rule: string, request: string, result: string])[] = [
    ['http.host eq "a.example" and ssl', "GET https://a.example/", "ok"],
    ['http.host eq "a.example" and not ssl', "GET http://a.example:8080/x", "ok"],
    ['http.request.uri eq "/?a=1"', "GET https://a.example?a=1#part", "ok"],
    ['http.request.full_uri eq "https://a.example/x?y"', "GET https://a.example/x?y", "ok"],
    ['http.request.uri.path.extension eq "php"', "GET https://a.example/x/y.PHP?z=1.txt", "ok"],
    ['any(http.request.uri.args["a"][*] eq "2")', "GET https://a.example/?a=1&a=2", "ok"],
    ['not has_key(http.request.uri.args, "b")', "GET https://a.example/?a=1", "ok"],
    ['any(http.request.uri.args.names[*] eq "b")', "GET https://a.example/?a=1&b", "ok"],
    ['raw.http.request.uri.path eq "/x"', "GET https://a.example/x", "ok"],
    ['http.request.uri.path eq "/admin"', "GET https://a/x/../admin", "ok"],
    ['http.request.uri eq "/admin?a=/../b"', "GET https://a/./admin?a=/../b", "ok"],
    ['http.request.full_uri eq "https://a:8443/admin"', "GET https://a:8443/x/../admin", "ok"],
    ['http.request.uri.path eq "/a/" and http.request.uri.query eq ""', "GET /a/b/..", "ok"],
    ['http.request.uri.path eq "/~a%2F%C3%A9"', "GET /%7e%61%2fé", "ok"],
    [
      'raw.http.request.uri.path eq "/x/../%61.PHP" and raw.http.request.uri.path.extension eq "PHP"',
      "GET https://a/x/../%61.PHP",
      "ok",
    ],
    [
      'raw.http.request.uri eq "/x/../a?b" and raw.http.request.uri.args.names[0] eq "b"',
      "GET /x/../a?b",
      "ok",
    ],
    ['raw.http.request.full_uri eq "https://a/./b"', "GET https://a/./b", "ok"],
    ["http.request.uri.path ne raw.http.request.uri.path", "GET /x/../a", "ok"],
    ['http.request.uri.path.extension eq ""', "GET https://a.example/.env", "ok"],
    ['raw.http.request.uri.path.extension eq ""', "GET https://a.example/x/.MP3", "ok"],
    ['http.request.uri.path.extension eq "bak"', "GET https://a.example/.env.bak", "ok"],
    ['any(http.request.cookies["a b"][*] eq "%31")', 'GET / http.cookie="a%20b=%31"', "ok"],
    ['http.request.method eq "PURGE"', "PURGE https://a.example/", "ok"],
    ['any(http.request.headers["x-a"][*] eq "1")', 'GET / http.request.headers["X-A"]="1"', "ok"],
    ['not has_key(http.request.headers, "x-b")', 'GET / http.request.headers["x-a"]=1', "ok"],
    ['len(http.request.headers["x-a"]) eq 2', 'GET / http.request.headers["x-a"]=["1","2"]', "ok"],
    ['http.user_agent eq "a b"', 'GET / http.request.headers["user-agent"]="a b"', "ok"],
    ['any(http.request.headers["user-agent"][*] eq "a")', "GET / http.user_agent=a", "ok"],
    ['any(http.request.headers["host"][*] eq "a.example")', "GET https://a.example/", "ok"],
    ['any(http.request.cookies["a"][*] eq "1")', 'GET / http.cookie="b=2; a=1"', "ok"],
    ['http.cookie eq "a=1"', 'GET / http.request.cookies["a"]=1', "ok"],
    ['not has_key(http.request.cookies, "a")', "GET https://a.example/", "ok"],
    ['ip.geoip.country eq "DE"', "GET / ip.src.country=DE", "ok"],
    ['ip.src.country eq "DE"', "GET / ip.geoip.country=DE", "ok"],
    ["cf.client.bot", "GET / cf.client.bot=true", "ok"],
    [
      'any(http.request.headers["a"][*] eq "\\"q\\"")',
      String.raw`GET / http.request.headers={"a":["\"q\""]}`,
      "ok",
    ],
    ["cf.waf.score lt 5", "GET / cf.waf.score=4", "ok"],
    ["ip.src in {2001:db8::/32}", "GET / ip.src=2001:db8::7", "ok"],
    [
      "any(cf.bot_management.detection_ids[*] eq 7)",
      "GET / cf.bot_management.detection_ids=[1,7]",
      "ok",
    ],
    [
      'http.host eq "a"',
      "GET /",
      "Cannot tell whether this request matches: http.host is unknown. Add http.host=….",
    ],
    [
      'http.user_agent eq "a"',
      "GET /",
      "Cannot tell whether this request matches: http.user_agent is unknown. Add http.user_agent=….",
    ],
    ["cf.threat_score gt 5 or ssl", "GET https://a.example/", "ok"],
    [
      "ssl",
      "GET //a.example/",
      "Expected a URL such as https://example.com/, found '//a.example/'.",
    ],
    [
      "ssl",
      "GET https://user@a.example/",
      "Expected a URL such as https://example.com/, found 'https://user@a.example/'.",
    ],
    ["ssl", "GET", "Missing URL after the method."],
    ["ssl", "GET / ssl=yes", "'ssl' is of type Boolean, found 'yes'. Use true or false."],
    ["ssl", "GET / http.host=", "Missing value after '='."],
    ["ssl", 'GET / http.host="a', "Invalid JSON value '\"a'."],
    ["ssl", 'GET / http.host="a"b', "Expected a space after the value, found 'b'."],
    ["ssl", "GET / http.request.headers[x]=1", 'Expected a key in quotes, as in ["x-api-key"].'],
    ["ssl", 'GET / http.host["a"]=1', "'http.host' is of type String and has no keys."],
    ["ssl", "GET / cf.waf.score=1.5", "'cf.waf.score' is of type Integer, found '1.5'."],
    ["ssl", "GET / true=true", "'true' is a constant and cannot be set."],
  ];
  test.each(rows)("%s on %s", (rule, request, result) => {
    expect(results(rule, request)).toEqual([result]);
  });

  test("any text is read without an error", () => {
    for (const text of [
      'GET / a["',
      "GET / [",
      'GET / ="',
      '"',
      "GET / http.request.headers[",
      "{",
      "GET / ip.src=[{",
    ])
      expect(results("ssl", text)).toHaveLength(1);
  });
});

describe("completion", () => {
  const labels = (line: string) => {
    const text = `${line}\nhttp.host eq "a" and ip.src in {192.0.2.0/24}`;
    return complete(readDocument(text, defaultRuleContext), line.length).map((it) => it.label);
  };

  test("offers methods, then fields: those of the rule first", () => {
    expect(labels("# @match P")).toContain("POST");
    expect(labels("# @no-match GET https://a.example/ ").slice(0, 2)).toEqual([
      "http.host",
      "ip.src",
    ]);
    expect(labels("# @match GET https://a.example/ ip.src=192.0.2.1 http.us")).toContain(
      "http.user_agent",
    );
    expect(labels("# @match GET https://a.exam")).toEqual([]);
  });
});

describe("adding examples", () => {
  const rules = [
    'http.request.uri.path eq "/login" and not ip.src in {198.51.100.0/24}',
    'http.host in {"a.example" "b.example"} or starts_with(http.request.uri.path, "/api/")',
    'any(http.request.headers["x-api-key"][*] eq "k 1") and http.request.method eq "POST"',
    'http.user_agent matches "^(curl|wget)/[0-9]+" and cf.bot_management.score lt 30',
    'http.request.uri.path wildcard "/shop/*/cart" and ssl',
    'http.request.uri.query contains "debug" xor cf.client.bot',
    'has_key(http.request.uri.args, "next") and not ip.src.country in {"DE" "FR"}',
    'lower(http.request.uri.path) contains "/wp-" and len(http.user_agent) gt 10',
    "http.host eq http.referer",
    "ip.src ne cf.edge.server_ip",
    "len(http.host) le len(http.user_agent)",
    'http.request.uri.path.extension in {"php" "asp"}',
    'any(cf.waf.content_scan.obj_types[*] eq "image/png")',
  ];
  test.each(rules)("%s", (rule) => {
    const doc = readDocument(rule, defaultRuleContext);
    const offers = exampleAdditions(doc, { start: 0, end: 0 });
    expect(offers.map((it) => it.title)).toEqual([
      "Add a test that matches",
      "Add a test that does not match",
    ]);
    for (const { edits } of offers) {
      const after = readDocument(applyEdits(rule, edits), defaultRuleContext);
      expect(examples(after)).toMatchObject([{ passed: true }]);
    }
  });

  test("only above the expression, and only what is possible", () => {
    const text = "# a comment\nssl";
    const doc = readDocument(text, defaultRuleContext);
    expect(exampleAdditions(doc, { start: 4, end: 4 })).toHaveLength(2);
    expect(exampleAdditions(doc, { start: 13, end: 13 })).toEqual([]);
    const never = readDocument("ssl and not ssl", defaultRuleContext);
    expect(exampleAdditions(never, { start: 0, end: 0 }).map((it) => it.title)).toEqual([
      "Add a test that does not match",
    ]);
  });
});
