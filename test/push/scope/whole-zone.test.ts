import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { times } from "../../support/long.ts";
import { Harness } from "../harness.ts";
import {
  addRuleset,
  changeRules,
  compared,
  type Level,
  pulled,
  pushed,
  type RuleByHand,
} from "./service.ts";

/** Any zone and account: a pull and a push change nothing, and whatever changes afterwards is seen. */

const expressions = fc.constantFrom(
  "ssl",
  "not  ssl",
  "(ssl)",
  'http.host eq "a.example"',
  'http.host == "a.example" && ssl',
  'http.host eq "a.example"\nor http.request.uri.path contains "/\\"admin\\""',
  "ip.src in {192.0.2.0/24 2001:db8::/32}",
  'http.request.uri.path matches r"^/a/.*$"',
);

const about = fc.record(
  {
    enabled: fc.boolean(),
    description: fc.oneof(
      fc.constantFrom("Office", "two\nlines", '"quoted" # sign', "Straße ✓", "@action log", "  "),
      fc.string({ maxLength: 20 }),
    ),
    ref: fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/),
    logging: fc.record({ enabled: fc.boolean() }),
    categories: fc.constant(["some"]),
    exposed_credential_check: fc.constant({ username_expression: "u", password_expression: "p" }),
  },
  { requiredKeys: [] },
);

const id = fc.stringMatching(/^[0-9a-f]{32}$/);
const overrides = fc.record(
  {
    action: fc.constantFrom("log", "block"),
    enabled: fc.boolean(),
    sensitivity_level: fc.constantFrom("low", "default"),
    categories: fc.constant([{ category: "wordpress", enabled: false }]),
    rules: fc.array(fc.record({ id, enabled: fc.boolean(), score_threshold: fc.nat(60) }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
);
const skips = fc.oneof(
  fc.constantFrom<object>(
    { ruleset: "current" },
    { phases: ["http_ratelimit", "http_request_sbfm"] },
    { products: ["waf", "bic"] },
    { ruleset: "current", products: ["hot"] },
    { phase: "current", products: ["uaBlock"] },
  ),
  fc.record({ rulesets: fc.array(id, { minLength: 1, maxLength: 2 }) }),
  id.map((it) => ({ rules: { [it]: ["0123456789abcdef0123456789abcdef"] } })),
);
const limits = fc.record({
  characteristics: fc.constantFrom(["ip.src", "cf.colo.id"], ["http.host"]),
  period: fc.constantFrom(10, 60),
  requests_per_period: fc.integer({ min: 1, max: 100 }),
  mitigation_timeout: fc.constantFrom(0, 600),
});

const stops = ["block", "managed_challenge", "js_challenge", "challenge", "log"] as const;

/** The properties of a rule beside its expression. */
type Shape = fc.Arbitrary<Readonly<Record<string, unknown>>>;

function withParameters(action: string, ...parameters: readonly object[]): Shape {
  return fc
    .constantFrom(...parameters)
    .map((it) => ({ action, action_parameters: it as Readonly<Record<string, unknown>> }));
}

const stop: Shape = fc.constantFrom(...stops).map((action) => ({ action }));
const skip: Shape = skips.map((it) => ({ action: "skip", action_parameters: it }));
const response = withParameters("block", {
  response: { status_code: 429, content: "No", content_type: "text/plain" },
});
const limit: Shape = fc.record({ action: fc.constantFrom(...stops), ratelimit: limits });
const execute: Shape = fc.record({
  action: fc.constant("execute"),
  action_parameters: fc.record({ id, overrides }, { requiredKeys: ["id"] }),
});

const zonePhases: Readonly<Record<string, Shape>> = {
  http_request_firewall_custom: fc.oneof(stop, skip, response, execute),
  http_ratelimit: fc.oneof(limit, execute),
  http_request_firewall_managed: fc.oneof(execute, skip),
  ddos_l7: execute,
  http_request_transform: withParameters(
    "rewrite",
    { uri: { path: { value: "/new" } } },
    { uri: { query: { expression: 'concat("a=", http.host)' } } },
  ),
  http_request_late_transform: withParameters("rewrite", {
    headers: { "X-A": { operation: "set", value: "1" }, "X-B": { operation: "remove" } },
  }),
  http_response_headers_transform: withParameters("rewrite", {
    headers: { "X-C": { operation: "add", expression: "cf.ray_id" } },
  }),
  http_request_dynamic_redirect: withParameters(
    "redirect",
    { from_value: { status_code: 301, target_url: { value: "https://b.example/" } } },
    { from_value: { target_url: { expression: "http.host" }, preserve_query_string: true } },
  ),
  http_request_origin: withParameters("route", { host_header: "b", origin: { port: 8443 } }),
  http_config_settings: withParameters("set_config", { bic: false, polish: "off" }),
  http_request_cache_settings: withParameters(
    "set_cache_settings",
    { cache: false },
    { edge_ttl: { mode: "override_origin", default: 60 } },
  ),
  http_response_cache_settings: withParameters("set_cache_tags", { operation: "add" }),
  http_response_compression: withParameters("compress_response", {
    algorithms: [{ name: "gzip" }],
  }),
  http_custom_errors: withParameters("serve_error", { content: "No", status_code: 500 }),
  http_log_custom_fields: withParameters("log_custom_field", { cookie_fields: [{ name: "a" }] }),
  http_request_sbfm: fc.oneof(stop, skip),
  a_phase_of_tomorrow: fc.oneof(stop, withParameters("an_action_of_tomorrow", { a: [1] })),
};
const accountPhases = ["http_request_firewall_custom", "http_ratelimit", "ddos_l7"];

function rulesOf(shape: Shape): fc.Arbitrary<readonly RuleByHand[]> {
  const one = fc.tuple(about, shape, expressions).map(([more, own, expression]) => {
    return { ...more, ...own, expression } as RuleByHand;
  });
  return fc.uniqueArray(one, {
    minLength: 1,
    maxLength: 4,
    selector: (it) => it.ref ?? it,
    comparator: Object.is,
  });
}

interface RandomRuleset {
  readonly level: Level;
  readonly phase: string;
  readonly rules: readonly RuleByHand[];
}

function rulesets(level: Level, names: readonly string[], count: number) {
  return fc
    .shuffledSubarray([...names], { minLength: count, maxLength: count })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((phase) =>
          rulesOf(zonePhases[phase] ?? stop).map(
            (rules): RandomRuleset => ({ level, phase, rules }),
          ),
        ),
      ),
    );
}

const services = fc
  .tuple(rulesets("zone", Object.keys(zonePhases), 8), rulesets("account", accountPhases, 2))
  .map(([zone, account]) => [...zone, ...account]);

/** The changes that a rule may get at night. */
const changes = fc.constantFrom<Readonly<Record<string, unknown>> | undefined>(
  undefined,
  { expression: 'http.host eq "at.night"' },
  { action_parameters: { at: "night" } },
  { enabled: false, description: "At night" },
  { ratelimit: { at: "night" } },
);

test("a whole zone and account is pulled, and pushed without a call", async () => {
  await fc.assert(
    fc.asyncProperty(services, fc.nat(), fc.nat(), changes, async (all, which, rule, change) => {
      using h = new Harness({ rulesTarget: "rulesets" });
      const ids = all.map((it) => addRuleset(h, it.phase, it.rules, it));
      const before = structuredClone([h.zone.rulesets, h.account.rulesets]);
      const spy = vi.spyOn(h.emulator, "fetch");
      expect((await pulled(h)).status).toBe(0);
      const { status, results } = await pushed(h);
      expect([status, results.filter((it) => it.outcome !== "unchanged")]).toEqual([0, []]);
      expect(spy.mock.calls.filter(([, init]) => (init?.method ?? "GET") !== "GET")).toEqual([]);
      expect([h.zone.rulesets, h.account.rulesets]).toEqual(before);
      expect(await compared(h)).toMatchObject({ status: 0 });

      const id = ids[which % ids.length] ?? "";
      changeRules(h, id, (rules) =>
        rules.flatMap((it, i) =>
          i !== rule % rules.length ? [it] : change ? [{ ...it, ...change }] : [],
        ),
      );
      expect((await compared(h)).status).toBe(1);
      expect((await pulled(h)).status).toBe(0);
      // A file whose rule is gone is left to the user.
      if (change) expect((await compared(h)).status).toBe(0);
    }),
    { seed: Number(process.env.WEIR_SEED ?? 20_261_119), numRuns: times(4, 500) },
  );
});
