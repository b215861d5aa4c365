import { describe, expect, test } from "vitest";
import { withRulesets } from "../../server/src/core/configuration/replace.ts";
import { configurationIn } from "../../server/src/languages.ts";
import { resultsOf, rule, rulesetsOf, traceOf } from "./support.ts";

const block = { ref: "a", expression: 'http.request.uri.path eq "/a"', action: "block" };
const ruleset = { kind: "zone", phase: "http_request_firewall_custom", rules: [block] };
const asJson = (value: unknown) => JSON.stringify(value);

const terraform5 = `
resource "cloudflare_ruleset" "waf" {
  zone_id = "z1"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [{
    ref        = "a"
    expression = "http.request.uri.path eq \\"/a\\""
    action     = "block"
  }]
}
`;
const terraform4 = terraform5.replace("rules = [{", "rules {").replace("}]", "}");
const planned = {
  format_version: "1.2",
  resource_changes: [
    {
      address: "module.m.cloudflare_ruleset.waf",
      mode: "managed",
      type: "cloudflare_ruleset",
      change: {
        actions: ["create"],
        after: { ...ruleset, zone_id: null, rules: [{ ...block, id: null, description: null }] },
        after_unknown: { zone_id: true, rules: [{ id: true }] },
        after_sensitive: false,
      },
    },
  ],
};

const sources: readonly (readonly [name: string, path: string, text: string])[] = [
  ["a ruleset", "a.json", asJson(ruleset)],
  ["an array of rulesets", "a.json", asJson([ruleset])],
  ["an object of rulesets", "a.json", asJson({ rulesets: [ruleset] })],
  ["an answer of the API", "a.json", asJson({ success: true, result: ruleset })],
  ["a ruleset as YAML", "a.yaml", asJson({ rulesets: [ruleset] })],
  ["octorules", "a.yaml", asJson({ waf_custom_rules: [block] })],
  ["Terraform with objects", "a.tf", terraform5],
  ["Terraform with blocks", "a.tf", terraform4],
  [
    "Terraform as JSON",
    "a.tf.json",
    asJson({ resource: { cloudflare_ruleset: { waf: { ...ruleset, zone_id: "z1" } } } }),
  ],
  ["a plan", "plan.json", asJson(planned)],
];

test.each(sources)("%s is read", (_, path, text) => {
  const configuration = configurationIn(text, path);
  const { outcome, steps } = traceOf(configuration, "GET https://example.com/a");
  expect(outcome).toMatchObject({ kind: "block", by: "a" });
  const [found] = steps.flatMap((it) => it.rules);
  expect(found?.source?.path).toBe(path);
  expect(traceOf(configuration, "GET https://example.com/b").outcome.kind).toBe("origin");
});

test("a rule of a plan has the name of its resource, and sensitive values are not shown", () => {
  const [change] = planned.resource_changes;
  const secret = {
    ...planned,
    resource_changes: [
      {
        ...change,
        change: { ...change?.change, after_sensitive: { rules: [{ expression: true }] } },
      },
    ],
  };
  const traced = traceOf(configurationIn(asJson(secret), "plan.json"), "GET https://example.com/a");
  const [found] = traced.steps.flatMap((it) => it.rules);
  expect(found).toMatchObject({
    result: "unknown",
    because: "the expression is not known: '(sensitive)'",
    source: { address: "module.m.cloudflare_ruleset.waf" },
  });
  expect(JSON.stringify(traced)).not.toContain('\\"/a\\"');
});

describe("Terraform", () => {
  test("an executed ruleset is found by its reference", () => {
    const text = `
resource "cloudflare_ruleset" "own" {
  account_id = "a1"
  kind = "custom"
  phase = "http_request_firewall_custom"
  rules = [{ ref = "inner", expression = "true", action = "block" }]
}
resource "cloudflare_ruleset" "root" {
  account_id = "a1"
  kind = "root"
  phase = "http_request_firewall_custom"
  rules = [{ ref = "run", expression = "true", action = "execute", action_parameters = { id = cloudflare_ruleset.own.id } }]
}
`;
    const traced = traceOf(configurationIn(text, "a.tf"), "GET https://example.com/");
    expect(traced.outcome).toMatchObject({ kind: "block", by: "inner" });
  });

  test("holes, unknown rules and dynamic blocks stay unknown", () => {
    const text = `
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone
  kind = "zone"
  phase = "http_request_firewall_custom"
  rules {
    ref = "hole"
    expression = "http.request.uri.path eq \\"/x\\" and ip.src in {\${var.office}}"
    action = "block"
  }
  dynamic "rules" {
    for_each = var.paths
    content {
      ref = "made"
      expression = "http.request.uri.path eq \\"\${rules.value}\\""
      action = "block"
    }
  }
}
`;
    const configuration = configurationIn(text, "a.tf");
    const onOther = traceOf(configuration, "GET https://example.com/y");
    expect(resultsOf(onOther)).toEqual({ hole: "not-matched", made: "unknown" });
    const onHole = traceOf(configuration, "GET https://example.com/x");
    expect(resultsOf(onHole)).toEqual({ hole: "unknown", made: "unknown" });
    expect(onHole.outcome.kind).toBe("unknown");
  });

  test("lists, zones and URL normalization", () => {
    const text = `
resource "cloudflare_zone" "main" {
  name = "example.com"
}
resource "cloudflare_list" "office" {
  account_id = "a1"
  name = "office"
  kind = "ip"
  items = [{ ip = "192.0.2.0/24" }]
}
resource "cloudflare_url_normalization_settings" "n" {
  zone_id = cloudflare_zone.main.id
  scope = "both"
  type = "cloudflare"
}
resource "cloudflare_ruleset" "waf" {
  zone_id = cloudflare_zone.main.id
  kind = "zone"
  phase = "http_request_firewall_custom"
  rules {
    ref = "office"
    expression = "ip.src in $office"
    action = "block"
  }
}
resource "cloudflare_ruleset" "other" {
  zone_id = "z2"
  kind = "zone"
  phase = "http_request_firewall_custom"
  rules {
    ref = "other"
    expression = "true"
    action = "block"
  }
}
`;
    const configuration = configurationIn(text, "a.tf");
    const office = "GET https://shop.example.com//a ip.src=192.0.2.1";
    expect(traceOf(configuration, office).outcome).toMatchObject({ kind: "block", by: "office" });
    const elsewhere = traceOf(configuration, "GET https://shop.example.com//a ip.src=198.51.100.1");
    expect(elsewhere.outcome.request?.url).toBe("https://shop.example.com/a");
    expect(traceOf(configuration, office, { zone: "z2" }).outcome.by).toBe("other");
    expect(() => traceOf(configuration, "GET https://elsewhere.test/")).toThrow(
      "Several zones. Select one with '--zone': example.com (cloudflare_zone.main.id), z2.",
    );
  });

  test("a firewall rule and its filter", () => {
    const text = `
resource "cloudflare_filter" "f" {
  zone_id = "z1"
  expression = "http.request.uri.path eq \\"/a\\""
}
resource "cloudflare_firewall_rule" "r" {
  zone_id = "z1"
  description = "old"
  filter_id = cloudflare_filter.f.id
  action = "block"
}
`;
    const configuration = configurationIn(text, "a.tf");
    expect(traceOf(configuration, "GET https://example.com/a").outcome.by).toBe("old");
  });
});

test("a whole ruleset of a file replaces that of the service, also beside single rules of other files", () => {
  const custom = "http_request_firewall_custom";
  const one = (ref: string, expression: string) =>
    rulesetsOf({ phase: custom, kind: "zone", rules: [rule(ref, expression, "block")] });
  const [whole, single] = [one("whole", "false"), one("single", "false")];
  const partial = single.rulesets.map((it) => ({ ...it, isPartial: true as const }));
  for (const rulesets of [
    [...whole.rulesets, ...partial],
    [...partial, ...whole.rulesets],
  ]) {
    const files = { ...whole, rulesets };
    const after = withRulesets(one("old", "true"), files);
    expect(after.rulesets.flatMap((it) => it.rules.map(({ ref }) => ref)).sort()).toEqual([
      "single",
      "whole",
    ]);
  }
});
