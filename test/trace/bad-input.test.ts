import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PartObject, UnknownPart } from "../../server/src/core/configuration/model.ts";
import { traceText } from "../../server/src/trace/trace.ts";
import { type RuleBody, resultsOf, rule, rulesetsOf, traceOf } from "./support.ts";

/** Bad input does not stop a trace: its step says what is not known, and why. */

const custom = "http_request_firewall_custom";
const managed = "http_request_firewall_managed";
const bulk = "http_request_redirect";
const request = "GET https://a.example/x ip.src=192.0.2.1";
const later = rule("later", 'http.request.uri.path eq "/x"', "block");
const origin = ["✓ reaches the origin: GET https://a.example/x", "200"];

const unknownScore = "cf.bot_management.score lt 30";

/** The terminal's lines about the step and about the outcome. */
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
    [
      "'bad' unknown: it names no ruleset to execute",
      "? not known if 'bad' acts (the ruleset is not known), else reaches the origin",
    ],
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
      "? as far as Weir could read: reaches the origin: GET https://a.example/x",
      "200",
      "Not examined: the rules of the unknown phase 'http_request_new'.",
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

test("what is said of an unknown phase, of a managed ruleset and of a ruleset that executes itself", () => {
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
    kind: "unknown",
    asRead: { kind: "origin" },
    assuming: [
      "'run' executes nothing: 'self' is already running",
      "the managed ruleset of 'run' (other), whose rules are not given, does not match",
    ],
    notExamined: ["the rules of the unknown phase 'http_request_new'"],
  });
  expect(traced.steps.slice(-2).map((it) => it.effect)).toEqual([
    "unknown phase: it is not known when it runs",
    "skipped: the phase is about packets",
  ]);
});

describe("a part of a plan that is not known yet", () => {
  const unknown = new UnknownPart("known after apply");
  const block = rule("b", "true", "block");
  test.each<[string, string, string, PartObject, RuleBody | undefined, readonly string[]]>([
    [
      "what a rule skips",
      custom,
      "skip",
      { phases: unknown },
      undefined,
      [
        "? not known if 'x' acts (the part that it skips is not known), else reaches the origin",
        "x: unknown",
      ],
    ],
    [
      "a parameter that does not exist",
      custom,
      "skip",
      { ruleset: "current", logging: { enabled: unknown } },
      block,
      [
        "? not known if 'x' acts (the parameter 'logging' is not known), else blocked by 'b'",
        "x: unknown",
        "b: matched",
      ],
    ],
    [
      "a ruleset that is skipped",
      managed,
      "skip",
      { rulesets: ["a", unknown] },
      block,
      [
        "? not known if 'x' acts (the part that it skips is not known), else blocked by 'b'",
        "x: unknown",
        "b: matched",
      ],
    ],
    [
      "the status of a block",
      custom,
      "block",
      { response: { status_code: unknown } },
      block,
      [
        "✗ blocked by 'x'",
        "A part of 'x' is not known: known after apply.",
        "x: matched",
        "b: not-reached",
      ],
    ],
    [
      "the origin",
      "http_request_origin",
      "route",
      { host_header: unknown },
      undefined,
      [
        "✓ reaches the origin: GET https://a.example/x",
        "A part of 'x' is not known: known after apply.",
        "x: matched",
      ],
    ],
    [
      "the path",
      "http_request_transform",
      "rewrite",
      { uri: { path: { value: unknown } } },
      undefined,
      [
        "? not known: it depends on 'x'",
        "The path after 'x' is not known: known after apply.",
        "x: matched",
      ],
    ],
    [
      "the ruleset that is executed",
      custom,
      "execute",
      { id: unknown },
      block,
      [
        "? not known if 'x' acts (the ruleset is not known), else blocked by 'b'",
        "x: unknown",
        "b: matched",
      ],
    ],
  ])("%s", (_, phase, action, parameters, next, expected) => {
    const rules = [rule("x", "true", action), ...(next ? [next] : [])];
    const { rulesets, ...rest } = rulesetsOf({ phase, kind: "zone", rules });
    const changed = rulesets.map((it) => ({
      ...it,
      rules: it.rules.map((one) => (one.ref === "x" ? { ...one, parameters } : one)),
    }));
    const traced = traceOf({ ...rest, rulesets: changed }, request);
    const outcome = traceText({ ...traced, steps: [] }, []).split("\n")[1];
    const results = Object.entries(resultsOf(traced)).map(([name, it]) => `${name}: ${it}`);
    expect([outcome, ...(traced.outcome.unknown ?? []), ...results]).toEqual(expected);
  });
});

test("rulesets that do not run are reported", () => {
  const rules = [rule("r", "true", "block")];
  const execute = (ref: string, id: string) => rule(ref, "true", "execute", { id });
  const traced = traceOf(
    rulesetsOf(
      { phase: bulk, kind: "zone", rules },
      { phase: "http_request_transform", kind: "root", rules },
      { phase: custom, kind: "custom", id: "alone", rules },
      { phase: managed, kind: "custom", id: "other", rules },
      { phase: custom, kind: "custom", id: "a", rules: [execute("to b", "b")] },
      { phase: custom, kind: "custom", id: "b", rules: [execute("to a", "a")] },
      { phase: custom, kind: "zone", rules: [execute("to other", "other"), execute("start", "a")] },
    ),
    request,
  );
  expect(traced.outcome).toMatchObject({
    kind: "unknown",
    if: [{ rule: "to other" }],
    assuming: ["'to a' executes nothing: 'a' is already running"],
  });
  expect(traced.steps.slice(-3).map((it) => [it.title, it.effect])).toEqual([
    ["bulk redirects", "skipped: the phase has no rules of the zone"],
    ["url rewrites", "skipped: the phase has no rules of the account"],
    ["custom rules", "skipped: no rule executes this ruleset"],
  ]);
});

test("any values of a rule", () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const names = [
    ...["ref", "id", "description", "expression", "action", "enabled", "ratelimit"],
    ...["action_parameters", "categories", "ruleset", "phases", "rulesets", "rules", "overrides"],
    ...["uri", "path", "query", "headers", "from_value", "target_url", "from_list", "value"],
  ];
  const object = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });
  const actions = fc.constantFrom(
    ...["skip", "execute", "rewrite", "route", "redirect", "score", "serve_error", "block"],
    ...["compress_response", "set_cache_settings", "set_config", "set_cache_tags"],
  );
  const phases = fc.constantFrom(
    ...[custom, managed, bulk, "http_ratelimit", "http_request_transform"],
    ...["http_custom_errors", "http_response_compression", "http_response_cache_settings", "new"],
  );
  const made = fc.record({
    phase: phases,
    kind: fc.constantFrom("zone", "root", "custom", "managed"),
    rules: fc.array(
      fc.tuple(actions, object, object).map(([action, parameters, more]) => ({
        ...{ action, expression: "true", action_parameters: parameters },
        ...more,
      })),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 3 }), (rulesets) => {
      const trace = traceOf(rulesetsOf(...rulesets), request, { response: { status: 500 } });
      expect(traceText(trace, [])).toContain(request.slice(0, 23));
      expect(() => JSON.stringify(trace)).not.toThrow();
    }),
    { numRuns: Number(process.env.WEIR_TRACE_RUNS ?? 100) },
  );
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
