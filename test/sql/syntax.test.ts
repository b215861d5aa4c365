/** SQL of the dialects that are not run here must be accepted by a parser. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadOracle } from "../../scripts/install/oracles.mjs";
import { defaultContext, ruleSource } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter, translateRule } from "../../server/src/sql/translate.ts";
import { times } from "../support/long.ts";
import { context, where } from "./samples.ts";

const names = ["clickhouse", "bigquery", "trino", "snowflake"] as const;

interface Parser {
  init(): Promise<void>;
  parse(sql: string, dialect: string): { success: boolean; error?: string };
}

let parser: Parser;
beforeAll(async () => {
  parser = await loadOracle("sql", "@polyglot-sql/sdk");
  await parser.init();
}, 120_000);

function problem(sql: string, name: string): string | undefined {
  const { success, error } = parser.parse(sql, name);
  return success ? undefined : (error ?? "not SQL");
}

test.each(names)("the parser of %s refuses what is not SQL", (name) => {
  expect(problem("SELECT * FROM a WHERE b = = 1", name)).toBeDefined();
});

test.each(names)("filters are valid SQL for %s", (name) => {
  fc.assert(
    fc.property(where, (filter) => {
      const read = lpfilter.analyze(JSON.stringify({ where: filter }), context).logFilter?.();
      assert(read);
      const result = translateFilter(read, { dialect: dialects[name] });
      assert("sql" in result);
      assert.equal(problem(result.sql, name), undefined, result.sql);
    }),
    { numRuns: times(4), seed: 3 },
  );
});

const rules = [
  'http.request.uri.path in {"/a" "/b"} and not ip.src.country eq "DE"',
  'lower(http.user_agent) contains "it\'s" or len(http.host) gt 3 xor ssl',
  'http.host wildcard "*.ex_mple%.com" or http.host strict wildcard "A*"',
  'starts_with(http.request.uri.query, "a=") and ends_with(http.request.full_uri, "\\\\")',
  'cf.waf.score.class eq "attack" and cf.tls_client_auth.cert_verified',
  "any(cf.bot_management.detection_ids[*] in {1 2}) and http.response.code in {200..299 404}",
];
const addresses = "ip.src in {192.0.2.0/24 198.51.100.1} or ip.src in {2001:db8::/32}";
const regex = 'http.host matches "^(a|b)\\.example$"';

test.each(names)("rules are valid SQL for %s", (name) => {
  const { inRanges, matches } = dialects[name];
  for (const rule of [...rules, ...(inRanges ? [addresses] : []), ...(matches ? [regex] : [])]) {
    const source = ruleSource(rule, defaultContext);
    assert(source, rule);
    const result = translateRule(source, defaultContext, { dialect: dialects[name] });
    assert("sql" in result, `${rule}: ${"error" in result && result.error}`);
    assert.equal(problem(result.sql, name), undefined, result.sql);
  }
});

test("a value with a NUL is compared where the database can store one", () => {
  const filter = { key: "RayID", operator: "eq", value: "a\0" };
  const read = lpfilter.analyze(JSON.stringify({ where: filter }), context).logFilter?.();
  assert(read);
  const never = Object.entries(dialects).flatMap(([name, dialect]) => {
    const result = translateFilter(read, { dialect });
    if ("error" in result) return [`${name}: ${result.error}`];
    return result.sql.includes("RayID") ? [] : [name];
  });
  const withoutNul = Object.entries(dialects).filter(([, it]) => !it.hasNul);
  const expected = [
    ...withoutNul.map(([name]) => name),
    "log-explorer: A string has the control character U+0000, which cannot be written in the SQL of Log Explorer.",
    "transformer: A string has the control character U+0000, which cannot be written in the SQL of transformers.",
  ];
  expect(never.sort()).toEqual(expected.sort());
});

test.each(["", "a\0b", "\u001b]0;title\u0007", "a\nb"])("a field %j has no column", (key) => {
  const text = JSON.stringify({ where: { key, operator: "eq", value: "a" } });
  const read = lpfilter.analyze(text, context).logFilter?.();
  assert(read);
  for (const dialect of Object.values(dialects))
    expect(translateFilter(read, { dialect })).toMatchObject({
      error: `Invalid field name '${key}'.`,
    });
});
