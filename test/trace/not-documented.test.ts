import { expect, test } from "vitest";
import { type RulesetBody, rule, rulesetsOf, traceOf } from "./support.ts";

/** A reading that is not documented is named by the step in which it matters, and by no other. */

const custom = "http_request_firewall_custom";
const request = "GET https://a.example/x?q=1";

const path = (ref: string, value: string) =>
  rule(ref, "true", "rewrite", { uri: { path: { value } } });
const query = rule("q", "true", "rewrite", { uri: { query: { value: "a=1" } } });
const rewrites = (...rules: RulesetBody["rules"]) => [{ phase: "http_request_transform", rules }];

const configs = (...settings: readonly object[]) => [
  {
    phase: "http_config_settings",
    rules: settings.map((it, at) => rule(`c${at + 1}`, "true", "set_config", it)),
  },
];

const redirects = (status_code: number, value: string, preserve_query_string = false) => [
  {
    phase: "http_request_dynamic_redirect",
    rules: [
      rule("r", "true", "redirect", {
        from_value: { target_url: { value }, status_code, preserve_query_string },
      }),
    ],
  },
];

const executed = (...rules: RulesetBody["rules"]) => [
  { phase: custom, kind: "zone", rules: [rule("run", "true", "execute", { id: "c1" })] },
  { phase: custom, kind: "custom", id: "c1", rules },
];

const errors = (expression: string) => [
  {
    phase: "http_response_cache_settings",
    rules: [rule("cache", expression, "set_cache_settings", { strip_etags: true })],
  },
  {
    phase: "http_custom_errors",
    rules: [rule("page", "true", "serve_error", { content: "x", content_type: "text/html" })],
  },
];

const merged =
  "(not documented: whether settings of several rules are merged; the last value of each is taken)";
const inner = "(not documented: that a rule of an executed ruleset ends the request)";

test.each<[string, readonly RulesetBody[], Readonly<Record<string, string>>]>([
  [
    "two rewrites of the path",
    rewrites(path("a", "/a"), path("b", "/b")),
    {
      a: "rewrites the path: /x → /a",
      b: "rewrites the path: /x → /b (not documented: two rewrites of the path; the last one is taken)",
    },
  ],
  [
    "two rewrites to the same path, and one of the query",
    rewrites(path("a", "/a"), path("b", "/a"), query),
    {
      a: "rewrites the path: /x → /a",
      b: "rewrites the path: /x → /a",
      q: "rewrites the query: q=1 → a=1",
    },
  ],
  [
    "settings of two rules",
    configs({ polish: "off" }, { ssl: "full" }),
    { c1: "sets polish off", c2: `sets ssl full ${merged}` },
  ],
  [
    "a setting that changes",
    configs({ polish: "off" }, { polish: "lossy" }),
    { c1: "sets polish off", c2: `sets polish lossy ${merged}` },
  ],
  [
    "a setting that stays",
    configs({ polish: "off" }, { polish: "off", ssl: "full" }, {}),
    { c1: "sets polish off", c2: "sets polish off, ssl full", c3: "sets nothing" },
  ],
  [
    "a block in an executed ruleset",
    executed(rule("i", "true", "block")),
    { run: "executes 'c1'", i: `block ${inner}` },
  ],
  [
    "a challenge in an executed ruleset, after a rule that only logs",
    executed(rule("l", "true", "log"), rule("i", "true", "managed_challenge")),
    { run: "executes 'c1'", l: "logs the request", i: `managed_challenge ${inner}` },
  ],
  [
    "a skip in an executed ruleset",
    executed(rule("i", "true", "skip", { ruleset: "current" })),
    {
      run: "executes 'c1'",
      i: "skips the rest of this ruleset (not documented: that the ruleset that executes this one goes on)",
    },
  ],
  [
    "a block and a skip in an entry point",
    [
      {
        phase: custom,
        rules: [
          rule("s", "true", "skip", { phases: ["http_ratelimit"] }),
          rule("b", "true", "block"),
        ],
      },
    ],
    { s: "skips phase http_ratelimit", b: "block" },
  ],
  [
    "a custom error after a rule about caching that looks at the answer",
    errors("http.response.code eq 404"),
    {
      page: "serves its own page with 502 (not documented: that cache response rules are before custom errors)",
    },
  ],
  [
    "a custom error after a rule about caching that does not",
    errors('http.host eq "b.example"'),
    { page: "serves its own page with 502" },
  ],
  [
    "the status 303",
    redirects(303, "/y"),
    { r: "redirects with 303 to /y (not documented: the status 303)" },
  ],
  ["the status 308", redirects(308, "/y"), { r: "redirects with 308 to /y" }],
  [
    "a query for a target with a query",
    redirects(301, "/y?a=1", true),
    {
      r: "redirects with 301 to /y?a=1 (not documented: a second query; that of the request is not added)",
    },
  ],
  [
    "a query for a target without a path",
    redirects(301, "https://b.example", true),
    {
      r: "redirects with 301 to https://b.example?q=1 (not documented: a query after a target without a path)",
    },
  ],
  [
    "a query for a target with a path",
    redirects(301, "https://b.example/y", true),
    { r: "redirects with 301 to https://b.example/y?q=1" },
  ],
])("%s", (_, rulesets, expected) => {
  const response = { status: 502, headers: new Map() };
  const { steps } = traceOf(rulesetsOf(...rulesets), request, { response });
  const effects = steps.flatMap(({ rules }) =>
    rules.flatMap(({ ref, effect }) => (effect === undefined ? [] : [[ref, effect]])),
  );
  expect(Object.fromEntries(effects)).toEqual(expected);
});
