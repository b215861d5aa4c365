import { describe, expect, test } from "vitest";
import { filterOf } from "../../server/src/bridge/filter-of.ts";
import { defaultContext } from "../../server/src/languages.ts";

function copied(rule: string): unknown {
  const found = filterOf(rule, defaultContext);
  if ("error" in found) return found.error;
  const json = found.text.replace(/^\/\/.*\n/gm, "");
  return found.lost.length === 0 ? JSON.parse(json).where : [JSON.parse(json).where, found.lost];
}

describe("a rule as a filter", () => {
  const eq = (key: string, value: unknown) => ({ key, operator: "eq", value });
  const rows: readonly (readonly [rule: string, filter: unknown])[] = [
    ['http.host eq "a.example"', eq("ClientRequestHost", "a.example")],
    [
      'not http.host eq "a.example"',
      { key: "ClientRequestHost", operator: "!eq", value: "a.example" },
    ],
    ['ip.src.country eq "DE"', eq("ClientCountry", "de")],
    [
      'ip.src.country in {"DE" "FR"}',
      { key: "ClientCountry", operator: "in", value: ["de", "fr"] },
    ],
    [
      "ssl and not cf.client.bot",
      { and: [eq("ClientRequestScheme", "https"), eq("VerifiedBotCategory", "")] },
    ],
    [
      "http.response.code in {404 500..599}",
      {
        or: [
          { key: "EdgeResponseStatus", operator: "in", value: [404] },
          {
            and: [
              { key: "EdgeResponseStatus", operator: "geq", value: 500 },
              { key: "EdgeResponseStatus", operator: "leq", value: 599 },
            ],
          },
        ],
      },
    ],
    [
      "not (http.response.code lt 400 or ssl)",
      {
        and: [
          { key: "EdgeResponseStatus", operator: "geq", value: 400 },
          { key: "ClientRequestScheme", operator: "!eq", value: "https" },
        ],
      },
    ],
    ["ip.src eq 2001:DB8::1", eq("ClientIP", "2001:db8::1")],
    [
      'starts_with(http.request.uri.path, "/api/")',
      { key: "ClientRequestPath", operator: "startsWith", value: "/api/" },
    ],
    [
      'http.request.uri.path strict wildcard "/api/*"',
      { key: "ClientRequestPath", operator: "startsWith", value: "/api/" },
    ],
    [
      "any(cf.bot_management.detection_ids[*] eq 7)",
      { key: "BotDetectionIDs", operator: "contains", value: 7 },
    ],
    [
      'http.host eq "a" and ip.src in {192.0.2.0/24}',
      [eq("ClientRequestHost", "a"), ["ip.src in {192.0.2.0/24}"]],
    ],
    ["ssl or cf.threat_score gt 5", "No log field has what this rule needs: cf.threat_score gt 5."],
    ['http.host matches "a"', 'No log field has what this rule needs: http.host matches "a".'],
    ["http.hots eq 1", "Only a rule without errors can be copied as a filter."],
  ];
  test.each(rows)("%s", (rule, filter) => {
    expect(copied(rule)).toEqual(filter);
  });

  test("names its dataset and the parts that were not carried over", () => {
    const found = filterOf('ssl and\n  http.host matches "a"', defaultContext);
    expect("text" in found && found.text).toBe(`// @dataset http_requests
// Not carried over: http.host matches "a"
{
  "where": { "key": "ClientRequestScheme", "operator": "eq", "value": "https" }
}
`);
  });
});
