// Only the step in which undocumented behavior matters names it, in every format.
import { describe, expect, test } from "vitest";
import { renderTraceMarkdown } from "../../server/src/cli/render/trace.ts";
import type { RedirectItem, UrlNormalization } from "../../server/src/core/configuration/model.ts";
import { shown } from "../../server/src/lsp/trace/traces.ts";
import { type Trace, traceText } from "../../server/src/trace/trace.ts";
import { type RulesetBody, rule, rulesetsOf, traceOf } from "./support.ts";

const custom = "http_request_firewall_custom";
const managed = "http_request_firewall_managed";

interface Given {
  readonly rulesets: readonly RulesetBody[];
  /** Default: `/x?q=1`. */
  readonly uri?: string;
  /** The answer of the origin. Default: 200. */
  readonly status?: number;
  readonly headers?: readonly string[];
  readonly moved?: readonly RedirectItem[];
  readonly normalization?: UrlNormalization;
}

/** Notes by the rule or the title of the step, all of them. */
type Notes = Readonly<Record<string, readonly string[]>>;

const given = (phase: string, ...rules: RulesetBody["rules"]): Given => ({
  rulesets: [{ phase, rules }],
});
const both = (first: Given, ...others: readonly Given[]): Given => ({
  ...Object.assign({}, ...others, first),
  rulesets: [first, ...others].flatMap((it) => it.rulesets),
});

const rewrite = (ref: string, uri: object, expression = "true") =>
  rule(ref, expression, "rewrite", { uri });
const path = (ref: string, value: string, expression?: string) =>
  rewrite(ref, { path: { value } }, expression);
const query = rewrite("q", { query: { value: "a=1" } });
const rewrites = (...rules: RulesetBody["rules"]) => given("http_request_transform", ...rules);

const configs = (...settings: readonly object[]) =>
  given(
    "http_config_settings",
    ...settings.map((it, at) => rule(`c${at + 1}`, "true", "set_config", it)),
  );

const redirects = (
  status_code: number,
  target_url: object,
  { preserve_query_string = false, when = "true" } = {},
) => {
  const from_value = { target_url, status_code, preserve_query_string };
  return given("http_request_dynamic_redirect", rule("r", when, "redirect", { from_value }));
};

const executed = (...rules: RulesetBody["rules"]): Given => ({
  rulesets: [
    { phase: custom, kind: "zone", rules: [rule("run", "true", "execute", { id: "c1" })] },
    { phase: custom, kind: "custom", id: "c1", rules },
  ],
});

const overrides = (value: object, ...rules: RulesetBody["rules"]): Given => ({
  rulesets: [
    { phase: managed, rules: [rule("run", "true", "execute", { id: "m", overrides: value })] },
    { phase: managed, kind: "managed", id: "m", rules },
  ],
});
const inner = { ...rule("i", "true", "log"), id: "i", categories: ["a"] };

const bulk = (uri: string, moved: readonly RedirectItem[], ...rules: RulesetBody["rules"]) => ({
  rulesets: [{ phase: "http_request_redirect", kind: "root", rules }],
  moved,
  uri,
});
const from_list = { name: "moved", key: "http.request.full_uri" };
const listed = rule("l", "http.request.full_uri in $moved", "redirect", { from_list });
const always = rule("l", "true", "redirect", { from_list });
const item = (source: string, target_url = "https://b.example/", more: object = {}) => ({
  ...{ source_url: `a.example${source}`, target_url, subpath_matching: true },
  ...more,
});

const errors = (expression: string): Given => ({
  ...both(
    given(
      "http_response_cache_settings",
      rule("cache", expression, "set_cache_settings", { strip_etags: true }),
    ),
    given(
      "http_custom_errors",
      rule("page", "true", "serve_error", { content: "x", content_type: "text/html" }),
    ),
  ),
  status: 502,
});

const headers = (name: string, ...rules: RulesetBody["rules"]) =>
  both(
    given(
      "http_request_late_transform",
      rule("h", "true", "rewrite", { headers: { [name]: { operation: "set", value: "1" } } }),
      rule("same", `len(http.request.headers["x-a"]) eq 0`, "rewrite", {}),
    ),
    given("http_request_cache_settings", ...rules),
  );
const cached = (expression: string) => rule("c", expression, "set_cache_settings", { cache: true });
const block = given(custom, rule("b", "true", "block"));
const compress = given(
  "http_response_compression",
  rule("z", "true", "compress_response", { algorithms: [{ name: "gzip" }] }),
);
const responseHeader = given(
  "http_response_headers_transform",
  rule("rh", "true", "rewrite", { headers: { a: { operation: "set", value: "1" } } }),
);

const status = "not documented: the HTTP status";
const merged =
  "not documented: whether settings of several rules are merged; the last value of each is taken";
const ends = "not documented: that a rule of an executed ruleset ends the request";
const goesOn = "not documented: that the rules after it are evaluated";
const next = "not documented: a URL that is not in the list; the next rule is evaluated";
const layers =
  "not documented: overrides of several levels; the last value of each property is taken";
const seen = "not documented: that request headers are seen here as changed by 'h'";
const usual = "sources disagree about the usual type of normalization; rfc3986 is taken";

const cases: Readonly<Record<string, readonly [string, Given, Notes][]>> = {
  "the order of phases": [
    [
      "custom errors after a cache response rule that looks at the answer",
      errors("http.response.code eq 404"),
      { page: ["not documented: that cache response rules are before custom errors"] },
    ],
    ["custom errors after one that does not", errors('http.host eq "b.example"'), {}],
    [
      "a redirect of a URL that would be rewritten",
      both(redirects(301, { value: "/y" }), rewrites(path("p", "/p"))),
      { r: ["sources disagree whether url rewrites run before"] },
    ],
    [
      "a redirect of a URL that would not",
      both(redirects(301, { value: "/y" }), rewrites(path("p", "/p", 'http.host eq "b"'))),
      {},
    ],
    [
      "a rewrite to a URL that would be redirected",
      both(
        redirects(301, { value: "/y" }, { when: 'http.request.uri.path eq "/p"' }),
        rewrites(path("p", "/p")),
      ),
      { p: ["sources disagree whether redirects run after; then 'r' may match"] },
    ],
    [
      "a rewrite to a URL that would not",
      both(
        redirects(301, { value: "/y" }, { when: 'http.request.uri.path eq "/z"' }),
        rewrites(path("p", "/p")),
      ),
      {},
    ],
  ],
  actions: [
    ["a challenge has a status", given(custom, rule("c", "true", "js_challenge")), { c: [status] }],
    [
      "a challenge that may be passed",
      { ...given(custom, rule("c", "true", "challenge")), headers: ["cookie: cf_clearance=1"] },
      { c: [status, "not documented: what runs if it is passed; taken as not passed"] },
    ],
    ["a block in an executed ruleset", executed(rule("i", "true", "block")), { i: [ends] }],
    [
      "a challenge in an executed ruleset, after a rule that only logs",
      executed(rule("l", "true", "log"), rule("i", "true", "managed_challenge")),
      { i: [status, ends] },
    ],
    ["the status 303", redirects(303, { value: "/y" }), { r: ["not documented: the status 303"] }],
    ["the status 308", redirects(308, { value: "/y" }), {}],
    [
      "directives and tags of the cache",
      given(
        "http_response_cache_settings",
        rule("d", "true", "set_cache_control", { "max-age": { operation: "set", value: 60 } }),
        rule("t", "true", "set_cache_tags", { operation: "set", values: ["a"] }),
      ),
      { d: [goesOn], t: [goesOn] },
    ],
    [
      "a score of a custom rule",
      given(custom, rule("s", "true", "score", { increment: 5 })),
      { s: [goesOn] },
    ],
    [
      "a score of a managed rule",
      overrides({}, rule("s", "true", "score", { increment: 5 }), rule("sum", "true", "block")),
      {},
    ],
    [
      "overrides of several levels, with different properties",
      overrides({ action: "log", rules: [{ id: "i", enabled: true }] }, inner),
      { i: [layers] },
    ],
    [
      "a rule that is disabled by one of them",
      overrides({ enabled: false, categories: [{ category: "a", action: "block" }] }, inner),
      { i: [layers] },
    ],
    [
      "overrides of several levels, with the same property, and others",
      overrides(
        {
          action: "log",
          rules: [
            { id: "i", action: "log" },
            { id: "j", enabled: false },
          ],
        },
        inner,
      ),
      {},
    ],
  ],
  "what later rules see": [
    [
      "a header that was set, for a rule that matches",
      headers("X-A", cached('any(http.request.headers["x-a"][*] eq "1")')),
      { c: [seen] },
    ],
    [
      "a header that was set, for one that does not",
      headers("user-agent", cached('http.user_agent contains "x"')),
      { c: [seen] },
    ],
    ["another header", headers("x-b", cached('len(http.request.headers["x-a"]) eq 0')), {}],
  ],
  "several rules": [
    [
      "two rewrites of the path",
      rewrites(path("a", "/a"), path("b", "/b")),
      { b: ["not documented: two rewrites of the path; the last one is taken"] },
    ],
    [
      "two rewrites to the same path, and one of the query",
      rewrites(path("a", "/a"), path("b", "/a"), query),
      {},
    ],
    ["settings of two rules", configs({ polish: "off" }, { ssl: "full" }), { c2: [merged] }],
    ["a setting that changes", configs({ polish: "off" }, { polish: "lossy" }), { c2: [merged] }],
    ["a setting that stays", configs({ polish: "off" }, { polish: "off", ssl: "full" }, {}), {}],
    [
      "cache settings with parts",
      given(
        "http_request_cache_settings",
        rule("a", "true", "set_cache_settings", { edge_ttl: { mode: "respect_origin" } }),
        rule("b", "true", "set_cache_settings", { edge_ttl: { default: 1 }, cache: true }),
      ),
      {
        b: ["not documented: whether parts of 'edge_ttl' are merged; the last rule is taken"],
      },
    ],
  ],
  "responses without the origin": [
    [
      "custom errors after a block",
      { ...both(block, errors("true")) },
      { "custom errors": ["sources disagree about pages that rules set"] },
    ],
    [
      "other response rules after a block",
      both(block, compress, responseHeader),
      { z: ["not documented: that it runs after a block"] },
    ],
    ["response rules after the origin", both(compress, responseHeader), {}],
  ],
  "rewrites that fail": [
    ["a path", rewrites(path("a", "x")), { "url rewrites": [status] }],
    [
      "a missing value",
      rewrites(rewrite("a", { path: { expression: 'http.request.headers["n"][0]' } })),
      { a: [status] },
    ],
    [
      "a header",
      given(
        "http_request_late_transform",
        rule("h", "true", "rewrite", { headers: { "cf-x": { operation: "remove" } } }),
      ),
      { h: [status] },
    ],
  ],
  skips: [
    [
      "of the ruleset, in an executed one",
      executed(rule("i", "true", "skip", { ruleset: "current" })),
      { i: ["not documented: that the ruleset that executes this one goes on"] },
    ],
    [
      "of phases",
      given(
        custom,
        rule("s", "true", "skip", { phases: ["http_ratelimit", "http_request_redirect"] }),
      ),
      { s: ["not documented: skipping the phase http_request_redirect"] },
    ],
    [
      "of the phase, and of rules, in another phase",
      given("http_ratelimit", rule("s", "true", "skip", { phase: "current", rules: { a: ["b"] } })),
      {
        s: ["not documented: 'phase' in this phase", "not documented: 'rules' in this phase"],
      },
    ],
    [
      "a block and a skip in an entry point",
      given(
        custom,
        rule("s", "true", "skip", { phases: ["http_ratelimit"] }),
        rule("b", "true", "block"),
      ),
      {},
    ],
  ],
  normalization: [
    ["of '//' by default", { ...rewrites(), uri: "/a//b" }, { "url normalization": [usual] }],
    ["of '\\' by default", { ...rewrites(), uri: "/a\\b" }, { "url normalization": [usual] }],
    [
      "of '//' as configured",
      { ...rewrites(), uri: "/a//b", normalization: { type: "rfc3986", scope: "incoming" } },
      {},
    ],
    [
      "of '//' without any",
      { ...rewrites(), uri: "/a//b", normalization: { type: "rfc3986", scope: "none" } },
      { "url normalization": ["sources disagree whether '//' becomes '/' without normalization"] },
    ],
    [
      "before a rewrite of the path",
      { ...rewrites(path("p", "/p")), uri: "/%61" },
      { p: ["not documented: that the origin gets the path as rewritten, not the normalized one"] },
    ],
    [
      "before a rewrite of the query",
      { ...rewrites(query), uri: "/%61" },
      { q: ["not documented: that the origin gets the path as sent, not the normalized one"] },
    ],
  ],
  redirects: [
    [
      "a query for a target with a query",
      redirects(301, { value: "/y?a=1" }, { preserve_query_string: true }),
      { r: ["not documented: a second query; the query of the request is not added"] },
    ],
    [
      "a query for a target without a path",
      redirects(301, { value: "https://b.example" }, { preserve_query_string: true }),
      { r: ["not documented: a query after a target without a path"] },
    ],
    [
      "a query for a target with a path",
      redirects(301, { value: "https://b.example/y" }, { preserve_query_string: true }),
      {},
    ],
    [
      "a target without a value",
      redirects(301, { expression: 'http.request.headers["n"][0]' }),
      { r: ["not documented: a target without a value; the next rule is evaluated"] },
    ],
    ["a URL that is not in the list", bulk("/x", [item("/y")], always), { l: [next] }],
    [
      "a path that begins like a subpath",
      bulk("/folderx", [item("/folder")], listed),
      {
        l: [
          "not documented: that a subpath begins after '/'; 'a.example/folder' is taken as another path",
        ],
      },
    ],
    [
      "one that a shorter item has",
      bulk("/folderx", [item("/folder"), item("/")], listed),
      {
        l: [
          "not documented: that a subpath begins after '/'; 'a.example/folder' is taken as another path",
        ],
      },
    ],
    [
      "one that a longer item has",
      bulk("/folderx/y", [item("/folder"), item("/folderx/")], listed),
      {},
    ],
    [
      "a slash at the end of the item",
      bulk("/a", [item("/a/")], listed),
      { l: ["not documented: a trailing slash; 'a.example/a/' is taken as another path"] },
    ],
    [
      "a slash at the end of the path",
      bulk("/a/", [item("/a")], listed),
      { l: ["not documented: a trailing slash; 'a.example/a' is taken as the same path"] },
    ],
    [
      "a subpath, and an item without",
      bulk("/a/b?q=1", [item("/a"), item("/a/b/", "", { subpath_matching: false })], listed),
      {},
    ],
    [
      "a query for an item without a path",
      bulk(
        "/a?q=1",
        [item("/a", "https://b.example", { preserve_query_string: true, status_code: 303 })],
        listed,
      ),
      {
        l: [
          "not documented: a query after a target without a path",
          "not documented: the status 303",
        ],
      },
    ],
  ],
};

describe.each(Object.entries(cases))("%s", (_, rows) => {
  test.each(rows)("%s", (__, from, expected) => {
    const trace = traced(from);
    expect(notesOf(trace)).toEqual(expected);
    for (const text of Object.values(expected).flat()) {
      expect(oneLine(traceText(trace, []))).toContain(text);
      expect(renderTraceMarkdown(trace).replaceAll("\\", "")).toContain(text);
    }
    const { steps } = shown(trace, { placeOf: () => undefined });
    const panel = steps.flatMap((it) => [...it.notes, ...it.rules.flatMap((one) => one.notes)]);
    expect(panel).toEqual(Object.values(expected).flat());
  });
});

test.each([
  ["challenge", given(custom, rule("x", "true", "challenge")), "a challenge"],
  ["redirect", redirects(301, { value: "/y" }), "a redirect"],
  ["error", rewrites(path("x", "x")), "an error"],
])("response phases after a %s", (_, from, what) => {
  const step = traced(both(from, compress)).steps.at(-1);
  expect(step?.effect).toBe(`not documented: whether it runs after ${what}; taken as not running`);
});

test("what an account rule skips in a zone", () => {
  const skip = rule("s", "true", "skip", { phases: ["http_ratelimit"] });
  const account = { rulesets: [{ phase: custom, kind: "root", rules: [skip] }] };
  const trace = traced(both(account, given("http_ratelimit", rule("r", "true", "block"))));
  const text = "'s' skips the phase (sources disagree whether the zone's rules are skipped, too)";
  expect(traceText(trace, [])).toContain(`skipped: ${text}`);
  expect(trace.steps.at(-1)?.rules[0]?.because).toBe(text);
});

test("notes are below what they are about", () => {
  const trace = traced(
    redirects(303, { value: "https://b.example" }, { preserve_query_string: true }),
  );
  expect(traceText(trace, [])).toBe(`GET https://a.example/x?q=1
  url normalization         unchanged
  single redirects          'r' redirects with 303 to https://b.example?q=1             rulesets.json:1
                              not documented: a query after a target without a path
                              not documented: the status 303
→ redirected with 303 to https://b.example?q=1 by 'r'
`);
});

test("long texts go on below, and places stay in their column", () => {
  const unknown = rule("offices", "ip.src in $offices_of_the_north", "block");
  const long = rule("l", "true", "skip", {
    phases: ["http_ratelimit", "http_request_sbfm", "http_request_firewall_managed"],
  });
  const trace = traced(given(custom, unknown, long));
  expect(traceText(trace, []).split("\n").slice(2, 5)).toEqual([
    "  custom rules (zone)       'offices' unknown: set 'ip.src'                                               rulesets.json:1",
    "                            'l' skips phases http_ratelimit, http_request_sbfm,                           rulesets.json:1",
    "                              http_request_firewall_managed",
  ]);
});

function traced({ rulesets, uri = "/x?q=1", moved, normalization, ...more }: Given): Trace {
  const found = rulesetsOf(...rulesets);
  const lists = moved ? [{ name: "moved", kind: "redirect", items: moved }] : [];
  const normalizations = normalization ? [normalization] : [];
  const response = { status: more.status ?? 200, headers: new Map() };
  const { headers: sent = [] } = more;
  return traceOf({ ...found, lists, normalizations }, `GET https://a.example${uri}`, {
    response,
    headers: sent,
  });
}

function notesOf({ steps }: Trace): Notes {
  const rows = steps.flatMap((step) => [
    [step.title, step.notes] as const,
    ...step.rules.map((it) => [it.ref ?? "?", it.notes] as const),
  ]);
  return Object.fromEntries(rows.filter(([, notes]) => notes)) as Notes;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
