import { describe, expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";

const codes = new Set([
  "unknown-phase",
  "unknown-action",
  "unknown-field",
  "unknown-list",
  "phase-action",
  "duplicate-ref",
  "rule-setting",
]);

function foundIn(path: string, text: string, plan?: string) {
  const analysis = hostOfPath(path)?.analyze(text, { ...defaultContext, plan });
  return (analysis?.diagnostics() ?? []).filter((it) => codes.has(it.code));
}

/** The problems around expressions, with the text of their ranges. */
function problems(path: string, text: string): string[] {
  return foundIn(path, text).map(
    (it) => `${text.slice(it.start, it.end)}: ${it.code}: ${it.message}`,
  );
}

const custom = "http_request_firewall_custom";

function ruleset(rules: string, phase = custom, kind = '"zone"'): string {
  return `resource "cloudflare_ruleset" "r" {\n  kind = ${kind}\n  phase = "${phase}"\n  ${rules}\n}\n`;
}

const rule = (settings: string) => `rules = [{ expression = "ssl", ${settings} }]`;

describe("in Terraform", () => {
  const limit = (settings: string) =>
    ruleset(
      `rules {\n action = "block"\n expression = "ssl"\n ratelimit {\n ${settings}\n }\n }`,
      "http_ratelimit",
    );
  const redirect = (settings: string) =>
    ruleset(
      rule(`action = "redirect", action_parameters = { from_value = { ${settings} } }`),
      "http_request_dynamic_redirect",
    );
  test.each<[string, string[]]>([
    [
      ruleset(rule('action = "block"'), "http_request_firewal_custom"),
      [
        "http_request_firewal_custom: unknown-phase: Unknown phase 'http_request_firewal_custom'. Did you mean 'http_request_firewall_custom'?",
      ],
    ],
    [ruleset(rule('action = "block"'), "http_of_the_future"), []],
    [
      ruleset(rule('action = "block"'), "firewall_custom"),
      [
        "firewall_custom: unknown-phase: Unknown phase 'firewall_custom'. Did you mean 'http_request_firewall_custom'?",
      ],
    ],
    [
      ruleset(rule('action = "block"'), "http_request_firewall"),
      [
        "http_request_firewall: unknown-phase: Unknown phase 'http_request_firewall'. Did you mean 'http_request_firewall_custom' or 'http_request_firewall_managed'?",
      ],
    ],
    [
      ruleset(rule('action = "block"'), custom, '"zonal"'),
      ["zonal: rule-setting: Unknown kind 'zonal'. Use 'zone', 'root', 'custom' or 'managed'."],
    ],
    [
      ruleset(rule('action = "block"'), custom, '"account"'),
      ["account: rule-setting: Unknown kind 'account'. Use 'zone', 'root', 'custom' or 'managed'."],
    ],
    [
      ruleset(rule('action = "block"'), custom, '"zon"'),
      ["zon: rule-setting: Unknown kind 'zon'. Did you mean 'zone'?"],
    ],
    [
      ruleset(rule('action = "blok"')),
      ["blok: unknown-action: Unknown action 'blok'. Did you mean 'block'?"],
    ],
    [ruleset(rule("action = var.action")), []],
    [
      ruleset(rule('action = "redirect"')),
      [
        "redirect: phase-action: Phase 'http_request_firewall_custom' has no action 'redirect'. Move the rule to phase 'http_request_dynamic_redirect' or 'http_request_redirect'.",
      ],
    ],
    [
      ruleset(rule('action = "block"'), "http_request_origin"),
      ["block: phase-action: Phase 'http_request_origin' has no action 'block'. Use 'route'."],
    ],
    [ruleset(rule('action = "block"'), "http_request_firewall_managed", '"custom"'), []],
    [ruleset(rule('action = "block"'), "http_request_firewall_managed", "var.kind"), []],
    [
      ruleset('rules = [{ expression = "ssl", ref = "a" }, { expression = "sip", ref = "a" }]'),
      ["a: duplicate-ref: An earlier rule of the ruleset has the ref 'a' too. Use another."],
    ],
    [
      ruleset('rules = [{ expression = "ssl", ref = "a" }]') +
        ruleset('rules = [{ expression = "ssl", ref = "a" }]').replace('"r"', '"s"'),
      [],
    ],
    [
      ruleset(
        'rules = var.strict ? [{ expression = "ssl", ref = "a" }] : [{ expression = "sip", ref = "a" }]',
      ),
      [],
    ],
    [
      limit('characteristics = ["ip.src", "cf.colo.id"]\n period = 60\n requests_per_period = 5'),
      [],
    ],
    [
      limit('characteristics = ["ip.srcc"]'),
      ["ip.srcc: unknown-field: Unknown field 'ip.srcc'. Did you mean 'ip.src'?"],
    ],
    [
      limit(
        'characteristics = ["http.request.header[\\"x\\"]", "lower(http.host)", "a.field.of.the.future"]',
      ),
      [
        "http.request.header[\\\"x\\\"]: unknown-field: Unknown field 'http.request.header'. Did you mean 'http.request.headers'?",
      ],
    ],
    [
      limit('characteristics = ["ip.src", "cf.unique_visitor_id"]'),
      ["cf.unique_visitor_id: rule-setting: Use 'ip.src' or 'cf.unique_visitor_id', not both."],
    ],
    [
      limit("period = 61\n mitigation_timeout = 5\n requests_per_period = 0"),
      [
        "61: rule-setting: Period '61' needs an Enterprise plan. Other plans need '10', '60', '120', '300', '600' or '3600'.",
        "5: rule-setting: Mitigation timeout '5' needs an Enterprise plan. Other plans need '0', '10', '60', '120', '300', '600', '3600' or '86400'.",
        "0: rule-setting: Invalid number of requests '0'. Use at least 1.",
      ],
    ],
    [limit("period = var.period\n mitigation_timeout = local.timeout"), []],
    [redirect("status_code = 301"), []],
    [redirect("status_code = 303"), []],
    [
      redirect("status_code = 399"),
      [
        "399: rule-setting: Invalid status code of a redirect '399'. Use '301', '302', '307' or '308'.",
      ],
    ],
    [
      ruleset(rule('action = "block", action_parameters = { response = { status_code = 200 } }')),
      [
        "200: rule-setting: Invalid status code of a blocked request '200'. Use a number from 400 to 499.",
      ],
    ],
    [
      ruleset(
        rule('action = "route", action_parameters = { origin = { port = 70000 } }'),
        "http_request_origin",
      ),
      ["70000: rule-setting: Invalid port '70000'. Use a number from 1 to 65535."],
    ],
    [
      'resource "cloudflare_firewall_rule" "f" {\n  action = "alow"\n  filter = { expression = "ssl" }\n}',
      ["alow: unknown-action: Unknown action 'alow'. Did you mean 'allow'?"],
    ],
    [
      'resource "cloudflare_filter" "f" {\n  body = [{ expression = "http.hosst" }]\n}',
      ["http.hosst: unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
    ],
  ])("%s", (text, expected) => {
    expect(problems("main.tf", text)).toEqual(expected);
  });
});

describe("in other hosts", () => {
  const body = { kind: "zone", phase: custom, rules: [{ action: "blok", expression: "ssl" }] };
  const planned = {
    format_version: "1.2",
    resource_changes: [
      { address: "a.b", mode: "managed", type: "cloudflare_ruleset", change: { after: body } },
    ],
  };
  const unknown = "blok: unknown-action: Unknown action 'blok'. Did you mean 'block'?";
  test.each<[string, string, string[]]>([
    ["a.json", JSON.stringify(body), [unknown]],
    ["plan.json", JSON.stringify(planned), [unknown]],
    ["a.tf.json", JSON.stringify({ resource: { cloudflare_ruleset: { r: body } } }), [unknown]],
    ["a.yaml", "waf_custom_rules:\n  - ref: a\n    expression: ssl\n    action: blok\n", [unknown]],
    [
      "a.yaml",
      "cache_rules:\n  - ref: a\n    expression: ssl\n    action: block\n  - ref: a\n    expression: sip\n",
      [
        "block: phase-action: Phase 'http_request_cache_settings' has no action 'block'. Use 'set_cache_settings'.",
        "a: duplicate-ref: An earlier rule of the ruleset has the ref 'a' too. Use another.",
      ],
    ],
    [
      "a.yaml",
      "waf_custom_rules:\n  - ref: a\n    expression: ssl\n---\nwaf_custom_rules:\n  - ref: a\n    expression: ssl\n",
      [],
    ],
    ["a.md", "```cfrule\nssl\n```\n", []],
  ])("%s: %s", (path, text, expected) => {
    expect(problems(path, text)).toEqual(expected);
  });
});

describe("lists", () => {
  const list = 'resource "cloudflare_list" "l" {\n  name = "office_ips"\n}\n';
  const uses = (name: string) => ruleset(`rules = [{ expression = "ip.src in $${name}" }]`);
  const redirectsFrom = (name: string, key = "http.request.full_uri") =>
    ruleset(
      rule(
        `action = "redirect", action_parameters = { from_list = { name = "${name}", key = "${key}" } }`,
      ),
      "http_request_redirect",
      '"root"',
    );
  test.each<[string, string[]]>([
    [list + uses("office_ips"), []],
    [
      list + uses("ofice_ips"),
      [
        "$ofice_ips: unknown-list: Unknown list '$ofice_ips'. Did you mean '$office_ips', which is created here?",
      ],
    ],
    [list + uses("partners"), []],
    [list + redirectsFrom("office_ips"), []],
    [
      list + redirectsFrom("ofice_ips"),
      [
        "ofice_ips: unknown-list: Unknown list 'ofice_ips'. Did you mean 'office_ips', which is created here?",
      ],
    ],
    [list + redirectsFrom("moved"), []],
    [redirectsFrom("ofice_ips"), []],
    [
      redirectsFrom("moved", "http.request.ful_uri"),
      [
        "http.request.ful_uri: unknown-field: Unknown field 'http.request.ful_uri'. Did you mean 'http.request.full_uri'?",
      ],
    ],
    [uses("ofice_ips"), []],
  ])("%s", (text, expected) => {
    expect(problems("main.tf", text)).toEqual(expected);
  });

  test("a name one edit away is a warning", () => {
    expect(foundIn("main.tf", list + uses("ofice_ips"))[0]?.severity).toBe("warning");
  });
});

test("what was probably meant is offered, but not applied by itself", () => {
  const text = ruleset(rule('action = "blok"'));
  const [fix] = foundIn("main.tf", text)[0]?.fixes ?? [];
  expect(fix).toMatchObject({ title: "Use 'block'", guess: true });
  expect(applyEdits(text, fix?.edits ?? [])).toBe(ruleset(rule('action = "block"')));
});

test("comments and settings suppress it", () => {
  const text = ruleset(
    'rules = [{\n expression = "ssl"\n # weir-ignore unknown-action\n action = "blok" }]',
  );
  expect(problems("main.tf", text)).toEqual([]);
  const context = { ...defaultContext, severity: { "unknown-action": "off" as const } };
  const analysis = hostOfPath("a.tf")?.analyze(ruleset(rule('action = "blok"')), context);
  expect(analysis?.diagnostics()).toEqual([]);
});

test.each([
  [undefined, "info"],
  ["pro", "error"],
  ["enterprise", undefined],
])("on plan %s, a period of its own is: %s", (plan, severity) => {
  const limit = 'rules { \n action = "block" \n expression = "ssl" \n ratelimit { period = 61 } }';
  const [found] = foundIn(
    "main.tf",
    ruleset(limit.replaceAll(" \n ", "\n"), "http_ratelimit"),
    plan,
  );
  expect(found?.severity).toBe(severity);
});
