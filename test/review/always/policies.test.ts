import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Configuration } from "../../../server/src/core/configuration/model.ts";
import { defaultContext, readTraceTests } from "../../../server/src/languages.ts";
import { alwaysResult, Policies } from "../../../server/src/review/review.ts";
import { times } from "../../support/long.ts";
import { type RuleBody, rule, rulesetsOf } from "../../trace/support.ts";

const custom = "http_request_firewall_custom";
const managed = "http_request_firewall_managed";

function zoneRules(phase: string, ...rules: readonly RuleBody[]) {
  return { phase, kind: "zone", rules };
}

/** The answer to one entry, in words, with the reasons below. */
function answers(entry: string, configuration: Configuration, context = defaultContext): string {
  const indented = entry.trim().replace(/\n/g, "\n    ");
  const { always, problems } = readTraceTests(`always:\n  - ${indented}\n`);
  expect(problems).toEqual([]);
  const [only] = always;
  if (!only) throw new Error("There is no entry.");
  const result = alwaysResult(only, new Policies({ configuration, context }));
  expect(result.passed).toBe(result.policy?.result === "holds");
  return result.details ?? result.message;
}

const office = "ip.src in {203.0.113.0/24}";
const admin = rule("admin", 'starts_with(http.request.uri.path, "/admin")', "block");
const partners = rule("partners", 'http.host eq "p.example"', "skip", { ruleset: "current" });
const rewriting = rule("shorten", 'http.request.uri.path eq "/old"', "rewrite", {
  uri: { path: { value: "/admin" } },
});

const blocksAdmin = `when: starts_with(http.request.uri.path, "/admin")
expect: { outcome: [block, challenge] }`;

test.each<[about: string, entry: string, configuration: Configuration, answer: string]>([
  [
    "a block",
    blocksAdmin,
    rulesetsOf(zoneRules(custom, admin)),
    "holds for every request (proved)\n",
  ],
  [
    "a skip before the block",
    blocksAdmin,
    rulesetsOf(zoneRules(custom, partners, admin)),
    `broken: GET https://p.example/admin
'partners' (rulesets.json:1) skips the rest of the ruleset before 'admin' (rulesets.json:1)\n`,
  ],
  [
    "a disabled block",
    blocksAdmin,
    rulesetsOf(zoneRules(custom, { ...admin, enabled: false })),
    `broken: GET https://example.com/admin\n'admin' (rulesets.json:1) is disabled\n`,
  ],
  [
    "a rule that only logs",
    blocksAdmin,
    rulesetsOf(zoneRules(custom, { ...admin, action: "log" })),
    `broken: GET https://example.com/admin\n'admin' (rulesets.json:1) only logs the request\n`,
  ],
  [
    "a path that is rewritten before it is blocked",
    'when: http.request.uri.path eq "/old"\nexpect: { outcome: block, by: admin }',
    rulesetsOf(zoneRules("http_request_transform", rewriting), zoneRules(custom, admin)),
    "holds for every request (proved)\nassuming no rewritten URL has more than 4,096 characters\n",
  ],
  [
    "a redirect that ends the request before",
    blocksAdmin,
    rulesetsOf(
      zoneRules(
        "http_request_dynamic_redirect",
        rule("moved", 'http.request.uri.path eq "/admin/old"', "redirect", {
          from_value: { target_url: { value: "https://example.com/" } },
        }),
      ),
      zoneRules(custom, admin),
    ),
    `broken: GET https://example.com/admin/old
'moved' (rulesets.json:1) ends the request before 'admin' (rulesets.json:1)
'moved' (rulesets.json:1) redirects to https://example.com/\n`,
  ],
  [
    "a list whose items are not known",
    "when: not ip.src in $office\nexpect: { outcome: block }",
    rulesetsOf(zoneRules(custom, rule("all", "not ip.src in $vpn", "block"))),
    "not known\n'all' (rulesets.json:1) uses $vpn, whose items are not known\n",
  ],
  [
    "the same list, whatever it has",
    "when: not ip.src in $office\nexpect: { outcome: block }",
    rulesetsOf(zoneRules(custom, rule("all", "not ip.src in $office", "block"))),
    "holds for every request (proved)\n",
  ],
  [
    "a rule with errors",
    blocksAdmin,
    rulesetsOf(
      zoneRules(custom, rule("legacy", "http.hots eq 1", "skip", { ruleset: "current" }), admin),
    ),
    "not known\n'legacy' (rulesets.json:1) has an error: Unknown field 'http.hots'. Did you mean 'http.host'?\n",
  ],
  [
    "an action that is not known",
    blocksAdmin,
    rulesetsOf(zoneRules(custom, rule("odd", "ssl", "bllog"), admin)),
    "not known\n'odd' (rulesets.json:1) has an unknown action 'bllog'\n",
  ],
  [
    "a managed ruleset that is not given",
    "when: ssl\nexpect: { outcome: origin }",
    rulesetsOf(zoneRules(managed, rule("managed", "true", "execute", { id: "abc" }))),
    `holds for every request (proved)
assuming the managed ruleset of 'managed' (abc), whose rules are not given, does not match\n`,
  ],
  [
    "account rules before zone rules",
    "when: ssl\nexpect: { outcome: origin }",
    rulesetsOf(
      { phase: custom, kind: "root", rules: [rule("all", "ssl", "block")] },
      zoneRules(custom, rule("office", "true", "skip", { ruleset: "current" })),
    ),
    "broken: GET https://example.com/\n'all' (rulesets.json:1) ends it: block with 403\n",
  ],
])("%s", (_, entry, configuration, answer) => {
  expect(answers(entry, configuration)).toBe(answer);
});

test("account rules act on the Enterprise plan only", () => {
  const account = { phase: custom, kind: "root", rules: [rule("all", "ssl", "block")] };
  const context = { ...defaultContext, plan: "pro" };
  const entry = "when: ssl\nexpect: { outcome: origin }";
  expect(answers(entry, rulesetsOf(account), context)).toMatch(/^holds/);
});

test("nothing is proved past a part that was not read", () => {
  const whole = rulesetsOf(zoneRules(custom, admin));
  for (const mayChange of ["everything", "other products", { phase: custom }] as const) {
    const gap = { what: "waf.tf", why: "cut off", mayChange };
    const found = answers(blocksAdmin, { ...whole, gaps: [gap] });
    expect(found).toBe("not known\nwaf.tf (cut off)\n");
  }
});

test("expressions with errors, and zones that do not exist", () => {
  const configuration = rulesetsOf(zoneRules(custom, admin));
  const policies = new Policies({ configuration, context: defaultContext });
  const expect_ = { outcome: ["block"] };
  expect(policies.decide({ when: "http.hots eq 1", expect: expect_ })).toEqual({
    problem: "Invalid 'when': Unknown field 'http.hots'. Did you mean 'http.host'?",
  });
  expect(policies.decide({ when: "true", zone: "b.example", expect: expect_ })).toEqual({
    problem: "Unknown zone 'b.example'. Select one with 'zone': none.",
  });
});

test("what is not known passes if the entry allows it", () => {
  const configuration = rulesetsOf(zoneRules(custom, rule("all", "not ip.src in $vpn", "block")));
  const text = "always:\n- when: true\n  expect: { outcome: block }\n  unknown: allow\n";
  const [entry] = readTraceTests(text).always;
  const policies = new Policies({ configuration, context: defaultContext });
  expect(entry && alwaysResult(entry, policies)).toMatchObject({
    passed: true,
    policy: { result: "unknown" },
  });
});

test("many policies take bounded work", () => {
  const rules = Array.from({ length: 40 }, (_, i) =>
    rule(
      `r${i}`,
      `http.host eq "h${i}.example" and http.user_agent matches "b${i}[0-9]+"`,
      "block",
    ),
  );
  const policies = new Policies({
    configuration: rulesetsOf(zoneRules(custom, ...rules)),
    context: defaultContext,
  });
  const results = Array.from({ length: times(100, 1000) }, (_, i) =>
    policies.decide({ when: `http.host eq "h${i}.example"`, expect: { outcome: ["origin"] } }),
  );
  expect(results.filter((it) => "problem" in it)).toEqual([]);
  expect(results.slice(40).every((it) => "result" in it && it.result !== "broken")).toBe(true);
});

/** Rules for which a policy of the page holds, and rules that break it. */
const pages: Readonly<Record<string, readonly [Configuration, Configuration]>> = {
  "staging only from the VPN": [
    rulesetsOf(
      zoneRules(
        custom,
        rule("s", 'http.host contains "staging" and not ip.src in {198.51.100.0/24}', "block"),
      ),
    ),
    rulesetsOf(
      zoneRules(
        custom,
        rule("s", 'http.host contains "staging" and not ip.src in {198.51.0.0/16}', "block"),
      ),
    ),
  ],
  "admin only from the office": [
    rulesetsOf(zoneRules(custom, rule("office", office, "skip", { ruleset: "current" }), admin)),
    rulesetsOf(zoneRules(custom, rule("all", "ssl", "skip", { phase: "current" }), admin)),
  ],
  "monitoring is never stopped": [
    rulesetsOf(
      zoneRules(
        custom,
        rule("m", "ip.src in {192.0.2.0/24}", "skip", { ruleset: "current" }),
        admin,
      ),
    ),
    rulesetsOf(zoneRules(custom, admin)),
  ],
  "only the office skips managed rules": [
    rulesetsOf(zoneRules(custom, rule("o", office, "skip", { phases: [managed] }))),
    rulesetsOf(zoneRules(custom, rule("o", "ssl", "skip", { phases: [managed] }))),
  ],
  "the login is limited": [
    rulesetsOf(
      zoneRules("http_ratelimit", {
        ...rule("login", 'http.request.uri.path eq "/login"', "block"),
        ratelimit: { characteristics: ["ip.src"], period: 60, requests_per_period: 5 },
      }),
    ),
    rulesetsOf(
      zoneRules("http_ratelimit", {
        ...rule("login", 'http.request.uri.path eq "/login" and ssl', "block"),
        ratelimit: { characteristics: ["ip.src"], period: 60, requests_per_period: 5 },
      }),
    ),
  ],
  "the old site redirects": [
    rulesetsOf(
      zoneRules(
        "http_request_dynamic_redirect",
        rule("old", 'http.host eq "old.example.com"', "redirect", {
          from_value: {
            target_url: { expression: 'concat("https://example.com", http.request.uri.path)' },
          },
        }),
      ),
    ),
    rulesetsOf(
      zoneRules(
        "http_request_dynamic_redirect",
        rule("old", 'http.host eq "old.example.com"', "redirect", {
          from_value: { status_code: 302, target_url: { value: "https://example.com/" } },
        }),
      ),
    ),
  ],
};

const page = readFileSync("docs/policies.md", "utf8");
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, it = ""]) => it);
const written = blocks.flatMap((it) => readTraceTests(it).always);

test("the page has no problems, and each of its policies is tried", () => {
  expect(blocks.flatMap((it) => readTraceTests(it).problems)).toEqual([]);
  expect(new Set(written.map((it) => it.name))).toEqual(new Set(Object.keys(pages)));
});

test.each(written)("$name", (entry) => {
  const [held, broken] = pages[entry.name ?? ""] ?? [];
  if (!held || !broken) throw new Error("There are no rules for it.");
  const resultOf = (configuration: Configuration) =>
    alwaysResult(entry, new Policies({ configuration, context: defaultContext })).policy?.result;
  expect([resultOf(held), resultOf(broken)]).toEqual(["holds", "broken"]);
});
