import { describe, expect, test } from "vitest";
import type { Configuration } from "../../server/src/core/configuration/model.ts";
import { resultsOf, rule, rulesetsOf, traceOf } from "./support.ts";

const custom = "http_request_firewall_custom";
const transform = "http_request_transform";
const redirects = "http_request_dynamic_redirect";

function rewriteOf(ref: string, expression: string, uri: object) {
  return rule(ref, expression, "rewrite", { uri });
}

function redirectOf(ref: string, expression: string, target: object, more: object = {}) {
  return rule(ref, expression, "redirect", {
    from_value: { target_url: target, status_code: 301, ...more },
  });
}

const preserve = { preserve_query_string: true };

test("a rewritten path is what later phases see", () => {
  const traced = traceOf(
    rulesetsOf(
      {
        phase: transform,
        rules: [
          rewriteOf("shorten", 'http.request.uri.path eq "/public-login"', {
            path: { value: "/internal/login" },
          }),
        ],
      },
      {
        phase: custom,
        rules: [
          rule("A", 'http.request.uri.path eq "/public-login"', "block"),
          rule("B", 'http.request.uri.path eq "/internal/login"', "block"),
        ],
      },
    ),
    "GET https://example.com/public-login",
  );
  expect(resultsOf(traced)).toEqual({ shorten: "matched", A: "not-matched", B: "matched" });
  expect(traced.outcome).toMatchObject({ kind: "block", by: "B", status: 403 });
  expect(traced.outcome.because).toBe(`http.request.uri.path is "/internal/login" after 'shorten'`);
});

test("origin rules are merged, the last one wins per setting", () => {
  const traced = traceOf(
    rulesetsOf({
      phase: "http_request_origin",
      rules: [
        rule("a", "true", "route", { host_header: "example.com", origin: { port: 8081 } }),
        rule("b", "true", "route", { host_header: "example.net", origin: { host: "example.net" } }),
      ],
    }),
    "GET https://example.com/",
  );
  expect(traced.outcome.request).toMatchObject({
    hostHeader: "example.net",
    sni: "example.net",
    originHost: "example.net",
    originPort: 8081,
  });
});

describe("url rewrites", () => {
  const images = rulesetsOf({
    phase: transform,
    rules: [
      rewriteOf("images", 'http.request.uri.path matches "^/images/[^/]+/[^/]+/[^/]+$"', {
        path: {
          expression: `regex_replace(http.request.uri.path, "^/images/[^/]+/[^/]+/(.+)$", "/img/\${1}")`,
        },
      }),
      rewriteOf("blog", 'http.request.uri.path eq "/blog"', { query: { value: "sort-by=date" } }),
      rewriteOf("gb", 'http.request.uri.path eq "/welcome.html" && ip.src.country eq "GB"', {
        path: { value: "/welcome-gb.html" },
      }),
      rewriteOf("pt", 'http.request.uri.path eq "/welcome.html" && ip.src.country eq "PT"', {
        path: { value: "/welcome-pt.html" },
      }),
      rewriteOf("strip", 'http.request.uri.path eq "/strip"', { query: { value: "" } }),
    ],
  });
  test.each([
    ["/images/nature/animals/tiger.png", "/img/tiger.png"],
    ["/blog", "/blog?sort-by=date"],
    ["/welcome.html ip.src.country=PT", "/welcome-pt.html"],
    ["/strip?a=1", "/strip"],
    ["/other?a=1", "/other?a=1"],
  ])("%s becomes %s", (asked, expected) => {
    const { outcome } = traceOf(images, `GET https://example.com${asked}`);
    expect(outcome.request?.url).toBe(`https://example.com${expected}`);
  });
});

test("a skipped phase does not run, others do", () => {
  const traced = traceOf(
    rulesetsOf(
      {
        phase: custom,
        rules: [
          rule("skip", 'http.request.uri.path contains "/skip-phase/"', "skip", {
            phases: ["http_ratelimit"],
          }),
        ],
      },
      { phase: "http_ratelimit", rules: [rule("limit", "true", "block")] },
      {
        phase: "http_request_firewall_managed",
        rules: [rule("managed", "true", "execute", { id: "m" })],
      },
    ),
    "GET https://example.com/skip-phase/a",
  );
  expect(resultsOf(traced)).toEqual({ skip: "matched", limit: "skipped", managed: "matched" });
});

test("an exception of the account leaves the zone's rulesets running", () => {
  const phase = "http_request_firewall_managed";
  const traced = traceOf(
    rulesetsOf(
      {
        phase,
        kind: "root",
        rules: [
          rule("exception", "true", "skip", { ruleset: "current" }),
          rule("of account", "true", "execute", { id: "m" }),
        ],
      },
      { phase, kind: "zone", rules: [rule("of zone", "true", "execute", { id: "m" })] },
    ),
    "GET https://example.com/",
  );
  expect(resultsOf(traced)).toEqual({
    exception: "matched",
    "of account": "skipped",
    "of zone": "matched",
  });
});

describe("single redirects", () => {
  const locale = "^/[A-Za-z]{2}-[A-Za-z]{2}/";
  const configuration = rulesetsOf({
    phase: redirects,
    rules: [
      redirectOf(
        "shop",
        'http.host eq "smallshop.example.com"',
        { expression: 'concat("https://globalstore.example.net", http.request.uri.path)' },
        preserve,
      ),
      redirectOf(
        "locale",
        `http.request.uri.path matches "${locale}"`,
        { expression: `regex_replace(http.request.uri.path, "${locale}(.*)", "/\${1}")` },
        preserve,
      ),
      redirectOf("country", 'ip.src.country in {"GB" "FR"} and http.request.uri.path eq "/"', {
        expression: 'lower(concat("https://", ip.src.country, ".example.com"))',
      }),
      redirectOf(
        "contact",
        'http.request.uri.path eq "/contact-us/"',
        { value: "/contacts/" },
        preserve,
      ),
    ],
  });
  test.each([
    [
      "http://smallshop.example.com/admin/?logged_out=true",
      "https://globalstore.example.net/admin/?logged_out=true",
    ],
    ["https://example.com/pt-BR/meet-our-team", "/meet-our-team"],
    ["https://example.com/en-us/calendar?view=month", "/calendar?view=month"],
    ["https://example.com/robots.txt", undefined],
    ["https://example.com/ ip.src.country=GB", "https://gb.example.com"],
    ["https://example.com/ ip.src.country=US", undefined],
    ["https://example.com/contact-us/?state=TX", "/contacts/?state=TX"],
    ["https://example.com/team/", undefined],
  ])("%s to %s", (asked, location) => {
    const { outcome } = traceOf(configuration, `GET ${asked}`);
    if (location === undefined) expect(outcome.kind).toBe("origin");
    else expect(outcome).toMatchObject({ kind: "redirect", status: 301, location });
  });
});

describe("bulk redirects", () => {
  const bulk = (items: readonly object[]): Configuration => ({
    ...rulesetsOf({
      phase: "http_request_redirect",
      kind: "root",
      rules: [
        rule("bulk", "http.request.full_uri in $moved", "redirect", {
          from_list: { name: "moved", key: "http.request.full_uri" },
        }),
      ],
    }),
    lists: [{ name: "moved", kind: "redirect", items: items as never }],
  });
  const subpath = { subpath_matching: true };
  test.each([
    ["https://example.com/my/path/to/page.htm", "https://example.net/my/path/to/page.htm"],
    ["https://example.com/search?q=term", "https://example.net/search?q=term"],
  ])("%s to %s", (asked, location) => {
    const list = bulk([
      {
        source_url: "example.com/",
        target_url: "https://example.net/",
        ...subpath,
        preserve_query_string: true,
      },
    ]);
    expect(traceOf(list, `GET ${asked}`).outcome).toMatchObject({ kind: "redirect", location });
  });

  test.each([
    [
      "the most specific path",
      ["https://example.com/folder", "https://example.com/folder/subfolder"],
      "https://example.com/folder/subfolder/item",
      1,
    ],
    [
      "the most specific host",
      ["https://bar.com/", "https://foo.bar.com/"],
      "https://qux.foo.bar.com/",
      1,
    ],
  ] as const)("%s wins", (_, sources, asked, winner) => {
    const items = sources.map((source_url, at) => ({
      source_url,
      target_url: `https://target.example/${at}`,
      ...subpath,
      preserve_path_suffix: false,
      include_subdomains: true,
    }));
    expect(traceOf(bulk(items), `GET ${asked}`).outcome.location).toBe(
      `https://target.example/${winner}`,
    );
  });

  test.each([
    ["https://b.example/x?a=1", {}, "https://b.example/x/foo?a=1"],
    [
      "https://b.example/x#part",
      { preserve_query_string: true },
      "https://b.example/x/foo?q=1#part",
    ],
  ])("the rest of the path is before a query and a fragment: %s", (target_url, more, location) => {
    const items = [{ source_url: "example.com/a", target_url, ...subpath, ...more }];
    const { outcome } = traceOf(bulk(items), "GET https://example.com/a/foo?q=1");
    expect(outcome.location).toBe(location);
  });

  test("the rest of the path can be dropped", () => {
    const items = [
      {
        source_url: "https://example.com/a/",
        target_url: "https://example.com/b/",
        ...subpath,
        preserve_path_suffix: false,
      },
    ];
    expect(traceOf(bulk(items), "GET https://example.com/a/foo").outcome.location).toBe(
      "https://example.com/b/",
    );
  });
});

describe("url normalization: at the edge, and as the origin gets it", () => {
  test.each([
    ["/%68ello", "rfc3986", "none", "/%68ello", "/%68ello"],
    ["/%68ello", "cloudflare", "incoming", "/hello", "/%68ello"],
    ["/%68ello", "rfc3986", "both", "/hello", "/hello"],
    ["/%68ello//pa\\th", "rfc3986", "none", "/%68ello//pa\\th", "/%68ello//pa\\th"],
    ["/%68ello//pa\\th", "rfc3986", "both", "/hello//pa%5Cth", "/hello//pa%5Cth"],
    ["/%68ello//pa\\th", "cloudflare", "both", "/hello/pa/th", "/hello/pa/th"],
    ["/hello//../path", "rfc3986", "both", "/hello/path", "/hello/path"],
    ["/hello//../path", "cloudflare", "both", "/path", "/path"],
  ] as const)("%s, %s, %s", (path, type, scope, edge, origin) => {
    const seen = JSON.stringify(edge);
    const configuration: Configuration = {
      ...rulesetsOf({
        phase: custom,
        rules: [rule("seen", `http.request.uri.path eq ${seen}`, "log")],
      }),
      normalizations: [{ type, scope }],
    };
    const traced = traceOf(configuration, `GET https://example.com${path}`);
    expect(resultsOf(traced)).toEqual({ seen: "matched" });
    expect(traced.outcome.request?.url).toBe(`https://example.com${origin}`);
  });
});

describe("rate limits", () => {
  const form = {
    ...rule(
      "form",
      'http.request.uri.path eq "/form" and any(http.request.headers["content-type"][*] eq "application/x-www-form-urlencoded")',
      "block",
    ),
    ratelimit: {
      characteristics: ["cf.colo.id", "ip.src", 'http.request.headers["x-api-key"]'],
      period: 10,
      requests_per_period: 1,
      mitigation_timeout: 600,
    },
  };
  const configuration = rulesetsOf({ phase: "http_ratelimit", rules: [form] });
  const headers = ["content-type: application/x-www-form-urlencoded", "x-api-key: 1"];
  const request = "POST https://example.com/form ip.src=192.0.2.1";

  test("a request within the limit passes, and that is said", () => {
    const { outcome } = traceOf(configuration, request, { headers });
    expect(outcome.kind).toBe("origin");
    expect(outcome.assuming).toEqual(["the rate limit 'form' is not exceeded"]);
  });

  test("a request over the limit is blocked with 429", () => {
    const { outcome } = traceOf(configuration, request, { headers, over: ["form"] });
    expect(outcome).toMatchObject({ kind: "block", by: "form", status: 429 });
  });

  test("another content type is not counted", () => {
    const traced = traceOf(configuration, request, {
      headers: ["content-type: text/plain"],
      over: ["form"],
    });
    expect(resultsOf(traced)).toEqual({ form: "not-matched" });
    expect(traced.outcome.assuming).toBeUndefined();
  });
});

test("the last cache rule wins", () => {
  const traced = traceOf(
    rulesetsOf({
      phase: "http_request_cache_settings",
      rules: [
        rule("images", 'starts_with(http.request.uri.path, "/images")', "set_cache_settings", {
          cache: true,
        }),
        rule("all", 'http.host eq "example.com"', "set_cache_settings", { cache: false }),
      ],
    }),
    "GET https://example.com/images/x",
  );
  expect(traced.outcome.cache).toEqual({ cache: false });
});

describe("a rewrite and an origin rule on the same path", () => {
  const configuration = (field: string) =>
    rulesetsOf(
      {
        phase: transform,
        rules: [
          rewriteOf("rewrite", `starts_with(${field}, "/downloads/")`, {
            path: { expression: 'regex_replace(http.request.uri.path, "^/downloads/", "/")' },
          }),
        ],
      },
      {
        phase: "http_request_origin",
        rules: [
          rule("origin", `starts_with(${field}, "/downloads/")`, "route", {
            host_header: "assets.example.com",
          }),
        ],
      },
    );
  test.each([
    ["http.request.uri.path", "not-matched", "example.com"],
    ["raw.http.request.uri.path", "matched", "assets.example.com"],
  ])("%s: the origin rule is %s", (field, result, host) => {
    const traced = traceOf(configuration(field), "GET https://example.com/downloads/f");
    expect(resultsOf(traced)).toEqual({ rewrite: "matched", origin: result });
    expect(traced.outcome.request).toMatchObject({
      url: "https://example.com/f",
      hostHeader: host,
    });
  });
});

describe("response phases", () => {
  test("a custom error replaces the origin's", () => {
    const { outcome } = traceOf(
      rulesetsOf({
        phase: "http_custom_errors",
        rules: [
          rule("down", "http.response.code ge 500 and http.response.code lt 600", "serve_error", {
            status_code: 530,
            content: "{}",
            content_type: "application/json",
          }),
        ],
      }),
      "GET https://example.com/",
      { response: { status: 502 } },
    );
    expect(outcome.response).toEqual({
      status: 530,
      headers: { "content-type": "application/json" },
    });
  });

  test("the first compression that the client accepts", () => {
    const traced = traceOf(
      rulesetsOf({
        phase: "http_response_compression",
        rules: [
          rule("csv", 'http.request.uri.path.extension eq "csv"', "compress_response", {
            algorithms: [{ name: "gzip" }, { name: "auto" }],
          }),
        ],
      }),
      "GET https://example.com/a.csv",
      { headers: ["accept-encoding: br"] },
    );
    const [found] = traced.steps.flatMap((it) => it.rules);
    expect(found?.effect).toBe("lets the service choose the compression ('auto')");
  });
});
