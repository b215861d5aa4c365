import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestOf } from "../../server/src/bridge/request-of.ts";
import { compileRule, defaultContext, ruleSource } from "../../server/src/languages.ts";
import { type DialectName, dialectNames } from "../../server/src/sql/dialect.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateRule } from "../../server/src/sql/translate.ts";
import { times } from "../support/long.ts";
import { type Column, type Database, openDuckdb, openPostgres, openSqlite } from "./databases.ts";

// biome-ignore format: one row each
const values: Readonly<Record<string, { type: Column["type"]; of: readonly unknown[] }>> = {
  ClientRequestHost: { type: "string", of: ["", "a.example.com", "A.example.com", "shop.example.com", "é.example"] },
  ClientRequestPath: { type: "string", of: ["/", "/login", "/Login", "/a%b_c", "/a!b", "/a[b]*?", "/it's", "/é"] },
  ClientRequestURI: { type: "string", of: ["/", "/login?a=1", "/?", "/a?b?c", "/a%b_c"] },
  ClientRequestScheme: { type: "string", of: ["http", "https", "HTTPS"] },
  ClientRequestUserAgent: { type: "string", of: ["", "curl/8.5", "CURL", "Mozilla/5.0 (X11)", "K", "line\nbreak"] },
  ClientRequestMethod: { type: "string", of: ["GET", "POST"] },
  ClientIP: { type: "string", of: ["198.51.100.7", "203.0.113.7", "10.0.0.1", "2001:db8::1", "2001:DB8::2", "", "unknown"] },
  ClientCountry: { type: "string", of: ["de", "fr", "T1", ""] },
  ClientRegionCode: { type: "string", of: ["BY", "", "7"] },
  ClientASN: { type: "int", of: [0, 13335, 64512] },
  BotScore: { type: "int", of: [0, 1, 30, 99] },
  WAFAttackScore: { type: "int", of: [0, 1, 20, 21, 80, 99, 100] },
  EdgeResponseStatus: { type: "int", of: [0, 200, 404, 503] },
  ClientMTLSAuthStatus: { type: "string", of: ["", "unknown", "ok", "absent", "failed"] },
  VerifiedBotCategory: { type: "string", of: ["", "Search Engine Crawler"] },
  BotDetectionIDs: { type: "ints", of: [[], [1], [1, 2], [33554817]] },
  LeakedCredentialCheckResult: { type: "string", of: ["clean", "password_leaked"] },
};
const columns = Object.entries(values).map(([name, { type }]): Column => ({ name, type }));

const line = fc
  .tuple(
    ...Object.entries(values).map(([name, { of }]) =>
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...of).map((it) => [[name, it]] as const) },
        { weight: 1, arbitrary: fc.constantFrom([[name, null]] as const, [] as const) },
      ),
    ),
  )
  .map((it) => JSON.stringify(Object.fromEntries(it.flat())));

const strings = [
  "http.host",
  "http.request.uri.path",
  "http.request.uri",
  "http.request.uri.query",
  "http.request.full_uri",
  "http.user_agent",
  "lower(http.user_agent)",
  "upper(http.host)",
  "ip.src.country",
  "ip.src.subdivision_1_iso_code",
  "cf.waf.score.class",
  "lower(http.request.uri.path)",
];
const words = [
  "",
  "a",
  "/login",
  "/a%b_c",
  "/a!b",
  "curl",
  "CURL/8.5",
  "DE",
  "DE-BY",
  "attack",
  "b?c",
  "https://",
  "é",
  "/it's",
  "A.EXAMPLE.COM",
  "shop.example.com",
];
const wildcards = ["*", "/a*", "*%b_c", "*.example.com", "/A[B]\\\\**", "cur*/8*", "*!*"];
const integers = [
  "ip.src.asnum",
  "cf.bot_management.score",
  "http.response.code",
  "len(http.host)",
  "cf.waf.score",
];
const booleans = [
  "ssl",
  "cf.tls_client_auth.cert_verified",
  "cf.tls_client_auth.cert_presented",
  "cf.client.bot",
  "cf.waf.credential_check.password_leaked",
  "any(cf.bot_management.detection_ids[*] eq 1)",
  "any(cf.bot_management.detection_ids[*] in {2 33554817})",
  'starts_with(http.host, "a.")',
  'ends_with(http.host, "é.example")',
  'ends_with(http.request.uri, "b?c")',
];
const networks = ["198.51.100.0/24", "203.0.113.7", "10.0.0.0..10.0.0.9"];
const networks6 = ["2001:db8::/32", "2001:db8::1"];

function quoted(text: string): string {
  return `"${text}"`;
}

function comparisons(name: DialectName): fc.Arbitrary<string> {
  const field = fc.constantFrom(...strings);
  const word = fc.constantFrom(...words).map(quoted);
  const integer = fc.constantFrom(...integers);
  const number = fc.constantFrom("0", "1", "20", "30", "200", "503", "13335");
  const ordering = fc.constantFrom("eq", "ne", "lt", "le", "gt", "ge");
  const known = name === "postgres" ? [...networks, ...networks6] : networks;
  const spaced = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((it) => it.join(" "));
  const of = (...texts: string[]) => fc.constantFrom(...texts);
  const set = (item: fc.Arbitrary<string>) =>
    fc.uniqueArray(item, { minLength: 1, maxLength: 3 }).map((it) => `{${it.join(" ")}}`);
  const regexes = dialects[name].matches
    ? [
        spaced(
          field,
          of("matches"),
          of(
            '"^/[^?]*$"',
            '"(?i)curl"',
            '"[a-z]+\\.example"',
            '"^.*\\d$"',
            '"\\bb\\b"',
            '"^(a|shop)\\."',
          ),
        ),
      ]
    : [];
  return fc.oneof(
    spaced(field, ordering, word),
    spaced(field, of("contains"), word),
    spaced(field, of("wildcard", "strict wildcard"), fc.constantFrom(...wildcards).map(quoted)),
    spaced(field, of("in"), set(word)),
    spaced(integer, ordering, number),
    spaced(integer, of("in"), set(fc.oneof(number, of("1..30", "200..299")))),
    spaced(of("ip.src in"), set(fc.constantFrom(...known))),
    spaced(of("ip.src"), of("eq", "ne"), of("203.0.113.7")),
    fc.constantFrom(...booleans),
    ...regexes,
  );
}

function rules(name: DialectName): fc.Arbitrary<string> {
  return fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { weight: 4, arbitrary: comparisons(name) },
      { weight: 1, arbitrary: tie("node").map((it) => `not (${it})`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(tie("node"), fc.constantFrom("and", "or", "xor"), tie("node"))
          .map(([a, operator, b]) => `((${a}) ${operator} (${b}))`),
      },
    ),
  })).node;
}

const runs: readonly { name: DialectName; open: () => Promise<Database>; tables: number }[] = [
  { name: "duckdb", open: openDuckdb, tables: 25 },
  { name: "sqlite", open: openSqlite, tables: 40 },
  { name: "postgres", open: openPostgres, tables: 20 },
];

function sqlOf(rule: string, name: DialectName): string {
  const source = ruleSource(rule, defaultContext);
  assert(source, rule);
  const result = translateRule(source, defaultContext, { dialect: dialects[name], where: true });
  assert("sql" in result, `${rule}: ${"error" in result && result.error}`);
  return result.sql;
}

describe.each(runs)("$name", ({ name, open, tables }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  afterAll(() => database.close());

  test("selects the lines of the requests that a rule matches", async () => {
    const lines = fc.array(line, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.array(rules(name), { minLength: 10, maxLength: 25 }),
        async (texts, all) => {
          await database.load(texts, columns);
          const requests = texts.map((it) => requestOf(JSON.parse(it), "http_requests"));
          for (const rule of all) {
            const compiled = compileRule(rule, defaultContext);
            assert(compiled, rule);
            const expected = requests.flatMap((it, n) =>
              compiled.outcome(it) === true ? [n] : [],
            );
            const sql = sqlOf(rule, name);
            const found = await database
              .kept(sql)
              .catch((error) => assert.fail(`${rule}\n${sql}\n${error}`));
            if (String(found) === String(expected)) continue;
            const wrong = texts.find((_, n) => found.includes(n) !== expected.includes(n));
            assert.fail(`${rule}\n${sql}\n${wrong}`);
          }
        },
      ),
      { numRuns: times(tables), seed: 2, endOnFailure: true },
    );
  });
});

describe("what cannot be translated is named", () => {
  test.each([
    [
      'http.request.headers["x-a"][0] eq "a"',
      "'http.request.headers[…]' cannot be read from columns.",
    ],
    [
      'http.request.body.raw contains "a"',
      "'http.request.body.raw' is not in the log lines of 'http_requests'.",
    ],
    ['ip.src.continent eq "EU"', "'ip.src.continent' cannot be derived from log fields in SQL."],
    ['url_decode(http.request.uri) eq "a"', "'url_decode(…)' cannot be translated here."],
    [
      "ip.src in $office",
      "The items of the list '$office' are not known. Add them to 'lists' in weir.json.",
    ],
    ["ip.src in {2001:db8::/32}", "IPv6 addresses cannot be compared."],
    [
      'http.host matches "^.{3}$"',
      "The regular expression '^.{3}$' can match other strings in DuckDB.",
    ],
    ['http.host eq "\\xff"', "A string is not valid UTF-8, so no column contains it."],
  ])("%s", (rule, error) => {
    const source = ruleSource(rule, defaultContext);
    assert(source);
    expect(translateRule(source, defaultContext, { dialect: dialects.duckdb })).toEqual({ error });
  });

  test("regexes and addresses where the database has none that are the same", () => {
    const of = (rule: string, name: DialectName) => {
      const source = ruleSource(rule, defaultContext);
      assert(source);
      return translateRule(source, defaultContext, { dialect: dialects[name] });
    };
    const named = (rule: string) => dialectNames.filter((it) => "error" in of(rule, it));
    expect(named('http.host matches "a"')).toEqual(["trino", "snowflake", "postgres", "sqlite"]);
    expect(named("ip.src eq 192.0.2.1")).toEqual(["snowflake"]);
    expect(named("ip.src eq 2001:db8::1")).toEqual(["duckdb", "snowflake", "sqlite"]);
  });

  test("lines that are not requests", () => {
    const source = ruleSource("ssl", defaultContext);
    assert(source);
    const context = { ...defaultContext, forcedDataset: "dns_logs" };
    expect(translateRule(source, context, { dialect: dialects.duckdb })).toEqual({
      error: "Lines of 'dns_logs' are not requests. Use 'http_requests' or 'firewall_events'.",
    });
  });
});
