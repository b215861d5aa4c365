import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { defaultContext, ruleSource } from "../../server/src/languages.ts";
import { type DialectName, dialectNames } from "../../server/src/sql/dialect-names.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateRule } from "../../server/src/sql/translate.ts";

describe("untranslatable parts are reported", () => {
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
    ["ip.src in {2001:db8::/32}", "IPv6 addresses cannot be compared in DuckDB."],
    [
      'http.host matches "^.{3}$"',
      "The regular expression '^.{3}$' can match other strings in DuckDB.",
    ],
    ['http.host eq "\\xff"', "A string is not valid UTF-8, so no column contains it."],
  ])("%s", (rule, error) => {
    const source = ruleSource(rule, defaultContext);
    assert(source);
    const translation = translateRule(source, defaultContext, { dialect: dialects.duckdb });
    expect(translation).toEqual({ error, at: 0 });
  });

  test("regexes and addresses without an equivalent in the database", () => {
    const of = (rule: string, name: DialectName) => {
      const source = ruleSource(rule, defaultContext);
      assert(source);
      return translateRule(source, defaultContext, { dialect: dialects[name] });
    };
    const named = (rule: string) => dialectNames.filter((it) => "error" in of(rule, it));
    const without = (feature: "matches" | "inRanges") =>
      dialectNames.filter((it) => !(feature in dialects[it]));
    expect(without("matches")).toEqual(expect.arrayContaining(["trino", "postgres", "sqlite"]));
    expect(named('http.host matches "a"')).toEqual(without("matches"));
    expect(without("inRanges")).toContain("snowflake");
    expect(named("ip.src eq 192.0.2.1")).toEqual(without("inRanges"));
    const onlyIpv4 = ["duckdb", "sqlite"];
    expect(named("ip.src eq 2001:db8::1").toSorted()).toEqual(
      [...onlyIpv4, ...without("inRanges")].toSorted(),
    );
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
