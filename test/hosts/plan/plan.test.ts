import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { skimItems, skimProperties } from "../../../server/src/hosts/plan/skim.ts";
import { planTexts } from "../../../server/src/hosts/plan/texts.ts";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { times } from "../../support/long.ts";
import { shown } from "../shown.ts";

/** A plan with the changes of resources. */
function plan(changes: readonly object[], more: object = {}): string {
  return JSON.stringify({ format_version: "1.2", ...more, resource_changes: changes });
}

interface Change {
  readonly address?: string;
  readonly mode?: string;
  readonly unknown?: unknown;
  readonly sensitive?: unknown;
  readonly [other: string]: unknown;
}

function change(type: string, after: unknown, options: Change = {}): object {
  const { unknown = {}, sensitive = {}, ...rest } = options;
  const { address = `${type}.r`, mode = "managed" } = rest;
  return {
    address,
    mode,
    type,
    ...rest,
    change: {
      actions: ["update"],
      before: null,
      after,
      after_unknown: unknown,
      after_sensitive: sensitive,
    },
  };
}

const phase = "http_request_firewall_custom";

function ruleset(rules: unknown, options?: Change): string {
  return plan([change("cloudflare_ruleset", { kind: "zone", phase, rules }, options)]);
}

function textsIn(text: string): string[] {
  return (planTexts(text) ?? []).map((it) => shown(text, it));
}

function analyze(text: string) {
  const analysis = hostOfPath("plan.json")?.analyze(text, defaultContext);
  if (!analysis) throw new Error("no host");
  return analysis;
}

function notChecked(text: string): string[] {
  return (analyze(text).notChecked?.() ?? []).map((it) => it.detail);
}

describe("what is read", () => {
  const around = `phase=${phase} kind=zone group=cloudflare_ruleset.r order=0 attribute=expression`;
  test.each<[string, string, string[]]>([
    [
      "objects, as version 5 of the provider has them",
      ruleset([{ ref: "a", action: "block", expression: "ssl", enabled: true, description: null }]),
      [`cfrule ssl | action=block ref=a enabled=true ${around}`],
    ],
    [
      "blocks, as version 4 of the provider has them",
      ruleset([
        {
          action: "rewrite",
          expression: "true",
          action_parameters: [{ uri: [{ path: [{ expression: "http.host", value: "" }] }] }],
        },
      ]),
      [
        `cfrule true | action=rewrite ${around}`,
        `cfrule value http.host | action=rewrite ${around.replace("=expression", "=action_parameters.uri.path.expression")}`,
      ],
    ],
    [
      "escapes",
      ruleset([{ action: "block", expression: 'http.host eq "ä\\"${x}%{y}"' }]),
      [`cfrule http.host eq "ä\\"\${x}%{y}" | action=block ${around}`],
    ],
    ["nothing of a deleted resource", plan([change("cloudflare_ruleset", null)]), []],
    ["nothing of data", ruleset([{ expression: "ssl" }], { mode: "data" }), []],
    ["nothing of a deposed object", ruleset([{ expression: "ssl" }], { deposed: "1" }), []],
    [
      "a filter of version 4",
      plan([change("cloudflare_filter", { expression: "ssl" })]),
      ["cfrule ssl | group=cloudflare_filter.r attribute=expression"],
    ],
  ])("%s", (_, text, expected) => {
    expect(textsIn(text)).toEqual(expected);
  });

  test("a job: what is known later is a hole, and not missing", () => {
    const job = {
      dataset: "http_requests",
      enabled: null,
      filter: '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}',
      output_options: { cve20214428: true, field_names: ["RayID", null] },
    };
    const unknown = { destination_conf: true, output_options: { field_names: [false, true] } };
    const text = plan([change("cloudflare_logpush_job", job, { unknown })]);
    expect(textsIn(text)).toEqual([
      'lpjob {"destination_conf":«»,"dataset":"http_requests","filter":«…»,"output_options":{"CVE-2021-44228":true,"field_names":["RayID",«null»]}} | dataset=http_requests group=cloudflare_logpush_job.r',
      'lpfilter {"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}} | dataset=http_requests group=cloudflare_logpush_job.r',
    ]);
    expect(analyze(text).diagnostics()).toEqual([]);
  });

  test.each([
    ["a plan of another kind", '{ "format_version": "1.2", "files": [] }'],
    ["a request body", '{ "phase": "x", "rules": [] }'],
    ["no object", "[]"],
    ["a broken text", '{ "format_version": "1.2", "resource_changes": [{'],
  ])("nothing of %s", (_, text) => {
    expect(planTexts(text) ?? []).toEqual([]);
  });
});

describe("what is not known", () => {
  const rule = { ref: "a", action: "block", expression: "ssl" };
  test.each<[string, string, string[]]>([
    [
      "an expression",
      ruleset([{ ref: "a", action: "block" }], { unknown: { rules: [{ expression: true }] } }),
      ["cloudflare_ruleset.r rules[0] (ref 'a') is known after apply"],
    ],
    [
      "a rule",
      ruleset([rule, null], { unknown: { rules: [{}, true] } }),
      ["cloudflare_ruleset.r rules[1] is known after apply"],
    ],
    [
      "a rule that is missing",
      ruleset([rule], { unknown: { rules: [{}, { id: true }] } }),
      ["cloudflare_ruleset.r rules[1] is known after apply"],
    ],
    [
      "all rules",
      ruleset(null, { unknown: { rules: true } }),
      ["cloudflare_ruleset.r rules[0] is known after apply"],
    ],
    [
      "the resource",
      plan([change("cloudflare_ruleset", null, { unknown: true })]),
      ["cloudflare_ruleset.r is known after apply"],
    ],
    [
      "a sensitive expression",
      ruleset([{ ...rule, expression: 'http.host eq "secret.example.com"' }], {
        sensitive: { rules: [{ expression: true }] },
      }),
      ["cloudflare_ruleset.r rules[0] (ref 'a') is sensitive"],
    ],
    [
      "a short sensitive expression",
      ruleset([rule], { sensitive: { rules: [{ expression: true }] } }),
      ["cloudflare_ruleset.r rules[0] (ref 'a') is sensitive"],
    ],
    [
      "a plan with errors",
      plan([], { errored: true }),
      ["The plan has errors, so it is incomplete."],
    ],
    [
      "rules of older products",
      plan([change("cloudflare_page_rule", { target: "a" }), change("cloudflare_rate_limit", {})]),
      ["cloudflare_page_rule.r has no expression", "cloudflare_rate_limit.r has no expression"],
    ],
    ["nothing else", ruleset([rule], { unknown: { id: true, rules: [{ id: true }] } }), []],
  ])("%s", (_, text, expected) => {
    expect(notChecked(text)).toEqual(expected);
    expect(analyze(text).diagnostics()).toEqual([]);
  });

  test("an unknown setting is not taken as missing: nothing is concluded from the rule", () => {
    const rules = [
      { action: "block", expression: "ssl" },
      { action: "block", expression: 'ssl and http.host eq "a"' },
    ];
    const codes = (options?: Change) =>
      analyze(ruleset(rules, options))
        .diagnostics()
        .map((it) => it.code);
    expect(codes()).toEqual(["unreachable-rule"]);
    expect(codes({ unknown: { rules: [{ enabled: true }, {}] } })).toEqual([]);
    expect(codes({ unknown: { rules: [{ ratelimit: { period: true } }, {}] } })).toEqual([]);
    expect(codes({ sensitive: { rules: [{ action: true }, {}] } })).toEqual([]);
  });

  test("a sensitive value is in no answer", () => {
    const secret = "hunter2.example.com";
    const rules = [
      {
        ref: "a",
        action: "route",
        expression: "ssl",
        action_parameters: { origin: { host: secret } },
      },
      { ref: "b", action: "route", expression: `http.host eq "${secret}"`, description: secret },
    ];
    const sensitive = {
      rules: [{ action_parameters: { origin: true } }, { expression: true, description: true }],
    };
    const analysis = analyze(ruleset(rules, { sensitive }));
    const answers = [
      analysis.regions?.().map((it) => [it, it.owner?.properties()]),
      analysis.unread?.().map((it) => [it, it.owner?.properties()]),
      analysis.embedded?.().map((it) => [it.text, it.holes, it.source?.()]),
      analysis.trials?.(),
      analysis.notChecked?.(),
      analysis.diagnostics(),
    ];
    const written = JSON.stringify(answers);
    expect(written).not.toContain("hunter2");
    expect(written).toContain("(sensitive)");
  });
});

test("a diagnostic names its rule and shows its expression; there is no fix, because a plan is not edited", () => {
  const text = ruleset([{ ref: "x", expression: 'http.host eq "\\"" and http.hosst eq "a"' }], {
    address: 'module.waf["eu"].cloudflare_ruleset.r',
  });
  const [found] = analyze(text).diagnostics();
  expect(found).toMatchObject({
    code: "unknown-field",
    rule: { address: 'module.waf["eu"].cloudflare_ruleset.r', index: 0, ref: "x" },
    fixes: [],
  });
  const { text: expression, start, end } = found?.excerpt ?? { text: "", start: 0, end: 0 };
  expect(expression.slice(start, end)).toBe("http.hosst");
  expect(text.slice(found?.start, found?.end)).toBe("http.hosst");
});

test.each([
  ["a state", '{ "format_version": "1.0", "values": {} }', "This is a state, not a plan."],
  ["a state file", '{ "version": 4, "terraform_version": "1", "lineage": "" }', "This is a state"],
  [
    "another version",
    '{ "format_version": "2.0", "resource_changes": [] }',
    "Plans of format '2.0' are not supported",
  ],
])("%s is refused", (_, text, expected) => {
  expect(analyze(text).refusal?.()).toContain(expected);
  expect(analyze(text).diagnostics()).toEqual([]);
});

describe("skimming", () => {
  test("finds the same properties and items as JSON.parse", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, space) => {
        const text = JSON.stringify(object, null, space);
        const found = Array.from(skimProperties(text), ({ name, start, end }) => [
          JSON.parse(`"${name}"`),
          JSON.parse(text.slice(start, end)),
        ]);
        expect(found).toEqual(Object.entries(JSON.parse(text)));
        for (const { start, end } of skimProperties(text)) {
          const value = JSON.parse(text.slice(start, end));
          if (!Array.isArray(value)) continue;
          const items = Array.from(skimItems(text, start), (it) =>
            JSON.parse(text.slice(it.start, it.end)),
          );
          expect(items).toEqual(value);
        }
      }),
      { numRuns: times(75) },
    );
  });

  test("ends on any text, with spans of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\ a1') }), (text) => {
        for (const { start, end } of skimProperties(text)) {
          expect(start <= end && end <= text.length).toBe(true);
          for (const it of skimItems(text, start)) expect(it.end > it.start).toBe(true);
        }
      }),
      { numRuns: times(125) },
    );
  });
});
