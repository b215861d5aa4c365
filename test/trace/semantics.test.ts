import { describe, expect, test } from "vitest";
import { firewallRules } from "../../server/src/core/configuration/model.ts";
import { configurationIn } from "../../server/src/languages.ts";
import { resultsOf, rule, rulesetsOf, traceOf } from "./support.ts";

const custom = "http_request_firewall_custom";
const get = "GET https://example.com/";

describe("skip", () => {
  test("of the ruleset leaves later phases running", () => {
    const traced = traceOf(
      rulesetsOf(
        {
          phase: custom,
          rules: [
            rule("office", "ip.src eq 192.0.2.1", "skip", { ruleset: "current" }),
            rule("block all", "true", "block"),
          ],
        },
        { phase: "http_request_sbfm", rules: [rule("bots", "true", "managed_challenge")] },
      ),
      `${get} ip.src=192.0.2.1`,
    );
    expect(resultsOf(traced)).toEqual({
      office: "matched",
      "block all": "skipped",
      bots: "matched",
    });
    expect(traced.outcome).toMatchObject({ kind: "challenge", by: "bots" });
  });

  test("in an executed ruleset returns to the caller", () => {
    const traced = traceOf(
      rulesetsOf(
        {
          phase: custom,
          kind: "root",
          rules: [rule("run", "true", "execute", { id: "c1" }), rule("after", "true", "block")],
        },
        {
          phase: custom,
          kind: "custom",
          id: "c1",
          rules: [
            rule("inner skip", "true", "skip", { ruleset: "current" }),
            rule("inner block", "true", "block"),
          ],
        },
      ),
      get,
    );
    expect(traced.outcome).toMatchObject({ kind: "block", by: "after" });
    expect(traced.steps.map((it) => it.executedBy)).toEqual([undefined, undefined, "run"]);
    expect(resultsOf(traced)).toMatchObject({ "inner block": "skipped" });
  });

  test("of the phase also ends rulesets that are executed later", () => {
    const traced = traceOf(
      rulesetsOf(
        {
          phase: custom,
          rules: [
            rule("skip", "true", "skip", { phase: "current" }),
            rule("run", "true", "execute", { id: "c1" }),
          ],
        },
        { phase: custom, kind: "custom", id: "c1", rules: [rule("inner", "true", "block")] },
      ),
      get,
    );
    expect(resultsOf(traced)).toEqual({ skip: "matched", run: "skipped" });
    expect(traced.outcome.kind).toBe("origin");
  });

  test("of rulesets and of rules in managed phases", () => {
    const phase = "http_request_firewall_managed";
    const managed = (id: string) => ({
      phase,
      kind: "managed",
      id,
      rules: [{ ...rule(`block of ${id}`, "true", "block"), id: `r${id}` }],
    });
    const traced = traceOf(
      rulesetsOf(
        {
          phase,
          rules: [
            rule("first", "true", "skip", { rulesets: ["m1"] }),
            rule("second", "true", "skip", { rules: { m2: ["rm2"] } }),
            rule("run m1", "true", "execute", { id: "m1" }),
            rule("run m2", "true", "execute", { id: "m2" }),
          ],
        },
        managed("m1"),
        managed("m2"),
      ),
      get,
    );
    expect(resultsOf(traced)).toMatchObject({ "run m1": "skipped", "block of m2": "skipped" });
    expect(traced.outcome.kind).toBe("origin");
  });
});

test("the inner rule of an executed ruleset decides, with the overrides of the caller", () => {
  const phase = "http_request_firewall_managed";
  const configuration = (overrides: object) =>
    rulesetsOf(
      { phase, rules: [rule("run", "true", "execute", { id: "m", overrides })] },
      {
        phase,
        kind: "managed",
        id: "m",
        rules: [{ ...rule("inner", "true", "block"), id: "r1", categories: ["a", "b"] }],
      },
    );
  const outcomes = [
    {},
    { action: "log" },
    { action: "log", categories: [{ category: "a", action: "managed_challenge" }] },
    {
      categories: [
        { category: "a", action: "log" },
        { category: "b", action: "js_challenge" },
      ],
    },
    { enabled: false, rules: [{ id: "r1", enabled: true, action: "block" }] },
    { rules: [{ id: "r1", enabled: false }] },
  ].map((it) => traceOf(configuration(it), get).outcome);
  expect(outcomes.map(({ kind, by, action }) => [kind, by, action].join(" ").trim())).toEqual([
    "block inner block",
    "origin",
    "challenge inner managed_challenge",
    "challenge inner js_challenge",
    "block inner block",
    "origin",
  ]);
});

test("a managed ruleset that is not given is taken as not matching, and that is said", () => {
  const { outcome } = traceOf(
    rulesetsOf({
      phase: "http_request_firewall_managed",
      rules: [rule("owasp", "true", "execute", { id: "4814384a9e5d4991b9815dcfc25d2f1f" })],
    }),
    get,
  );
  expect(outcome).toMatchObject({
    kind: "origin",
    assuming: [
      "the managed ruleset of 'owasp' (4814384a9e5d4991b9815dcfc25d2f1f), whose rules are not given, does not match",
    ],
  });
});

test("rules of the account act on zones of the Enterprise plan only", () => {
  const account = rulesetsOf({ phase: custom, kind: "root", rules: [rule("a", "true", "block")] });
  expect(traceOf(account, get).outcome.kind).toBe("block");
  expect(traceOf(account, get, { plan: "enterprise" }).outcome.kind).toBe("block");
  expect(traceOf(account, get, { plan: "pro" }).outcome.kind).toBe("origin");
});

describe("what is not known", () => {
  const bots = rule("bots", "cf.bot_management.score lt 30", "block");

  test("is followed under both readings", () => {
    const { outcome } = traceOf(rulesetsOf({ phase: custom, rules: [bots] }), get);
    expect(outcome).toEqual({
      kind: "unknown",
      if: [
        {
          field: "cf.bot_management.score",
          rule: "bots",
          expression: "cf.bot_management.score lt 30",
          // biome-ignore lint/suspicious/noThenProperty: It is data.
          then: "block",
          else: "origin",
        },
      ],
    });
  });

  test("does not matter if both readings lead to the same", () => {
    const skip = rule("skip", "cf.bot_management.score lt 30", "skip", { products: ["bic"] });
    const { outcome } = traceOf(
      rulesetsOf({ phase: custom, rules: [skip, rule("all", "true", "block")] }),
      get,
    );
    expect(outcome).toMatchObject({ kind: "block", by: "all" });
    expect(outcome.if).toBeUndefined();
  });

  test("ends after eight readings, with what to set", () => {
    const rules = Array.from({ length: 12 }, (_, at) =>
      rule(
        `r${at}`,
        `any(http.request.headers["a"][*] eq "b") or cf.threat_score eq ${at}`,
        "block",
      ),
    );
    const { outcome } = traceOf(rulesetsOf({ phase: custom, rules }), get);
    expect(outcome.kind).toBe("unknown");
    expect(outcome.if).toHaveLength(7);
    expect(outcome.unknown).toEqual(["More than 8 outcomes are possible. Set 'cf.threat_score'."]);
  });

  test("an expression with errors, an unknown list and an unknown action", () => {
    const { steps } = traceOf(
      rulesetsOf({
        phase: custom,
        rules: [
          rule("broken", "http.host eq", "block"),
          rule("list", "ip.src in $office", "block"),
          rule("action", "true", "explode"),
        ],
      }),
      `${get} ip.src=192.0.2.1`,
    );
    const rules = steps.flatMap((it) => it.rules);
    expect(rules.map(({ result }) => result)).toEqual(["unknown", "unknown", "unknown"]);
    expect(rules[1]?.because).toBe("declare the items of '$office' in weir.json");
  });

  test("settings depend on it, too", () => {
    const { outcome } = traceOf(
      rulesetsOf({
        phase: "http_config_settings",
        rules: [rule("polish", 'ip.src.country eq "DE"', "set_config", { polish: "off" })],
      }),
      get,
    );
    expect(outcome).toMatchObject({ kind: "origin", if: [{ rule: "polish", else: "no effect" }] });
  });
});

describe("rewrites that fail", () => {
  const rewrite = (uri: object) =>
    rulesetsOf({ phase: "http_request_transform", rules: [rule("r", "true", "rewrite", { uri })] });
  test.each([
    ["a path that does not start with a slash", { path: { value: "a" } }, 1035],
    ["a path of the service", { path: { value: "/cdn-cgi/x" } }, 1035],
    ["a path that is too long", { path: { value: `/${"a".repeat(5000)}` } }, 1036],
    ["a value that is missing", { path: { expression: 'http.request.headers["x"][0]' } }, 1037],
  ])("%s", (_, uri, code) => {
    expect(traceOf(rewrite(uri), get).outcome).toMatchObject({ kind: "error", by: "r", code });
  });

  test.each([
    ["cf-ray", { operation: "set", value: "1" }, 1040],
    ["x-forwarded-for", { operation: "set", value: "1" }, 1040],
    ["x-a", { operation: "set", value: "a\nb" }, 1041],
  ])("the header %s", (name, change, code) => {
    const configuration = rulesetsOf({
      phase: "http_request_late_transform",
      rules: [rule("r", "true", "rewrite", { headers: { [name]: change } })],
    });
    expect(traceOf(configuration, get).outcome).toMatchObject({ kind: "error", code });
  });
});

test("headers: set replaces, remove drops, and an empty value removes", () => {
  const configuration = rulesetsOf(
    {
      phase: "http_request_late_transform",
      rules: [
        rule("a", "true", "rewrite", {
          headers: {
            "X-Version": { operation: "set", value: "2" },
            "X-Host": { operation: "set", expression: "http.host" },
            "X-Gone": { operation: "remove" },
            "X-Empty": { operation: "set", expression: 'http.request.headers["none"][0]' },
          },
        }),
      ],
    },
    {
      phase: "http_request_cache_settings",
      rules: [
        rule("sees", 'any(http.request.headers["x-version"][*] eq "2")', "set_cache_settings", {
          cache: true,
        }),
      ],
    },
    {
      phase: "http_response_headers_transform",
      rules: [
        rule("b", "true", "rewrite", {
          headers: {
            "X-Seen": { operation: "add", value: "1" },
            Via: { operation: "remove" },
          },
        }),
      ],
    },
  );
  const { outcome } = traceOf(configuration, get, {
    headers: ["x-gone: 1", "x-empty: 1", "x-version: 1"],
    response: {
      headers: new Map([
        ["via", ["a"]],
        ["x-seen", ["0"]],
      ]),
    },
  });
  expect(outcome.request?.headers).toEqual({ "x-version": "2", "x-host": "example.com" });
  expect(outcome.cache).toEqual({ cache: true });
  expect(outcome.response).toEqual({ status: 200, headers: { "x-seen": ["0", "1"] } });
});

test("response headers are changed on blocks, and custom errors do not replace their page", () => {
  const { outcome } = traceOf(
    rulesetsOf(
      { phase: custom, rules: [rule("block", "true", "block")] },
      {
        phase: "http_custom_errors",
        rules: [rule("page", "true", "serve_error", { status_code: 500 })],
      },
      {
        phase: "http_response_headers_transform",
        rules: [
          rule("h", "true", "rewrite", { headers: { "x-a": { operation: "set", value: "1" } } }),
        ],
      },
    ),
    get,
  );
  expect(outcome.response).toEqual({ status: 403, headers: { "x-a": "1" } });
});

test("custom errors of the zone beat those of the account", () => {
  const phase = "http_custom_errors";
  const serve = (ref: string, status_code: number) =>
    rule(ref, "true", "serve_error", { status_code });
  const { outcome } = traceOf(
    rulesetsOf(
      { phase, kind: "root", rules: [serve("account", 501)] },
      { phase, kind: "zone", rules: [serve("zone", 502)] },
    ),
    get,
    { response: { status: 500 } },
  );
  expect(outcome.response?.status).toBe(502);
});

test("firewall rules run by priority, then by action, and allow ends them only", () => {
  const firewallRule = (description: string, action: string, more: object = {}) => ({
    description,
    action,
    filter: { expression: "true" },
    ...more,
  });
  const old = configurationIn(
    JSON.stringify([
      firewallRule("block", "block"),
      firewallRule("allow", "allow"),
      firewallRule("log", "log", { priority: 2 }),
      firewallRule("paused", "block", { priority: 1, paused: true }),
    ]),
    "rules.json",
  );
  expect(old.rulesets).toMatchObject([{ phase: firewallRules }]);
  const traced = traceOf(
    [old, rulesetsOf({ phase: custom, rules: [rule("later", "true", "log")] })],
    get,
  );
  expect(resultsOf(traced)).toEqual({
    paused: "disabled",
    log: "matched",
    allow: "matched",
    block: "not-reached",
    later: "matched",
  });
});

describe("scores of a managed ruleset: its last rule acts on their sum", () => {
  const managed = "http_request_firewall_managed";
  const score = (ref: string, expression: string, increment: number) => ({
    ...rule(ref, expression, "score", { increment }),
    id: ref,
  });
  const owasp = {
    ...{ phase: managed, kind: "managed", id: "owasp" },
    rules: [
      score("sqli", 'http.request.uri.query contains "select"', 25),
      score("xss", 'http.request.uri.query contains "script"', 20),
      score("bot", "cf.bot_management.score lt 30", 5),
      { ...rule("sum", "false", "block"), id: "sum" },
    ],
  };
  test.each([
    ["q=1 cf.bot_management.score=1", undefined, "the score is 5, less than 40", "origin"],
    ["q=select cf.bot_management.score=99", undefined, "the score is 25, less than 40", "origin"],
    ["q=select,script", undefined, "the score is 45, at least 40", "block"],
    ["q=select cf.bot_management.score=1", 25, "the score is 30, at least 25", "block"],
    [
      "q=script",
      25,
      "the score is 20 or more, and 25 is needed: set 'cf.bot_management.score'",
      "unknown",
    ],
    ["q=script", 26, "the score is 20, less than 26", "origin"],
  ])("%s, threshold %s", (query, threshold, because, kind) => {
    const overrides =
      threshold === undefined ? {} : { rules: [{ id: "sum", score_threshold: threshold }] };
    const execute = rule("run", "true", "execute", { id: "owasp", overrides });
    const traced = traceOf(
      rulesetsOf({ phase: managed, kind: "zone", rules: [execute] }, owasp),
      `GET https://a.example/?${query}`,
    );
    const last = traced.steps.flatMap((it) => it.rules).find((it) => it.ref === "sum");
    expect([last?.because, traced.outcome.kind]).toEqual([because, kind]);
  });
});

describe("fields that are derived", () => {
  const set = (value: string) =>
    rule("set", "true", "rewrite", { headers: { "x-a": { operation: "set", expression: value } } });

  test.each([
    ["fr;q=0.5, en, *;q=0.1", "en,fr"],
    ["de-DE", "de-DE"],
    ["", ""],
  ])("languages by weight: '%s'", (header, languages) => {
    const phase = "http_request_late_transform";
    const rules = [set('join(http.request.accepted_languages, ",")')];
    const headers = header === "" ? [] : [`Accept-Language: ${header}`];
    const { outcome } = traceOf(rulesetsOf({ phase, rules }), get, { headers });
    const value = outcome.request?.headers?.["x-a"] ?? "";
    expect(value).toBe(languages);
  });

  const response = (text: string) => ({
    phase: "http_response_headers_transform",
    rules: [rule("asked", text, "rewrite", { headers: { "x-a": { operation: "remove" } } })],
  });

  test("the media type of the response", () => {
    const traced = traceOf(
      rulesetsOf(response('http.response.content_type.media_type eq "text/html"')),
      get,
      { response: { headers: new Map([["content-type", ["Text/HTML; charset=utf-8"]]]) } },
    );
    expect(resultsOf(traced)).toEqual({ asked: "matched" });
  });

  test.each([
    [custom, undefined, "waf", "matched"],
    [custom, undefined, "", "not-matched"],
    ["http_ratelimit", undefined, "ratelimit", "matched"],
    [
      custom,
      { response: { status_code: 403, content_type: "text/plain", content: "" } },
      "waf",
      "unknown",
    ],
  ])("the type of the page after a block in %s %j: %s", (phase, parameters, type, result) => {
    const ratelimit = {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 60,
      requests_per_period: 1,
    };
    const block = { ...rule("block", "true", "block", parameters), ratelimit };
    const blocks = {
      phase,
      rules: [phase === custom ? { ...block, ratelimit: undefined } : block],
    };
    const asked = response(`cf.response.error_type eq "${type}"`);
    expect(resultsOf(traceOf(rulesetsOf(blocks, asked), get, { over: ["block"] })).asked).toBe(
      result,
    );
  });
});
