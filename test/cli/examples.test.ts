import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const rule = `# @match GET https://shop.example.com/login ip.src=203.0.113.7
# @no-match GET https://shop.example.com/cart ip.src=203.0.113.7
# @no-match GET https://shop.example.com/login ip.src=203.0.113.7
http.request.uri.path eq "/login" and not ip.src in $office_ips
`;

const filter = `// @keep { "EdgeResponseStatus": 503 }
// @drop { "EdgeResponseStatus": 200 }
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }
`;

const settings = JSON.stringify({
  lists: { office_ips: { kind: "ip", items: ["198.51.100.0/24"] } },
});

describe("weir test", () => {
  test("runs the examples of all files, with the lists of weir.json", async () => {
    using folder = new Folder({
      "rules/login.cfrule": rule,
      "filters/errors.lpfilter": filter,
      "filters/plain.lpfilter": '{ "where": { "and": [] } }',
      "weir.json": settings,
    });
    const { status, out } = await weir(folder, ["test", "--format", "json"]);
    expect(status).toBe(1);
    const { version, results, summary } = JSON.parse(out);
    expect([version, summary]).toEqual([1, { passed: 4, failed: 1 }]);
    expect(results.map((it: { kind: string; passed: boolean }) => [it.kind, it.passed])).toEqual([
      ["keep", true],
      ["drop", true],
      ["match", true],
      ["no-match", true],
      ["no-match", false],
    ]);
    expect(results[4]).toEqual({
      path: "rules/login.cfrule",
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 65 } },
      kind: "no-match",
      passed: false,
      message: 'This request matches: http.request.uri.path is "/login", ip.src is 203.0.113.7.',
    });
  });

  test("exits with 0 if all examples pass, or if there are none", async () => {
    using folder = new Folder({ "errors.lpfilter": filter, "none.cfrule": "ssl" });
    expect(await weir(folder, ["test", "errors.lpfilter"])).toMatchObject({
      status: 0,
      out: "2 tests passed.\n",
    });
    expect(await weir(folder, ["test", "none.cfrule"])).toMatchObject({
      status: 0,
      out: "No tests found.\n",
    });
  });

  test("exits with 2 for unreadable files", async () => {
    using folder = new Folder({ "errors.lpfilter": filter });
    const { status, err } = await weir(folder, ["test", "errors.lpfilter", "nothing.cfrule"]);
    expect(status).toBe(2);
    expect(err).toContain("nothing.cfrule");
    expect((await weir(folder, ["test", "--format", "tap"])).status).toBe(2);
  });

  test("shows which example failed, and why", async () => {
    using folder = new Folder({ "login.cfrule": rule, "weir.json": settings });
    const { out } = await weir(folder, ["test"]);
    expect(out).toBe(`login.cfrule:3:3 failed
  This request matches: http.request.uri.path is "/login", ip.src is 203.0.113.7.
  @no-match GET https://shop.example.com/login ip.src=203.0.113.7

1 test failed, 2 tests passed.
`);
  });

  test("writes JUnit XML", async () => {
    using folder = new Folder({ "a&b.cfrule": rule, "weir.json": settings });
    const { status, out } = await weir(folder, ["test", "--format", "junit"]);
    expect(status).toBe(1);
    expect(out).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="weir" tests="3" failures="1" errors="0">
  <testsuite name="a&#38;b.cfrule" tests="3" failures="1" errors="0">
    <testcase name="@match GET https://shop.example.com/login ip.src=203.0.113.7" classname="a&#38;b.cfrule" file="a&#38;b.cfrule" line="1"/>
    <testcase name="@no-match GET https://shop.example.com/cart ip.src=203.0.113.7" classname="a&#38;b.cfrule" file="a&#38;b.cfrule" line="2"/>
    <testcase name="@no-match GET https://shop.example.com/login ip.src=203.0.113.7" classname="a&#38;b.cfrule" file="a&#38;b.cfrule" line="3">
      <failure message="This request matches: http.request.uri.path is &#34;/login&#34;, ip.src is 203.0.113.7."/>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  test("fails the examples of an invalid text", async () => {
    using folder = new Folder({ "a.cfrule": "# @match GET https://a.example/\nhttp.hots eq 1\n" });
    const { status, out } = await weir(folder, ["test", "--format", "json"]);
    expect(status).toBe(1);
    expect(JSON.parse(out).results[0].message).toBe(
      "The expression has errors, or parts that are filled in later.",
    );
  });
});

describe("examples in host files", () => {
  const terraform = `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [{
    action = "block"
    # @match GET https://shop.example.com/login
    # @no-match GET https://shop.example.com/cart
    # @match GET https://shop.example.com/other
    expression = "http.request.uri.path eq \\"/login\\""
  }]
}
`;

  test("may be in the comments above an expression", async () => {
    using folder = new Folder({ "main.tf": terraform });
    const { status, out } = await weir(folder, ["test", "--format", "json"]);
    const { results, summary } = JSON.parse(out);
    expect([status, summary]).toEqual([1, { passed: 2, failed: 1 }]);
    expect(results[2]).toMatchObject({
      path: "main.tf",
      range: { start: { line: 6, character: 6 } },
    });
    const checked = JSON.parse((await weir(folder, ["check", "--format", "json"])).out);
    expect(checked.files[0].diagnostics).toMatchObject([
      {
        code: "failed-example",
        message: 'This request does not match: http.request.uri.path is "/other".',
      },
    ]);
  });

  test("a severity applies, too", async () => {
    using folder = new Folder({
      "main.tf": terraform,
      "weir.json": '{ "severity": { "failed-example": "off" } }',
    });
    expect((await weir(folder, ["check"])).status).toBe(0);
  });

  test("may be in YAML, also above a text on several lines", async () => {
    using folder = new Folder({
      "rules.yaml": `waf_custom_rules:
  - ref: a
    action: block
    # @match GET https://shop.example.com/login
    # @no-match GET https://shop.example.com/login
    expression: >-
      http.request.uri.path
      eq "/login"
`,
    });
    const { results } = JSON.parse((await weir(folder, ["test", "--format", "json"])).out);
    expect(results.map((it: { passed: boolean }) => it.passed)).toEqual([true, false]);
  });

  test("may be anywhere in a job with its filter", async () => {
    using folder = new Folder({
      "a.lpjob": `{
  // @keep { "EdgeResponseStatus": 503 }
  "dataset": "http_requests",
  "destination_conf": "s3://logs/{DATE}?region=eu-central-1",
  "filter": { "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }
  // @keep { "EdgeResponseStatus": 200 }
}
`,
    });
    const { status, out } = await weir(folder, ["test", "--format", "json"]);
    expect(status).toBe(1);
    expect(JSON.parse(out).results).toMatchObject([
      { kind: "keep", passed: true },
      { kind: "keep", passed: false, message: "This line is dropped: EdgeResponseStatus is 200." },
    ]);
    const checked = JSON.parse((await weir(folder, ["check", "--format", "json"])).out);
    expect(checked.files[0].diagnostics).toMatchObject([{ code: "failed-example" }]);
  });
});

const terraform = `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules = [{
    action = "block"
    # @match GET https://shop.example.com/
    expression = "ssl"
  }]
}
`;
const ruleset = '{ "phase": "http_request_firewall_custom", "rules": [{ "action": "log" }] }';

test.each([
  ["waf.tf", terraform.slice(0, -6), ["test", "waf.tf"]],
  ["waf.tf", terraform.slice(0, -6), ["test"]],
  ["waf.json", ruleset.slice(0, -2), ["test", "waf.json"]],
  ["waf.json", ruleset.slice(0, -2), ["test", "."]],
  ["waf.yaml", 'waf_custom_rules:\n  - expression: "ssl\n', ["test"]],
])("a file that ends too early is not tested: %s", async (name, text, args) => {
  using folder = new Folder({ [name]: text });
  const { status, err } = await weir(folder, args);
  expect([status, err]).toEqual([2, expect.stringMatching(new RegExp(`^error ${name}: Line \\d`))]);
});

test("a file of another tool that ends too early does not fail the others", async () => {
  using folder = new Folder({ "waf.tf": terraform, "other.json": '{ "name": "' });
  expect((await weir(folder, ["test"])).out).toBe("1 test passed.\n");
});
