import { describe, expect, test } from "vitest";
import { sentenceOf } from "../../server/src/trace/trace.ts";
import { type RuleBody, rule, rulesetsOf, traceOf } from "./support.ts";

/** Bad input does not stop a trace: its step says what is not known, and why. */

const custom = "http_request_firewall_custom";
const request = "GET https://a.example/x ip.src=192.0.2.1";
const later = rule("later", 'http.request.uri.path eq "/x"', "block");
const redirects = { from_list: { name: "nope", key: "http.request.full_uri" } };

test.each<[name: string, phase: string, bad: RuleBody, because: string, outcome: string]>([
  [
    "a rule that does not parse",
    custom,
    rule("bad", "http.host eq", "log"),
    "Missing value after 'eq'",
    "blocked with 403 by 'later': http.request.uri.path is \"/x\"",
  ],
  [
    "an unknown list",
    custom,
    rule("bad", "ip.src in $nope", "block"),
    "declare the items of '$nope' in weir.json",
    "blocked with 403; blocked by 'bad' if ip.src in $nope, else blocked by 'later'",
  ],
  [
    "an unknown field",
    custom,
    rule("bad", 'http.hots eq "a"', "managed_challenge"),
    "Unknown field 'http.hots'. Did you mean 'http.host'?",
    "challenged if http.hots eq \"a\", else blocked by 'later'",
  ],
  [
    "an unknown action",
    custom,
    rule("bad", "true", "explode"),
    "not known: the action 'explode'",
    "not known if true, else blocked by 'later'",
  ],
  [
    "no expression",
    custom,
    { ref: "bad", action: "block" },
    "the expression is not known",
    "blocked with 403; blocked by 'bad' if 'bad' matches (no expression is not known), else blocked by 'later'",
  ],
  [
    "a list of redirects",
    "http_request_redirect",
    rule("bad", "true", "redirect", redirects),
    "not known: $nope",
    "",
  ],
  ["an unknown phase", "http_request_new", rule("bad", "true", "block"), "unknown phase", ""],
])("%s", (_, phase, bad, because, outcome) => {
  const isCustom = phase === custom;
  const kind = phase === "http_request_redirect" ? "root" : "zone";
  const traced = traceOf(
    rulesetsOf({ phase, kind, rules: isCustom ? [bad, later] : [bad] }),
    request,
  );
  const found = traced.steps.flatMap((it) => it.rules).find((it) => it.ref === "bad");
  expect(found).toMatchObject({ result: "unknown", because: expect.stringContaining(because) });
  if (outcome !== "") expect(sentenceOf(traced.outcome)).toBe(outcome);
});

test("what is assumed of an unknown phase, of a managed ruleset and of a ruleset that executes itself", () => {
  const execute = (id: string) => rule("run", "true", "execute", { id });
  const managed = "http_request_firewall_managed";
  const traced = traceOf(
    rulesetsOf(
      { phase: "http_request_new", kind: "zone", rules: [rule("a", "true", "block")] },
      { phase: "magic_transit", kind: "root", rules: [rule("b", "true", "block")] },
      { phase: managed, kind: "zone", rules: [execute("other")] },
      { phase: custom, kind: "zone", id: "self", rules: [execute("self")] },
    ),
    request,
  );
  expect(traced.outcome).toMatchObject({
    kind: "origin",
    assuming: [
      "'run' executes nothing more than 3 rulesets deep",
      "the managed ruleset of 'run' (other), whose rules are not given, does not match",
      "the rules of the unknown phase 'http_request_new' change nothing",
    ],
  });
  expect(traced.steps.slice(-2).map((it) => it.effect)).toEqual([
    "unknown phase 'http_request_new': not known when it runs",
    "skipped: the phase is about packets",
  ]);
});

describe("response phases of a request that does not reach the origin", () => {
  const header = rule("h", "true", "rewrite", {
    headers: { "x-a": { operation: "set", value: "1" } },
  });
  const responses = [
    { phase: "http_response_cache_settings", rules: [rule("c", "true", "set_cache_settings")] },
    { phase: "http_custom_errors", rules: [rule("e", "true", "serve_error")] },
    { phase: "http_response_headers_transform", rules: [header] },
  ];
  const notAfter = (what: string) =>
    `not documented: whether it runs after ${what}; taken as not running`;
  test.each([
    ["block", ["the origin is not asked", "the page of a block is not replaced", undefined]],
    [
      "managed_challenge",
      ["the origin is not asked", notAfter("a challenge"), notAfter("a challenge")],
    ],
  ])("%s", (action, effects) => {
    const traced = traceOf(
      rulesetsOf({ phase: custom, rules: [rule("x", "true", action)] }, ...responses),
      request,
    );
    expect(traced.steps.slice(-3).map((it) => it.effect)).toEqual(effects);
  });
});
