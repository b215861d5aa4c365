import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const waf = `resource "cloudflare_ruleset" "rewrites" {
  zone_id = var.zone
  kind    = "zone"
  phase   = "http_request_transform"
  rules = [{
    ref               = "shorten"
    expression        = "starts_with(http.request.uri.path, \\"/old/\\")"
    action            = "rewrite"
    action_parameters = { uri = { path = { expression = "regex_replace(http.request.uri.path, \\"^/old\\", \\"\\")" } } }
  }]
}

resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { ref = "office", expression = "ip.src in $office", action = "skip", action_parameters = { ruleset = "current" } },
    { ref = "carts", expression = "http.request.uri.path eq \\"/cart\\"", action = "block" },
    { ref = "bots", expression = "cf.bot_management.score lt 30", action = "block" },
  ]
}
`;
const settings = JSON.stringify({
  lists: { office: { kind: "ip", items: ["192.0.2.0/24"] } },
});

async function traced(args: readonly string[], files: Record<string, string> = {}) {
  using folder = new Folder({ "infra/waf.tf": waf, "weir.json": settings, ...files });
  return await weir(folder, ["trace", ...args]);
}

const cart = ["--request", "GET https://shop.example.com/old/cart?x=1"] as const;
const outside = ["--set", "ip.src=198.51.100.7"] as const;

describe("in the terminal", () => {
  test("the way through the phases and the outcome", async () => {
    const { status, out, err } = await traced([...cart, ...outside]);
    expect(err).toBe("");
    expect(out).toBe(
      `GET https://shop.example.com/old/cart?x=1   ip.src 198.51.100.7
  url normalization         unchanged
  url rewrites              'shorten' rewrites the path: /old/cart → /cart              infra/waf.tf:5
  custom rules (zone)       'carts' matches: block                                      infra/waf.tf:19
✗ blocked with 403 by 'carts': http.request.uri.path is "/cart" after 'shorten'
`,
    );
    expect(status).toBe(0);
  });

  test("what it depends on", async () => {
    const { status, out } = await traced(["--request", "GET https://a.example/", ...outside]);
    expect(out).toContain("? blocked if cf.bot_management.score lt 30, else reaches the origin\n");
    expect(status).toBe(1);
  });

  test("as Markdown", async () => {
    const { out } = await traced([...cart, ...outside, "--format", "markdown"]);
    expect(out).toContain("| custom rules (zone) | 'carts' matches: block | infra/waf.tf:19 |\n");
    expect(out).toContain("**blocked with 403 by 'carts'");
  });
});

test("the items of lists come from weir.json", async () => {
  const { out } = await traced([...cart, "--set", "ip.src=192.0.2.9", "--format", "json"]);
  const { outcome, steps } = JSON.parse(out);
  expect(outcome.kind).toBe("origin");
  expect(outcome.request.url).toBe("https://shop.example.com/cart?x=1");
  expect(steps.at(-1).rules).toMatchObject([
    { ref: "office", result: "matched", effect: "skips the rest of this ruleset" },
    { ref: "carts", result: "skipped", because: "'office' skips the rest of the ruleset" },
    { ref: "bots", result: "skipped" },
  ]);
});

describe("a request", () => {
  const har = JSON.stringify({
    log: {
      entries: [
        { request: { method: "GET", url: "https://a.example/", headers: [] } },
        {
          request: {
            method: "GET",
            url: "https://a.example/cart",
            headers: [
              { name: ":path", value: "/cart" },
              { name: "X-A", value: "1" },
            ],
          },
        },
      ],
    },
  });
  const line = JSON.stringify({
    ClientRequestMethod: "GET",
    ClientRequestScheme: "https",
    ClientRequestHost: "a.example",
    ClientRequestURI: "/cart",
    ClientIP: "198.51.100.7",
  });
  test.each([
    ["--curl", "curl -H 'X-A: 1' 'https://a.example/cart'"],
    ["--har", "a.har#2"],
    ["--log", line],
    ["--log", "a.ndjson"],
  ])("%s %s", async (option, value) => {
    const { out, status, err } = await traced([option, value, ...outside, "--format", "json"], {
      "a.har": har,
      "a.ndjson": `${line}\n`,
    });
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      request: { method: "GET", url: "https://a.example/cart" },
      outcome: { kind: "block", by: "carts" },
    });
    expect(status).toBe(0);
  });

  test.each([
    [[], "Name a request: '--request', '--curl', '--har' or '--log'."],
    [
      ["--request", "GET https://a.example/", "--curl", "curl a"],
      "Use '--request' or '--curl', not both.",
    ],
    [["--request", "GET"], "Invalid request: Missing URL after the method."],
    [["--har", "none.har"], "none.har: "],
    [["--log", "{}"], "The log line has no method or URL."],
    [["--curl", "curl -v"], "The command has no URL."],
    [["--request", "GET /", "--response-status", "9"], "'--response-status' needs a status"],
    [["none.tf", "--request", "GET /"], "none.tf"],
  ] as const)("%j cannot run", async (args, message) => {
    const { status, err } = await traced(args);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});

test("rules in files of their own, in the order of their positions", async () => {
  using folder = new Folder({
    "a.cfrule": '# @ref a\n# @action block\n# @position 2\nhttp.host eq "a.example"\n',
    "b.cfrule":
      "# @ref b\n# @action skip\n# @skip ruleset=current\n# @position 1\nip.src eq 192.0.2.1\n",
    "weir.json": '{ "profiles": { "p": { "zone": "z1", "rulesTarget": "rulesets" } } }',
  });
  const json = async (...args: readonly string[]) =>
    JSON.parse((await weir(folder, ["trace", ...args, "--format", "json"])).out).outcome;
  const request = ["--request", "GET https://a.example/"];
  expect(await json(...request, "--set", "ip.src=192.0.2.1")).toMatchObject({ kind: "origin" });
  expect(await json(...request, "--set", "ip.src=192.0.2.2")).toMatchObject({ by: "a" });
});

test("zones are found by the names in weir.json", async () => {
  const rule = (ref: string) => ({ ref, expression: "true", action: "block" });
  const phase = "http_request_firewall_custom";
  using folder = new Folder({
    "rulesets.json": JSON.stringify(
      ["z1", "z2"].map((id) => ({ zone_id: id, kind: "zone", phase, rules: [rule(id)] })),
    ),
    "weir.json": '{ "zones": { "z1": "example.com", "z2": "shop.example.com" } }',
  });
  const by = async (...args: readonly string[]) => {
    const { out } = await weir(folder, ["trace", "rulesets.json", ...args, "--format", "json"]);
    return JSON.parse(out).outcome.by;
  };
  expect(await by("--request", "GET https://example.com/")).toBe("z1");
  expect(await by("--request", "GET https://a.shop.example.com/")).toBe("z2");
  expect(await by("--request", "GET https://x.test/", "--zone", "example.com")).toBe("z1");
  const { status, err } = await weir(folder, ["trace", "--request", "GET https://x.test/"]);
  expect(err).toContain(
    "Several zones. Select one with '--zone': example.com (z1), shop.example.com (z2).",
  );
  expect(status).toBe(2);
});

test("rules alone match as 'weir try' says", async () => {
  using folder = new Folder({
    "a.cfrule": '# @action block\nhttp.request.uri.path contains "a" and ip.src.country eq "DE"\n',
  });
  for (const request of [
    "GET /a ip.src.country=DE",
    "GET /a",
    "GET /b",
    "GET /a ip.src.country=FR",
  ]) {
    const tried = await weir(folder, ["try", "a.cfrule", "--request", request, "--format", "json"]);
    const followed = await weir(folder, [
      "trace",
      "a.cfrule",
      "--request",
      request,
      "--format",
      "json",
    ]);
    const [{ kept, undetermined }] = JSON.parse(tried.out).results;
    const { steps } = JSON.parse(followed.out);
    const result = undetermined === 1 ? "unknown" : kept === 1 ? "matched" : "not-matched";
    expect(steps.at(-1).rules[0].result, request).toBe(result);
  }
});
