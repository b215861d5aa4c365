import assert from "node:assert/strict";
import fc from "fast-check";
import { requestOf } from "../../server/src/bridge/request-of.ts";
import { defaultContext, ruleSource } from "../../server/src/languages.ts";
import type { DialectName } from "../../server/src/sql/dialect-names.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateRule } from "../../server/src/sql/translate.ts";
import { compiledRule } from "../support/compiled-rule.ts";
import type { Column } from "./databases.ts";

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
export const ruleColumns = Object.entries(values).map(
  ([name, { type }]): Column => ({ name, type }),
);

export const requestLine = fc
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
  const known =
    name === "postgres" || name === "clickhouse" ? [...networks, ...networks6] : networks;
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
    spaced(field, ordering, field),
    spaced(integer, ordering, integer),
    spaced(integer, of("in"), set(fc.oneof(number, of("1..30", "200..299")))),
    spaced(of("ip.src in"), set(fc.constantFrom(...known))),
    spaced(of("ip.src"), of("eq", "ne"), of("203.0.113.7")),
    fc.constantFrom(...booleans),
    ...regexes,
  );
}

/** Rules that have SQL in a dialect. */
export function rules(name: DialectName): fc.Arbitrary<string> {
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

export function sqlOfRule(rule: string, name: DialectName): string {
  const source = ruleSource(rule, defaultContext);
  assert(source, rule);
  const result = translateRule(source, defaultContext, { dialect: dialects[name], where: true });
  assert("sql" in result, `${rule}: ${"error" in result && result.error}`);
  return result.sql;
}

type Request = ReturnType<typeof requestOf>;

export function requestsIn(lines: readonly string[]): readonly Request[] {
  return lines.map((it) => requestOf(JSON.parse(it), "http_requests"));
}

/** The numbers of the requests that a rule matches, by our evaluator. */
export function matchedIn(rule: string, requests: readonly Request[]): readonly number[] {
  const compiled = compiledRule(rule, defaultContext);
  assert(compiled, rule);
  return requests.flatMap((it, n) => (compiled.outcome(it) === true ? [n] : []));
}
