import { describe, expect, test } from "vitest";
import { traceText } from "../../server/src/trace/trace.ts";
import { type RuleBody, rule, rulesetsOf, traceOf } from "./support.ts";

/** Bad input does not stop a trace: its step says what is not known, and why. */

const custom = "http_request_firewall_custom";
const managed = "http_request_firewall_managed";
const bulk = "http_request_redirect";
const request = "GET https://a.example/x ip.src=192.0.2.1";
const later = rule("later", 'http.request.uri.path eq "/x"', "block");
const origin = ["✓ reaches the origin: GET https://a.example/x", "200"];

const unknownScore = "cf.bot_management.score lt 30";

/** What the terminal says about the step and about the outcome. */
function said(phase: string, ...rules: readonly RuleBody[]): readonly string[] {
  const kind = phase === bulk ? "root" : "zone";
  const lines = traceText(traceOf(rulesetsOf({ phase, kind, rules }), request), [])
    .trimEnd()
    .split("\n");
  const shown = lines.slice(2).map((it) => it.replace(/ +rulesets\.json:1$/, ""));
  return shown.map((it) => it.replace(/^ {2}(?:\S+ )*\S+ {2,}/, "").trim());
}

test.each<[name: string, phase: string, bad: RuleBody, expected: readonly string[]]>([
  [
    "a rule that does not parse",
    custom,
    rule("bad", "http.host eq", "block"),
    [
      "'bad' unknown: Missing value after 'eq'. Use a string, such as \"…\".",
      "? blocked if 'bad' matches (its expression cannot be evaluated), else reaches the origin",
    ],
  ],
  [
    "an unknown field",
    custom,
    rule("bad", 'http.hots eq "a"', "block"),
    [
      "'bad' unknown: Unknown field 'http.hots'. Did you mean 'http.host'?",
      "? blocked if 'bad' matches (its expression cannot be evaluated), else reaches the origin",
    ],
  ],
  [
    "an unknown list",
    custom,
    rule("bad", "ip.src in $nope", "block"),
    [
      "'bad' unknown: declare the items of '$nope' in weir.json",
      "? blocked if ip.src in $nope, else reaches the origin",
    ],
  ],
  [
    "a list of the service",
    custom,
    rule("bad", "ip.src in $cf.malware", "block"),
    [
      "'bad' unknown: only the service knows the items of '$cf.malware'",
      "? blocked if ip.src in $cf.malware, else reaches the origin",
    ],
  ],
  [
    "no expression, and no name",
    custom,
    { action: "block" },
    [
      "'rule 1' unknown: it has no expression",
      "? blocked if 'rule 1' matches (it has no expression), else reaches the origin",
    ],
  ],
  [
    "no action",
    custom,
    { ref: "bad", expression: "true" },
    [
      "'bad' unknown: it has no action",
      "? not known if 'bad' acts (the action is not known), else reaches the origin",
    ],
  ],
  [
    "an unknown action",
    custom,
    rule("bad", "true", "explode"),
    [
      "'bad' unknown: the action 'explode' is not known",
      "? not known if 'bad' acts (the action 'explode' is not known), else reaches the origin",
    ],
  ],
  [
    "an unknown list of redirects",
    bulk,
    rule("bad", "true", "redirect", { from_list: { name: "nope" } }),
    [
      "'bad' unknown: the list $nope is not known (redirects by $nope)",
      "? not known if 'bad' acts (the list $nope is not known), else reaches the origin",
    ],
  ],
  [
    "a redirect without a target",
    "http_request_dynamic_redirect",
    rule("bad", "true", "redirect"),
    [
      "'bad' matches: redirect",
      "→ redirected with 301 by 'bad' to a URL that is not known",
      "'bad' has no target.",
    ],
  ],
  [
    "a path that is not one",
    "http_request_transform",
    rule("bad", "true", "rewrite", { uri: { path: { value: "x" } } }),
    [
      "'bad' rewrites the path: /x → x",
      "answers with error 1035: the new path 'x' does not start with '/'",
      "not documented: the HTTP status",
      "✗ answered with error 1035 by 'bad': the new path 'x' does not start with '/'",
    ],
  ],
  [
    "a header that cannot be set",
    "http_request_late_transform",
    rule("bad", "true", "rewrite", { headers: { "cf-x": { operation: "set", value: "1" } } }),
    [
      "'bad' answers with error 1040: rules cannot set cf-x",
      "not documented: the HTTP status",
      "✗ answered with error 1040 by 'bad': rules cannot set cf-x",
    ],
  ],
  [
    "an unknown rule that changes settings",
    "http_config_settings",
    { expression: unknownScore, action: "set_config", action_parameters: { bic: true } },
    [
      "'rule 1' unknown: set 'cf.bot_management.score'",
      "✓ reaches the origin: GET https://a.example/x; set_config by 'rule 1' if cf.bot_management.score lt 30",
      "200",
    ],
  ],
  [
    "settings without any",
    "http_request_origin",
    rule("bad", "true", "route"),
    ["'bad' sets nothing", ...origin],
  ],
  ["an empty skip", custom, rule("bad", "true", "skip"), ["'bad' skips nothing", ...origin]],
  [
    "a skip of what is not known",
    custom,
    rule("bad", "true", "skip", {
      phases: ["http_nope", "http_request_redirect"],
      products: ["nope"],
    }),
    [
      "'bad' skips phases http_nope, http_request_redirect, product nope",
      "unknown phase 'http_nope'",
      "not documented: skipping the phase http_request_redirect",
      "unknown product 'nope'",
      ...origin,
    ],
  ],
  [
    "a page for what is no error",
    "http_custom_errors",
    rule("bad", "true", "serve_error", { content: "x" }),
    ["'bad' replaces nothing: the status is 200, which is not an error", ...origin],
  ],
  [
    "a managed ruleset that is not given",
    managed,
    rule("owasp", "true", "execute", { id: "4814" }),
    [
      "'owasp' executes 4814, whose rules are not given",
      ...origin,
      "Assuming that the managed ruleset of 'owasp' (4814), whose rules are not given, does not match.",
    ],
  ],
  [
    "no ruleset to execute",
    managed,
    rule("bad", "true", "execute"),
    ["'bad' executes nothing: it names no ruleset", ...origin],
  ],
  [
    "a rule that is disabled",
    custom,
    { ...rule("a", "true", "block"), enabled: false },
    ["all rules are disabled (1)", ...origin],
  ],
  [
    "an unknown phase",
    "http_request_new",
    rule("bad", "true", "block"),
    [
      "unknown phase: it is not known when it runs",
      ...origin,
      "Assuming that the rules of the unknown phase 'http_request_new' change nothing.",
    ],
  ],
])("%s", (_, phase, bad, expected) => {
  expect(said(phase, bad)).toEqual(expected);
});

test("an empty ruleset", () => {
  expect(said(custom)).toEqual(["no rules", ...origin]);
});

test("several unknown rules are one sentence", () => {
  const rules = [
    rule("a", unknownScore, "managed_challenge"),
    rule("b", "ip.src in $x", "block"),
    rule("c", "", "block"),
    later,
  ];
  expect(said(custom, ...rules).at(-1)).toBe(
    "? challenged if cf.bot_management.score lt 30, else blocked if ip.src in $x, else blocked by 'c' if it matches (its expression cannot be evaluated), else blocked by 'later'",
  );
});

test("what is assumed of an unknown phase, of a managed ruleset and of a ruleset that executes itself", () => {
  const execute = (id: string) => rule("run", "true", "execute", { id });
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
      "'run' executes nothing: 'self' is already running",
      "the managed ruleset of 'run' (other), whose rules are not given, does not match",
      "the rules of the unknown phase 'http_request_new' change nothing",
    ],
  });
  expect(traced.steps.slice(-2).map((it) => it.effect)).toEqual([
    "unknown phase: it is not known when it runs",
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

  test("the headers of an error page are changed, whatever its status", () => {
    const bad = rule("x", "true", "rewrite", { uri: { path: { value: "x" } } });
    const byStatus = { ...header, ref: "i", expression: "http.response.code eq 500" };
    const traced = traceOf(
      rulesetsOf(
        { phase: "http_request_transform", rules: [bad] },
        { phase: "http_response_headers_transform", rules: [header, header, byStatus] },
      ),
      request,
    );
    expect(traced.steps.at(-1)?.rules.map((it) => it.result)).toEqual([
      "matched",
      "matched",
      "unknown",
    ]);
    expect(traced.outcome).toMatchObject({ kind: "error", if: [{ rule: "i" }] });
  });
});
