import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const rulesets = JSON.stringify([
  {
    kind: "zone",
    phase: "http_request_dynamic_redirect",
    rules: [
      {
        ref: "moved",
        expression: 'http.request.uri.path eq "/old"',
        action: "redirect",
        action_parameters: {
          from_value: {
            target_url: { value: "https://www.example.com/new" },
            preserve_query_string: true,
          },
        },
      },
    ],
  },
  {
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: [
      {
        ref: "admin",
        expression: 'http.request.uri.path eq "/admin" and ip.src ne 192.0.2.1',
        action: "block",
      },
      { ref: "challenge-all", expression: 'http.host eq "x.test"', action: "managed_challenge" },
    ],
  },
  {
    kind: "zone",
    phase: "http_request_cache_settings",
    rules: [
      {
        ref: "cache",
        expression: "true",
        action: "set_cache_settings",
        action_parameters: { edge_ttl: { mode: "override_origin", default: 7200 } },
      },
    ],
  },
]);

const good = `rules: [waf/*.json]
tests:
  - name: admin only from the office
    request: GET https://shop.example.com/admin
    set: { ip.src: 203.0.113.7 }
    expect: { outcome: block, by: admin, matched: [admin] }
  - request: GET http://example.com/old?x=1
    expect: { outcome: redirect, status: 301, location: "https://www.example.com/new?x=1" }
  - request: GET https://api.example.com/v1/users
    headers: { authorization: Bearer x }
    response: { status: 404 }
    expect:
      outcome: origin
      path: /v1/users
      headers: { Authorization: Bearer x }
      not-matched: [challenge-all]
      cache: { edge_ttl: { default: 7200 } }
      response: { status: 404 }
`;

async function run(command: string, text: string, ...args: readonly string[]) {
  using folder = new Folder({ "waf/rules.json": rulesets, "shop.trace.yaml": text });
  return await weir(folder, [command, "shop.trace.yaml", ...args]);
}

describe("weir test", () => {
  test("passes", async () => {
    const { status, out, err } = await run("test", good);
    expect(err).toBe("");
    expect(out).toBe("3 tests passed.\n");
    expect(status).toBe(0);
  });

  test("uses the workspace without 'rules'", async () => {
    const { out } = await run("test", good.replace(/^rules.*\n/, ""));
    expect(out).toBe("3 tests passed.\n");
  });

  test("a failure shows expected, actual and the steps", async () => {
    const { status, out } = await run("test", good.replace("by: admin", "by: challenge-all"));
    expect(status).toBe(1);
    expect(out).toContain("shop.trace.yaml:4:14 failed: admin only from the office\n");
    expect(out).toContain("  by: expected challenge-all, found admin\n");
    expect(out).toContain("custom rules (zone)       'admin' matches: block");
    expect(out).toContain("✗ blocked with 403 by 'admin'");
  });

  test("as JSON and JUnit", async () => {
    const { out } = await run("test", good, "--format", "json");
    expect(JSON.parse(out)).toMatchObject({
      results: [
        { kind: "trace", name: "admin only from the office", passed: true },
        { passed: true },
        { passed: true },
      ],
      summary: { passed: 3, failed: 0 },
    });
    const junit = await run(
      "test",
      good.replace("status: 301", "status: 302"),
      "--format",
      "junit",
    );
    expect(junit.out).toContain('<failure message="status: expected 302, found 301"/>');
  });

  test.each([
    ["outcome: block", "outcome: origin", "outcome: expected origin, found block"],
    ["matched: [admin]", "matched: [challenge-all]", "matched: 'challenge-all' is not-reached"],
    ["not-matched: [challenge-all]", "not-matched: [cache]", "not-matched: 'cache' is matched"],
    ["default: 7200", "default: 1", "cache.edge_ttl.default: expected 1, found 7200"],
    ["Authorization: Bearer x }", "X-None: 1 }", "headers.x-none: expected 1, found nothing"],
    ["path: /v1/users", "path: /v2/users", "path: expected /v2/users, found /v1/users"],
  ])("'%s' as '%s'", async (from, to, message) => {
    const { out } = await run("test", good.replace(from, to));
    expect(out).toContain(message);
  });
});

describe("weir check", () => {
  test("accepts a valid file", async () => {
    const { status, out } = await run("check", good, "--format", "json");
    expect(JSON.parse(out).files).toMatchObject([{ path: "shop.trace.yaml", diagnostics: [] }]);
    expect(status).toBe(0);
  });

  test.each([
    ["outcome: block", "outcome: blok", "Unknown outcome 'blok'. Did you mean 'block'?"],
    ["by: admin", "by: admn", "Unknown rule 'admn'. Did you mean 'admin'?"],
    ["    set:", "    sets:", "Unknown key 'sets'. Did you mean 'set'?"],
    ["tests:", "test:", "Unknown key 'test'. Did you mean 'tests'?"],
    ["ip.src:", "ip.scr:", "Unknown field 'ip.scr'. Did you mean 'ip.src'?"],
    ["request: GET http://", "request: get http://", "Methods are uppercase. Use 'GET'."],
    ["status: 301", "status: many", "'status' needs a number."],
    [
      "    expect: { outcome: redirect",
      "    name: { outcome: redirect",
      "The test has no 'expect'.",
    ],
  ])("'%s' as '%s'", async (from, to, message) => {
    const { status, out } = await run("check", good.replace(from, to));
    expect(out).toContain(message);
    expect(out).toContain("trace-test");
    expect(status).toBe(1);
  });

  test.each(["", "# nothing\n", "[", "tests: 1", "- a", "tests:\n  - request: 1"])(
    "%j does not crash",
    async (text) => {
      const { status } = await run("check", text);
      expect([0, 1]).toContain(status);
    },
  );
});

test("'rules' do not leave the workspace", async () => {
  using folder = new Folder({ "a.trace.yaml": "rules: [../secret.json]\ntests: []\n" });
  const { out, err, status } = await weir(folder, ["test", "a.trace.yaml"]);
  expect(out + err).toContain("'../secret.json' in 'rules' is outside the workspace.");
  expect(status).not.toBe(0);
});

test("a hundred requests on two hundred rules", async () => {
  const rules = Array.from({ length: 200 }, (_, at) => ({
    ref: `r${at}`,
    expression: `http.request.uri.path eq "/p${at}" and ip.src in {192.0.2.0/24}`,
    action: "log",
  }));
  const tests = Array.from(
    { length: 100 },
    (_, at) =>
      `  - { request: "GET https://a.example/p${at}", set: { ip.src: 192.0.2.1 }, expect: { outcome: origin } }\n`,
  );
  using folder = new Folder({
    "rules.json": JSON.stringify({ kind: "zone", phase: "http_request_firewall_custom", rules }),
    "a.trace.yaml": `rules: [rules.json]\ntests:\n${tests.join("")}`,
  });
  const { out } = await weir(folder, ["test", "a.trace.yaml"]);
  expect(out).toBe("100 tests passed.\n");
});

test("a test of one of several zones names its key", async () => {
  const rules = [{ ref: "a", expression: "true", action: "block" }];
  const zoned = ["z1", "z2"].map((zone_id) => ({
    ...{ kind: "zone", phase: "http_request_firewall_custom", rules },
    zone_id,
  }));
  const expected = "expect: { outcome: block }";
  using folder = new Folder({
    "rules.json": JSON.stringify(zoned),
    "a.trace.yaml": `tests:\n  - request: GET https://a.example/\n    ${expected}\n  - { request: GET https://a.example/, zone: z2, ${expected} }\n`,
  });
  const { out } = await weir(folder, ["test"]);
  expect(out).toContain("Several zones. Select one with 'zone': z1, z2.");
  expect(out).toContain("1 test failed, 1 test passed.");
});
