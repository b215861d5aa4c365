import { expect, test } from "vitest";
import type { Configuration } from "../../server/src/core/configuration/model.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { requestOfLogLine } from "../../server/src/trace/requests/log-line.ts";
import { readTracedRequest, Tracer, traceText } from "../../server/src/trace/trace.ts";
import { type RuleBody, rule, rulesetsOf } from "./support.ts";

/** Customers in Austria get a 403 on /checkout, and nothing but a log line is known. */

const custom = "http_request_firewall_custom";

/** A line of `http_requests`, without what security products did. */
const request = {
  ClientCountry: "at",
  ClientIP: "203.0.113.7",
  ClientRequestHost: "shop.example.com",
  ClientRequestMethod: "POST",
  ClientRequestScheme: "https",
  ClientRequestURI: "/checkout",
  EdgeResponseStatus: 403,
  OriginResponseStatus: 0,
  CacheCacheStatus: "unknown",
};
/** A line of `firewall_events`. */
const event = {
  Action: "block",
  ClientCountry: "at",
  ClientIP: "203.0.113.7",
  ClientRequestHost: "shop.example.com",
  ClientRequestMethod: "POST",
  ClientRequestPath: "/checkout",
  ClientRequestQuery: "",
  ClientRequestScheme: "https",
  Description: "",
  RuleID: "r2",
  Source: "firewallcustom",
};

const bots = rule("bots", "cf.bot_management.score lt 30", "managed_challenge");
const geo = rule(
  "geo",
  'ip.src.country in {"AT" "CH"} and http.request.uri.path eq "/checkout"',
  "block",
);
const cookie = rule("no-session", 'not http.cookie contains "session="', "block");
const limit = {
  ...rule("many-orders", 'http.request.uri.path eq "/checkout"', "block"),
  ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 5 },
};

function said(rules: readonly RuleBody[], line: object, phase = custom): readonly string[] {
  return saidOf(rulesetsOf({ phase, kind: "zone", rules }), line);
}

/** The lines of the terminal about the log line, and the outcome. */
function saidOf(configuration: Configuration, line: object): readonly string[] {
  const given = requestOfLogLine(JSON.stringify(line));
  const read = readTracedRequest(given, { headers: [], settings: [] }, defaultContext);
  if ("problem" in given || "problem" in read) throw new Error(JSON.stringify([given, read]));
  const traced = new Tracer(configuration, defaultContext).trace(read.request, {
    logged: given.logged,
  });
  if ("problem" in traced) throw new Error(traced.problem);
  const lines = traceText(traced, []).trimEnd().split("\n");
  const from = lines.findIndex((it) => /^[✗✓→?]/.test(it));
  return [lines[1]?.replace(/ {2,}/g, " ").trim() ?? "", ...lines.slice(from)];
}

const withId = (it: RuleBody, id: string) => ({ ...it, id });
const unnamed = ({ ref: _, ...it }: RuleBody) => it;

test.each<[name: string, rules: readonly RuleBody[], line: object, expected: readonly string[]]>([
  [
    "the line names the rule by its ID, and the other rules are ruled out",
    [withId(bots, "r1"), withId(geo, "r2")],
    event,
    [
      "log line block by 'geo' (custom rules)",
      '✗ blocked with 403 by \'geo\': ip.src.country is "AT", http.request.uri.path is "/checkout"',
    ],
  ],
  [
    "by its ref, as rules of Terraform have it",
    [bots, geo],
    { ...event, RuleID: "0123", Ref: "geo" },
    [
      "log line block by 'geo' (custom rules)",
      '✗ blocked with 403 by \'geo\': ip.src.country is "AT", http.request.uri.path is "/checkout"',
    ],
  ],
  [
    "by its description, although its match is not known",
    [bots, { ...unnamed(cookie), description: "No session" }, geo],
    { ...event, RuleID: "0123", Description: "No session" },
    [
      "log line block by 'No session' (custom rules)",
      "✗ blocked with 403 by 'No session': the log line says so",
    ],
  ],
  [
    "rules without names: those that block",
    [unnamed(bots), { ...unnamed(geo), description: "Sanctions" }],
    { ...event, RuleID: "0123" },
    [
      "log line block by '0123' (custom rules)",
      '✗ blocked with 403 by \'Sanctions\': ip.src.country is "AT", http.request.uri.path is "/checkout"',
    ],
  ],
  [
    "a line of requests names the rule that ended the request",
    [withId(bots, "r1"), withId(geo, "r2")],
    {
      ...request,
      SecurityAction: "block",
      SecurityActions: ["log", "block"],
      SecurityRuleID: "r2",
      SecurityRuleIDs: ["r9", "r2"],
      SecuritySources: ["firewallManaged", "firewallCustom"],
    },
    [
      "log line block by 'geo' (custom rules), status 403, not from the origin",
      '✗ blocked with 403 by \'geo\': ip.src.country is "AT", http.request.uri.path is "/checkout"',
    ],
  ],
  [
    "only the status: what does not fit is ruled out",
    [rule("crawlers", "cf.client.bot", "skip", { ruleset: "current" }), geo],
    request,
    [
      "log line status 403, not from the origin",
      '✗ blocked with 403 by \'geo\': ip.src.country is "AT", http.request.uri.path is "/checkout"',
    ],
  ],
  [
    "only the status: what may be is named with its rule",
    [bots, geo],
    request,
    [
      "log line status 403, not from the origin",
      "? challenged if cf.bot_management.score lt 30, else blocked by 'geo'",
    ],
  ],
  [
    "the origin itself",
    [bots, rule("geo", 'ip.src.country eq "CH"', "block")],
    { ...request, OriginResponseStatus: 403 },
    [
      "log line status 403, status 403 from the origin",
      "✓ reaches the origin: POST https://shop.example.com/checkout",
      "  response                  403",
    ],
  ],
  [
    "a managed rule",
    [withId(geo, "r2")],
    { ...event, ClientCountry: "de", RuleID: "m1", Description: "XSS", Source: "firewallmanaged" },
    [
      "log line block by 'XSS' (managed rules)",
      "✓ reaches the origin: POST https://shop.example.com/checkout",
      "  response                  200",
      "The log line says: block by 'XSS' (managed rules). That rule is not among these rules, so the outcome here is the one without it.",
    ],
  ],
  [
    "an IP Access rule",
    [withId(rule("geo", 'ip.src.country eq "CH"', "block"), "r1")],
    { ...event, Source: "country", RuleID: "a1" },
    [
      "log line block by 'a1' (IP Access rules, by country)",
      "✓ reaches the origin: POST https://shop.example.com/checkout",
      "  response                  200",
      "The log line says: block by 'a1' (IP Access rules, by country). That rule is not among these rules, so the outcome here is the one without it.",
    ],
  ],
  [
    "a rule that was changed since",
    [withId(rule("geo", 'ip.src.country eq "CH"', "block"), "r2")],
    event,
    [
      "log line block by 'geo' (custom rules)",
      "✓ reaches the origin: POST https://shop.example.com/checkout",
      "  response                  200",
      "The log line says: block by 'geo' (custom rules). With these rules, 'geo' does not match: ip.src.country is \"AT\". It may have changed since.",
    ],
  ],
  [
    "rules that were removed since",
    [withId(rule("geo", 'ip.src.country eq "CH"', "block"), "r1")],
    request,
    [
      "log line status 403, not from the origin",
      "✓ reaches the origin: POST https://shop.example.com/checkout",
      "  response                  200",
      "The log line says: status 403, not from the origin. That does not follow from these rules: they may have changed since, or another product answered.",
    ],
  ],
])("%s", (_, rules, line, expected) => {
  expect(said(rules, line)).toEqual(expected);
});

test("a rate limit that the line names is exceeded", () => {
  const line = { ...event, Source: "ratelimit", EdgeResponseStatus: 429 };
  expect(said([withId(limit, "r2")], line, "http_ratelimit")).toEqual([
    "log line block by 'many-orders' (rate limiting rules), status 429",
    "✗ blocked with 429 by 'many-orders': http.request.uri.path is \"/checkout\"",
  ]);
});

test("a line about a request that was not ended: the rules that it names matched", () => {
  const skip = withId(rule("office", "ip.src in $office", "skip", { ruleset: "current" }), "r2");
  expect(said([skip, geo], { ...event, Action: "skip" })).toEqual([
    "log line skip by 'r2' (custom rules)",
    "✓ reaches the origin: POST https://shop.example.com/checkout",
    "  response                  200",
  ]);
});

test("a log line without a scheme keeps its host", () => {
  const line = {
    ClientRequestMethod: "GET",
    ClientRequestHost: "a.example",
    ClientRequestURI: "/",
  };
  expect(requestOfLogLine(JSON.stringify(line))).toMatchObject({
    url: "/",
    fields: { "http.host": "a.example" },
  });
});
