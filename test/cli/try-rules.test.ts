import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const lines = [
  { ClientRequestURI: "/login?a=1", ClientCountry: "de", ClientIP: "198.51.100.9", BotScore: 5 },
  { ClientRequestURI: "/login", ClientCountry: "us", ClientIP: "203.0.113.7", BotScore: 90 },
  { ClientRequestURI: "/cart", ClientCountry: "us", ClientIP: "203.0.113.7", BotScore: 3 },
  { ClientRequestURI: "/cart", ClientCountry: "us", RequestHeaders: { "x-a": "1" } },
];
const logs = lines.map((it) => `${JSON.stringify(it)}\n`).join("");

async function tried(files: Record<string, string>, ...args: readonly string[]) {
  using folder = new Folder({ "log.ndjson": logs, ...files });
  const paths = Object.keys(files).filter((it) => it !== "weir.json");
  const { status, out, err } = await weir(folder, ["try", ...paths, "--format", "json", ...args]);
  return { status, err, ...(out === "" ? {} : JSON.parse(out)) };
}

const onLog = ["--logs", "log.ndjson"] as const;

describe("rules on log lines", () => {
  test("count matches", async () => {
    const { status, results } = await tried(
      { "a.cfrule": 'http.request.uri.path eq "/login" and ip.src.country eq "US"' },
      ...onLog,
    );
    expect(status).toBe(0);
    expect(results).toMatchObject([
      { path: "a.cfrule", language: "cfrule", kept: 1, undetermined: 0, missed: [] },
    ]);
  });

  test("are undetermined where a field that decides is not in the line", async () => {
    const { results } = await tried(
      {
        "a.cfrule": 'http.request.uri.path eq "/cart" and cf.bot_management.score lt 30',
        "b.cfrule": 'ssl and http.request.uri.path eq "/cart"',
        "c.cfrule": 'any(http.request.headers["x-a"][*] eq "1")',
      },
      ...onLog,
    );
    expect(results).toMatchObject([
      { kept: 1, undetermined: 1, missed: ["cf.bot_management.score"] },
      { kept: 0, undetermined: 2, missed: ["ssl"] },
      { kept: 1, undetermined: 3, missed: ["http.request.headers"] },
    ]);
  });

  test("say which log field to add, and what no log has", async () => {
    const text =
      'cf.bot_management.score lt 30 and ip.src in $office and http.request.body.raw eq ""';
    using folder = new Folder({
      "a.cfrule": text,
      "a.ndjson": '{"ClientIP":"192.0.2.1"}\n{"ClientIP":"192.0.2.1","BotScore":1}\n',
    });
    const args = ["try", "a.cfrule", "--logs", "a.ndjson"];
    expect((await weir(folder, args)).out).toContain(
      "  undetermined: 2 lines; missing in the logs: BotScore (for cf.bot_management.score); add it to 'field_names' of the job; in no log: http.request.body.raw; list $office has no items; add them to 'lists' in weir.json\n",
    );
    const { results } = JSON.parse((await weir(folder, [...args, "--format", "json"])).out);
    expect(results[0].missed).toHaveLength(3);
    expect(results[0].missing).toContainEqual({
      name: "cf.bot_management.score",
      reason: "not-selected",
      fields: ["BotScore"],
    });
    const one = ["try", "a.cfrule", "--request", "GET https://a.example/ ip.src=192.0.2.1"];
    expect((await weir(folder, one)).out).toContain(
      "undetermined; unknown: cf.bot_management.score, http.request.body.raw; list $office has no items; add them to 'lists' in weir.json",
    );
  });

  test("count subrequests of Workers, and say so", async () => {
    using folder = new Folder({
      "a.cfrule": 'http.host eq "a"',
      "a.lpfilter": '{ "where": { "and": [] } }',
      "a.ndjson": [
        '{"ClientRequestHost":"a","WorkerSubrequest":true}',
        '{"ClientRequestHost":"a","ParentRayID":"8a1"}',
        '{"ClientRequestHost":"a","WorkerSubrequest":false,"ParentRayID":"00"}',
      ].join("\n"),
      "one.ndjson": '{"ClientRequestHost":"a","WorkerSubrequest":true}\n',
    });
    const run = async (...args: string[]) => (await weir(folder, ["try", ...args])).out;
    expect(await run("a.cfrule", "--logs", "a.ndjson")).toContain(
      "; 2 lines are subrequests of Workers, which count as requests\n",
    );
    expect(await run("a.cfrule", "--logs", "one.ndjson")).toContain(
      "; 1 line is a subrequest of a Worker, which counts as a request\n",
    );
    const json = await run("a.cfrule", "--logs", "a.ndjson", "--explain", "--format", "json");
    expect(JSON.parse(json).logs).toMatchObject({ lines: 3, subrequests: 2 });
    expect(await run("a.lpfilter", "--logs", "a.ndjson")).not.toContain("subrequests");
  });

  test("an empty value of a CSV file is the empty string, and a missing column is unknown", async () => {
    using folder = new Folder({
      "empty.cfrule": 'http.referer eq "" and not http.request.method eq "GET"',
      "score.cfrule": "cf.bot_management.score lt 30",
      "other.cfrule": "ssl",
      "a.csv": "ClientRequestReferer,ClientRequestMethod,BotScore\n,POST,5\n,GET,\n",
    });
    const { out } = await weir(folder, ["try", ".", "--logs", "a.csv", "--format", "json"]);
    const { results, logs } = JSON.parse(out);
    expect(logs.notes).toBeUndefined();
    expect(results).toMatchObject([
      { path: "empty.cfrule", kept: 1, undetermined: 0 },
      { path: "other.cfrule", kept: 0, undetermined: 2 },
      { path: "score.cfrule", kept: 1, undetermined: 1 },
    ]);
  });

  test("--explain counts where each condition holds, and alone excludes or matches", async () => {
    const { results } = await tried(
      { "a.cfrule": 'http.request.uri.path eq "/login" and ip.src.country eq "US"' },
      ...onLog,
      "--explain",
    );
    expect(results[0].conditions).toMatchObject([
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 33 } },
        holds: 2,
        decides: 3,
      },
      {
        range: { start: { line: 0, character: 38 }, end: { line: 0, character: 60 } },
        holds: 3,
        decides: 2,
      },
    ]);
  });

  test("lists have the items of weir.json", async () => {
    const rule = { "a.cfrule": "ip.src in $office" };
    const items = { lists: { office: { kind: "ip", items: ["198.51.100.0/24"] } } };
    expect((await tried(rule, ...onLog)).results).toMatchObject([
      { kept: 0, undetermined: 4, missed: ["$office", "ip.src"] },
    ]);
    expect(
      (await tried({ ...rule, "weir.json": JSON.stringify(items) }, ...onLog)).results,
    ).toMatchObject([{ kept: 1, undetermined: 1 }]);
  });

  test("an invalid rule has an error, and other datasets have no requests", async () => {
    const invalid = await tried({ "a.cfrule": "http.hots eq 1" }, ...onLog);
    expect(invalid).toMatchObject({
      status: 1,
      results: [{ error: "Unknown field 'http.hots'. Did you mean 'http.host'?" }],
    });
    const other = await tried({ "a.cfrule": "ssl" }, ...onLog, "--dataset", "dns_logs");
    expect(other.results[0].error).toBe(
      "Rules cannot be tried on lines of 'dns_logs'. Use 'http_requests' or 'firewall_events'.",
    );
  });

  test("rules of a rule set run in order, up to a terminating action", async () => {
    const rule = (action: string, expression: string, more = "") =>
      `{ action = "${action}", ${more} expression = ${JSON.stringify(expression)} },`;
    const terraform = `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [
    ${rule("log", 'http.request.uri.path eq "/cart"')}
    ${rule("block", 'http.request.uri.path eq "/login" and ip.src.country eq "DE"')}
    ${rule("managed_challenge", 'http.request.uri.path eq "/login"', "enabled = false,")}
    ${rule("skip", 'http.request.uri.path eq "/cart"', 'action_parameters = { ruleset = "current" },')}
    ${rule("block", 'http.request.uri.path contains "/"')}
  ]
}
`;
    const { results } = await tried({ "main.tf": terraform }, ...onLog);
    expect(results.map((it: { kept: number; reached: number }) => [it.kept, it.reached])).toEqual([
      [2, 4],
      [1, 4],
      [2, 3],
      [2, 3],
      [4, 1],
    ]);
    expect(results.map((it: { acts: number }) => it.acts)).toEqual([2, 1, 0, 2, 1]);
    expect(results.map((it: { disabled?: true }) => it.disabled)).toEqual([
      ...[undefined, undefined, true, undefined, undefined],
    ]);
    for (const it of results) expect(it).not.toHaveProperty("reachedAtMost");
    expect(results[0].range.start).toEqual({ line: 3, character: 36 });
  });

  const ruleset = (...rules: readonly string[]) => `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [
    ${rules.join(",\n    ")}
  ]
}
`;
  const rule = (expression: string, more = 'action = "block"') =>
    `{ ${more}, expression = ${JSON.stringify(expression)} }`;
  const login = 'http.request.uri.path eq "/login"';
  const cart = 'http.request.uri.path eq "/cart"';

  test.each([
    ["undetermined", [rule(`${cart} and ssl`)], [0, 2, 4, 4]],
    ["undetermined, and does not end the set", [rule("ssl", 'action = "log"')], [0, 4, 4, 4]],
    ["undetermined and disabled", [rule("ssl", 'action = "block", enabled = false')], [0, 0, 4, 4]],
    ["enabled later", [rule(cart, 'action = "block", enabled = var.a')], [0, 2, 4, 4]],
    ["filled in later", [rule(`${cart} and $\{var.a}`)], undefined],
    ["wholly filled in later", ['{ action = "block", expression = var.a }'], undefined],
    [
      "above a rate",
      [rule(cart, 'action = "block", ratelimit = { period = 60, requests_per_period = 10 }')],
      [0, 2, 4, 4],
    ],
  ])("after a rule that is %s, numbers are ranges", async (_, before, first) => {
    const terraform = ruleset(...before, rule(cart), rule(login));
    const { results } = await tried({ "main.tf": terraform }, ...onLog);
    type Result = Record<"acts" | "actsAtMost" | "reached" | "reachedAtMost", number | undefined>;
    const numbers = ({ acts, actsAtMost = acts, reached, reachedAtMost = reached }: Result) => [
      ...[acts, actsAtMost, reached, reachedAtMost],
    ];
    const [last, middle, ...others] = (results as Result[]).map(numbers).reverse();
    if (first) expect(others).toEqual([first]);
    const isCertain = /does not end|disabled/.test(_);
    const mayEndAll = first === undefined;
    expect(middle).toEqual(isCertain ? [2, 2, 4, 4] : [0, 2, mayEndAll ? 0 : 2, 4]);
    expect(last).toEqual(isCertain ? [2, 2, 2, 2] : mayEndAll ? [0, 2, 0, 4] : [2, 2, 2, 4]);
  });

  test.each([
    ['action = "blok"', "blok"],
    ["action = var.action", "var.action"],
  ])("a rule with an unknown action may end its set: %s", async (action, unknownAction) => {
    const files = {
      "main.tf": ruleset(rule(cart, action), rule('http.request.uri.path contains "/"')),
    };
    const { results } = await tried(files, ...onLog);
    expect(results).toMatchObject([
      { kept: 2, acts: 2, reached: 4, unknownAction },
      { kept: 4, acts: 2, actsAtMost: 4, reached: 2, reachedAtMost: 4 },
    ]);
    expect(results[1]).not.toHaveProperty("unknownAction");
    using folder = new Folder({ "log.ndjson": logs, ...files });
    expect((await weir(folder, ["try", "main.tf", ...onLog])).out).toContain(
      `  acts on 2 of them; reached by 4 lines; later rules may not be reached: unknown action '${unknownAction}'\n`,
    );
  });

  test("limits name the rule and its line, and do not apply to a disabled rule", async () => {
    const files = {
      "log.ndjson": logs,
      "main.tf": ruleset(
        rule(login, 'action = "block", description = "Log in"'),
        rule(cart, 'action = "block", ref = "cart", enabled = false'),
        rule('http.request.uri.path contains "/"'),
      ),
    };
    using folder = new Folder(files);
    const args = ["try", "main.tf", ...onLog, "--max-share", "40%"];
    const { err, status } = await weir(folder, args);
    expect([err.split("\n"), status]).toEqual([
      [
        "weir: main.tf:5:69 (cart) is disabled; its share is not judged.",
        "weir: main.tf:4:62 (Log in) matches 50.0% of the lines, more than the 40.0% of '--max-share'.",
        "weir: main.tf:6:38 matches 100% of the lines, more than the 40.0% of '--max-share'.",
        "",
      ],
      1,
    ]);
  });

  test("rule sets in two files may have the same name", async () => {
    const first = ruleset(rule('http.request.uri.path contains "/"'));
    const { results } = await tried({ "a.tf": first, "b.tf": ruleset(rule(cart)) }, ...onLog);
    expect(results).toMatchObject([
      { path: "a.tf", kept: 4, acts: 4, reached: 4 },
      { path: "b.tf", kept: 2, acts: 2, reached: 4 },
    ]);
  });

  test("what a rule acts on, as text", async () => {
    using folder = new Folder({
      "log.ndjson": logs,
      "main.tf": ruleset(
        rule(`${cart} and ssl`),
        rule(login, 'action = "log", enabled = false'),
        rule(login),
        rule('http.request.uri.path contains "/"'),
      ),
    });
    const { out } = await weir(folder, ["try", "main.tf", ...onLog]);
    expect(out.split("\n").filter((it) => /acts|matches/.test(it))).toEqual([
      expect.stringContaining("  matches 0–50.0%: 0 to 2 of 4 lines, at least 0 B of "),
      "  acts on 0 to 2 of them; reached by 4 lines",
      expect.stringContaining("  matches 50.0%: 2 of 4 lines"),
      "  disabled: acts on no line; reached by 2 to 4 lines",
      expect.stringContaining("  matches 50.0%: 2 of 4 lines"),
      "  acts on 2 of them; reached by 2 to 4 lines",
      expect.stringContaining("  matches 100%: 4 of 4 lines"),
      "  acts on 0 to 2 of them; reached by 0 to 2 lines",
    ]);
  });
});

describe("rules on a request", () => {
  const rules = {
    "login.cfrule": 'http.request.uri.path eq "/login" and not ip.src in {198.51.100.0/24}',
    "header.cfrule": 'any(http.request.headers["x-api-key"][*] eq "a b")',
    "filter.lpfilter": '{ "where": { "and": [] } }',
  };
  const request = ["--request", "GET https://shop.example.com/login"] as const;

  test("match, do not match, or are undetermined", async () => {
    const open = await tried(rules, ...request);
    expect(open).toMatchObject({
      status: 0,
      version: 1,
      results: [
        { path: "login.cfrule", kept: 0, undetermined: 1, missed: ["ip.src"] },
        { path: "header.cfrule", kept: 0, undetermined: 0, missed: [] },
      ],
    });
    expect(open).not.toHaveProperty("logs");
    const set = await tried(
      rules,
      ...request,
      "--set",
      "ip.src=203.0.113.7",
      "--header",
      "X-API-Key: a b",
    );
    expect(set.results).toMatchObject([
      { kept: 1, undetermined: 0 },
      { kept: 1, undetermined: 0 },
    ]);
    const spaced = await tried(
      { "a.cfrule": 'http.user_agent eq "a b"' },
      ...request,
      "--set",
      "http.user_agent=a b",
    );
    expect(spaced.results).toMatchObject([{ kept: 1 }]);
  });

  test("as text", async () => {
    using folder = new Folder(rules);
    const { out } = await weir(folder, ["try", "login.cfrule", "header.cfrule", ...request]);
    expect(out).toBe(
      'login.cfrule undetermined; unknown: ip.src\nheader.cfrule does not match: http.request.headers["x-api-key"] is missing\n',
    );
    const explained = await weir(folder, [
      ...["try", "login.cfrule", ...request, "--set", "ip.src=198.51.100.7", "--explain"],
    ]);
    expect(explained.out).toBe(`login.cfrule does not match: ip.src is 198.51.100.7
  login.cfrule:1:1 holds: http.request.uri.path eq "/login"
  login.cfrule:1:43 holds, alone excludes the request: ip.src in {198.51.100.0/24}
`);
  });

  test("the values that decide are in the result", async () => {
    const { results } = await tried(rules, ...request, "--set", "ip.src=203.0.113.7");
    expect(results[0]).toMatchObject({
      kept: 1,
      facts: ['http.request.uri.path is "/login"', "ip.src is 203.0.113.7"],
    });
  });

  test.each([
    [
      ["--request", "shop.example.com"],
      "Invalid request: Expected a method such as GET, found 'shop.example.com'. Missing URL",
    ],
    [[...request, "--set", "ip.scr=1.2.3.4"], "Unknown field 'ip.scr'. Did you mean 'ip.src'?"],
    [[...request, "--header", "x"], "Expected a header such as 'x-api-key: 1', found 'x'."],
    [[...request, "--logs", "log.ndjson"], "'--request' cannot be combined with '--logs'."],
    [["--set", "ip.src=1.2.3.4"], "'--set' needs '--request'."],
  ])("%j is refused", async (args, message) => {
    const { status, err } = await tried(rules, ...args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  test("ends a rule set", async () => {
    const terraform = `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "ssl" },
    { action = "log", expression = "ssl" },
  ]
}
`;
    const { results } = await tried({ "main.tf": terraform }, ...request);
    expect(results).toMatchObject([
      { kept: 1, reached: 1, acts: 1 },
      { kept: 1, reached: 0, acts: 0 },
    ]);
    expect(results[1]).not.toHaveProperty("reachedAtMost");
    const rules = [
      '{ action = "block", enabled = false, expression = "ssl" }',
      '{ action = "block", expression = "ip.src eq 192.0.2.1" }',
      '{ action = "log", expression = "ssl" }',
    ];
    using folder = new Folder({
      "main.tf": `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [
    ${rules.join(",\n    ")}
  ]
}
`,
    });
    const { out } = await weir(folder, ["try", "main.tf", ...request]);
    expect(out.split("\n")).toEqual([
      "main.tf:4:55 matches: ssl is true (disabled)",
      "main.tf:5:38 undetermined; unknown: ip.src",
      "main.tf:6:36 matches: ssl is true (may not be reached)",
      "",
    ]);
  });
});
