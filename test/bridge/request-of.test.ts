import { describe, expect, test } from "vitest";
import type { LogLine } from "../../server/src/bridge/log-values.ts";
import { requestOf } from "../../server/src/bridge/request-of.ts";
import type { BridgedDataset } from "../../server/src/bridge/rows.ts";
import { PartialMap, unknownValue } from "../../server/src/cfrule/language.ts";
import { compiledRule } from "../support/compiled-rule.ts";

function fieldIn(line: LogLine, field: string, dataset: BridgedDataset = "http_requests") {
  const value = requestOf(line, dataset).get(field);
  if (value === unknownValue) return "unknown";
  if (value instanceof PartialMap) return { some: { ...value.known } };
  return value instanceof Map ? Object.fromEntries(value) : value;
}

describe("http_requests", () => {
  const uri = { ClientRequestURI: "/shop/Cart.PHP?a=1&b&a=%20&&=x" };
  const rows: readonly (readonly [line: LogLine, field: string, value: unknown])[] = [
    [{ ClientIP: "192.0.2.7" }, "ip.src", "192.0.2.7"],
    [{ ClientIP: "" }, "ip.src", "unknown"],
    [{}, "ip.src", "unknown"],
    [{ ClientIP: null }, "ip.src", "unknown"],
    [{ ClientASN: 64496 }, "ip.src.asnum", 64496],
    [{ ClientASN: "64496" }, "ip.geoip.asnum", 64496n],
    [{ ClientASN: "AS1" }, "ip.src.asnum", "unknown"],
    [{ ClientCountry: "de" }, "ip.src.country", "DE"],
    [{ ClientCountry: "" }, "ip.src.country", ""],
    [{ ClientCountry: "de" }, "ip.src.continent", "EU"],
    [{ ClientCountry: "t1" }, "ip.geoip.continent", "T1"],
    [{ ClientCountry: "xx" }, "ip.src.continent", "XX"],
    [{ ClientCountry: "" }, "ip.src.continent", "unknown"],
    [{ ClientCountry: "gr" }, "ip.src.is_in_european_union", true],
    [{ ClientCountry: "gb" }, "ip.src.is_in_european_union", false],
    [{ ClientCountry: "t1" }, "ip.src.is_in_european_union", false],
    [{ ClientCountry: "us", ClientRegionCode: "CA" }, "ip.src.subdivision_1_iso_code", "US-CA"],
    [{ ClientCountry: "us", ClientRegionCode: "" }, "ip.src.subdivision_1_iso_code", ""],
    [{ ClientRegionCode: "CA" }, "ip.src.subdivision_1_iso_code", "unknown"],
    [{ ClientLatitude: 52.5 }, "ip.src.lat", "52.5"],
    [uri, "http.request.uri", "/shop/Cart.PHP?a=1&b&a=%20&&=x"],
    [uri, "http.request.uri.path", "/shop/Cart.PHP"],
    [{ ...uri, ClientRequestPath: "/other" }, "http.request.uri.path", "/other"],
    [{ ...uri, ClientRequestPath: "" }, "http.request.uri.path", ""],
    [uri, "http.request.uri.path.extension", "php"],
    [{ ClientRequestPath: "/a.b/c" }, "http.request.uri.path.extension", ""],
    [{ ClientRequestPath: "/.env" }, "http.request.uri.path.extension", ""],
    [uri, "raw.http.request.uri.path.extension", "PHP"],
    [{ ClientRequestPath: "/x/../%61dmin" }, "http.request.uri.path", "/admin"],
    [{ ClientRequestURI: "/x/../a?b=/../c" }, "http.request.uri", "/a?b=/../c"],
    [{ ClientRequestURI: "/x/./a.%50HP" }, "http.request.uri.path.extension", "php"],
    [
      { ClientRequestURI: "/x/../a", ClientRequestScheme: "https", ClientRequestHost: "a" },
      "http.request.full_uri",
      "https://a/a",
    ],
    [{ ClientRequestPath: "/a" }, "http.request.uri.query", "unknown"],
    [uri, "http.request.uri.query", "a=1&b&a=%20&&=x"],
    [{ ClientRequestURI: "/" }, "http.request.uri.query", ""],
    [uri, "http.request.uri.args", { a: ["1", "%20"], b: [""], "": ["x"] }],
    [uri, "http.request.uri.args.names", ["a", "b", "a", ""]],
    [uri, "http.request.uri.args.values", ["1", "", "%20", "x"]],
    [uri, "http.request.full_uri", "unknown"],
    [
      { ClientRequestURI: "/a?b", ClientRequestScheme: "https", ClientRequestHost: "x.example" },
      "http.request.full_uri",
      "https://x.example/a?b",
    ],
    [
      { ClientRequestURI: "/a?b", ClientRequestScheme: "https", ClientRequestHost: "" },
      "http.request.full_uri",
      "https:///a?b",
    ],
    [{ ClientRequestScheme: "https", ClientRequestHost: "" }, "http.request.full_uri", "unknown"],
    [{ ClientRequestURI: "/a%20b" }, "raw.http.request.uri", "/a%20b"],
    [{ ClientRequestURI: "/a//b" }, "raw.http.request.uri", "unknown"],
    [{ ClientRequestURI: "/a/../b" }, "raw.http.request.uri.path", "unknown"],
    [{ ClientRequestURI: "/%61" }, "raw.http.request.uri", "unknown"],
    [{ ClientRequestURI: "/%2f" }, "raw.http.request.uri", "unknown"],
    [{ ClientRequestURI: "/a?b=//" }, "raw.http.request.uri.query", "b=//"],
    [{ ClientRequestScheme: "https" }, "ssl", true],
    [{ ClientRequestScheme: "http" }, "ssl", false],
    [{ ClientRequestScheme: "HTTPS" }, "ssl", false],
    [{}, "ssl", "unknown"],
    [{ ClientRequestUserAgent: "" }, "http.user_agent", ""],
    [
      { RequestHeaders: { "X-A": "1" }, ClientRequestUserAgent: "curl" },
      "http.request.headers",
      { some: { "x-a": ["1"], "user-agent": ["curl"] } },
    ],
    [{}, "http.request.headers", { some: {} }],
    [{ Cookies: { Theme: "dark" } }, "http.request.cookies", { some: { Theme: ["dark"] } }],
    [
      { Cookies: { "a%20b": "1", "a b": "%32" } },
      "http.request.cookies",
      { some: { "a b": ["1", "%32"] } },
    ],
    [{ RequestHeaders: '{"x":"1"}' }, "http.request.headers", { some: { x: ["1"] } }],
    [{ EdgeStartTimestamp: 1_767_225_600 }, "http.request.timestamp.sec", 1_767_225_600],
    [{ EdgeStartTimestamp: 1_767_225_600 }, "http.request.timestamp.msec", "unknown"],
    [{ EdgeStartTimestamp: 1_767_225_600_999_999_999n }, "http.request.timestamp.msec", 999],
    // Of other tools.
    [{ EdgeStartTimestamp: 1_767_225_600_123 }, "http.request.timestamp.sec", 1_767_225_600],
    [{ EdgeStartTimestamp: 1_767_225_600_123 }, "http.request.timestamp.msec", 123],
    [{ EdgeStartTimestamp: "1767225600.25" }, "http.request.timestamp.msec", 250],
    [{ EdgeStartTimestamp: 1.5 }, "http.request.timestamp.sec", "unknown"],
    [{ EdgeStartTimestamp: -1 }, "http.request.timestamp.sec", "unknown"],
    [{ EdgeStartTimestamp: "2026-01-01T00:00:00Z" }, "http.request.timestamp.sec", 1_767_225_600],
    [{ EdgeStartTimestamp: "2026-01-01T00:00:00Z" }, "http.request.timestamp.msec", "unknown"],
    [{ EdgeStartTimestamp: "2026-01-01T00:00:00.0199Z" }, "http.request.timestamp.msec", 19],
    [{ EdgeStartTimestamp: "yesterday" }, "http.request.timestamp.sec", "unknown"],
    [
      { EdgeResponseContentType: "Text/HTML ; charset=utf-8" },
      "http.response.content_type.media_type",
      "text/html",
    ],
    [{ JSDetectionPassed: "passed" }, "cf.bot_management.js_detection.passed", true],
    [{ JSDetectionPassed: "missing" }, "cf.bot_management.js_detection.passed", false],
    [{ VerifiedBotCategory: "" }, "cf.client.bot", false],
    [{ VerifiedBotCategory: "Security" }, "cf.bot_management.verified_bot", true],
    [{ WAFAttackScore: 20 }, "cf.waf.score.class", "attack"],
    [{ WAFAttackScore: 21 }, "cf.waf.score.class", "likely_attack"],
    [{ WAFAttackScore: 80 }, "cf.waf.score.class", "likely_clean"],
    [{ WAFAttackScore: 99 }, "cf.waf.score.class", "clean"],
    [{ WAFAttackScore: 0 }, "cf.waf.score.class", "unknown"],
    [{ ContentScanObjResults: [] }, "cf.waf.content_scan.has_obj", false],
    [{ ContentScanObjResults: ["clean", "infected"] }, "cf.waf.content_scan.num_obj", 2],
    [{ ContentScanObjResults: ["suspicious"] }, "cf.waf.content_scan.has_malicious_obj", false],
    [{ ContentScanObjResults: ["infected"] }, "cf.waf.content_scan.num_malicious_obj", 1],
    [{ FirewallForAITokenCount: 3 }, "cf.llm.prompt.token_count", 3],
    [{ FirewallForAITokenCount: 3, AISecurityTokenCount: 4 }, "cf.llm.prompt.token_count", 4],
    [{ AISecurityPIICategories: ["PERSON"] }, "cf.llm.prompt.pii_detected", true],
    [{ LeakedCredentialCheckResult: "clean" }, "cf.waf.credential_check.password_leaked", false],
    [
      { LeakedCredentialCheckResult: "password_leaked" },
      "cf.waf.credential_check.password_leaked",
      true,
    ],
    [
      { ClientMTLSAuthCertFingerprint: "" },
      "cf.tls_client_auth.cert_fingerprint_sha256",
      "unknown",
    ],
    [{ ClientMTLSAuthStatus: "ok" }, "cf.tls_client_auth.cert_verified", true],
    [{ ClientMTLSAuthStatus: "expired" }, "cf.tls_client_auth.cert_presented", true],
    [{ ClientMTLSAuthStatus: "absent" }, "cf.tls_client_auth.cert_presented", false],
    [{ ClientMTLSAuthStatus: "unknown" }, "cf.tls_client_auth.cert_verified", "unknown"],
    [{ ClientSSLProtocol: "none" }, "cf.tls_version", "none"],
    [{ ThreatScore: 5 }, "cf.threat_score", "unknown"],
  ];
  test.each(rows)("%o: %s", (line, field, value) => {
    expect(fieldIn(line, field)).toEqual(value);
  });
});

test("firewall_events has the query and the referer in parts", () => {
  const line = {
    ClientRequestScheme: "https",
    ClientRequestHost: "shop.example.com",
    ClientRequestPath: "/cart.php",
    ClientRequestQuery: "?a=1",
    ClientRefererScheme: "https",
    ClientRefererHost: "a.example",
    ClientRefererPath: "/b",
    ClientRefererQuery: "",
    Datetime: "2026-01-01T00:00:00.5Z",
  };
  const found = (field: string) => fieldIn(line, field, "firewall_events");
  expect(found("http.request.uri")).toBe("/cart.php?a=1");
  expect(found("http.request.uri.query")).toBe("a=1");
  expect(found("http.request.uri.args")).toEqual({ a: ["1"] });
  expect(found("http.request.full_uri")).toBe("https://shop.example.com/cart.php?a=1");
  expect(found("http.referer")).toBe("https://a.example/b");
  expect(found("http.request.timestamp.msec")).toBe(500);
  expect(fieldIn({ ...line, ClientRefererHost: "" }, "http.referer", "firewall_events")).toBe("");
  expect(found("cf.bot_management.score")).toBe("unknown");
});

describe("a rule on a line", () => {
  const line = {
    ClientRequestHost: "shop.example.com",
    ClientRequestURI: "/login?next=%2F",
    RequestHeaders: { "x-api-key": "k" },
  };
  const rows: readonly (readonly [text: string, outcome: unknown, missed: readonly string[]])[] = [
    ['http.host eq "shop.example.com"', true, []],
    ['http.host eq "shop.example.com" and ip.src in {192.0.2.0/24}', "undetermined", ["ip.src"]],
    ['http.host eq "x" and ip.src in {192.0.2.0/24}', false, []],
    ['ip.src.country eq "DE" or http.host eq "shop.example.com"', true, []],
    [
      '(ip.src.country eq "DE" or http.host eq "shop.example.com") and ssl',
      "undetermined",
      ["ssl"],
    ],
    ['any(http.request.headers["x-api-key"][*] eq "k")', true, []],
    ['any(http.request.headers["x-other"][*] eq "k")', "undetermined", ["http.request.headers"]],
    ['has_key(http.request.headers, "x-api-key")', true, []],
    ['has_key(http.request.headers, "x-other")', "undetermined", ["http.request.headers"]],
    ['any(http.request.uri.args["next"][*] eq "%2F")', true, []],
    ['has_key(http.request.uri.args, "other")', false, []],
    ["ip.src in $office", "undetermined", ["ip.src"]],
    [
      "not ip.src in {192.0.2.0/24} and cf.threat_score gt 5",
      "undetermined",
      ["ip.src", "cf.threat_score"],
    ],
    [
      'any(lower(http.request.headers.names[*])[*] eq "a")',
      "undetermined",
      ["http.request.headers.names"],
    ],
    ['lower(http.user_agent) contains "a"', "undetermined", ["http.user_agent"]],
  ];
  test.each(rows)("%s", (text, outcome, missed) => {
    const rule = compiledRule(text, { extraFields: {}, severity: {} });
    const request = requestOf(line, "http_requests");
    expect(rule?.outcome(request)).toBe(outcome);
    expect(rule?.missed(request)).toEqual(missed);
  });
});
