// A second evaluator, written from the documentation of the phases, says the same as the trace of any configuration.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type RulesetBody, rulesetsOf, traceOf } from "./support.ts";

const paths = ["/a", "/b", "/c"] as const;

interface Made {
  readonly ref: string;
  readonly path: string | undefined;
  readonly enabled: boolean;
  readonly action: string;
  readonly target: string;
}

interface MadeRuleset {
  readonly phase: string;
  readonly level: "account" | "zone";
  readonly rules: readonly Made[];
}

const actionsOf: Readonly<Record<string, readonly string[]>> = {
  http_request_dynamic_redirect: ["redirect"],
  http_request_transform: ["rewrite"],
  http_request_origin: ["route"],
  http_request_firewall_custom: [
    "block",
    "managed_challenge",
    "log",
    "skip ruleset",
    "skip ratelimit",
    "skip managed",
  ],
  http_ratelimit: ["block"],
  http_request_sbfm: ["block", "log"],
  http_request_late_transform: ["header"],
  http_request_cache_settings: ["cache"],
};

const order = [
  ["http_request_dynamic_redirect", "zone"],
  ["http_request_transform", "zone"],
  ["http_request_origin", "zone"],
  ["http_request_firewall_custom", "account"],
  ["http_request_firewall_custom", "zone"],
  ["http_ratelimit", "zone"],
  ["http_request_sbfm", "zone"],
  ["http_request_late_transform", "zone"],
  ["http_request_cache_settings", "zone"],
] as const;

const configurations = fc.tuple(
  ...order.map(([phase, level]) =>
    fc
      .array(
        fc.record({
          path: fc.constantFrom(...paths, undefined),
          enabled: fc.boolean(),
          action: fc.constantFrom(...(actionsOf[phase] ?? [])),
          target: fc.constantFrom(...paths),
        }),
        { maxLength: 4 },
      )
      .map(
        (rules): MadeRuleset => ({
          phase,
          level,
          rules: rules.map((it, at) => ({ ...it, ref: `${phase}/${level}/${at}` })),
        }),
      ),
  ),
);

function bodyOf({ phase, level, rules }: MadeRuleset): RulesetBody {
  return {
    phase,
    kind: level === "account" ? "root" : "zone",
    rules: rules.map(({ ref, path, enabled, action, target }) => ({
      ref,
      enabled,
      expression: path === undefined ? "true" : `http.request.uri.path eq "${path}"`,
      ...parametersOf(action, target),
    })),
  };
}

function parametersOf(action: string, target: string) {
  switch (action) {
    case "redirect":
      return { action, action_parameters: { from_value: { target_url: { value: target } } } };
    case "rewrite":
      return { action, action_parameters: { uri: { path: { value: target } } } };
    case "route":
      return { action, action_parameters: { host_header: `${target.slice(1)}.example` } };
    case "skip ruleset":
      return { action: "skip", action_parameters: { ruleset: "current" } };
    case "skip ratelimit":
      return { action: "skip", action_parameters: { phases: ["http_ratelimit"] } };
    case "skip managed":
      return { action: "skip", action_parameters: { phases: ["http_request_sbfm"] } };
    case "header":
      return {
        action: "rewrite",
        action_parameters: { headers: { "x-a": { operation: "set", value: target } } },
      };
    case "cache":
      return { action: "set_cache_settings", action_parameters: { cache: target === "/a" } };
    default:
      return { action };
  }
}

/** What happens, as plainly as the documentation says it. */
function expected(rulesets: readonly MadeRuleset[], asked: string) {
  let path = asked;
  let host = "example.com";
  let header: string | undefined;
  let cache: boolean | undefined;
  const skipped = new Set<string>();
  for (const { phase, rules } of rulesets) {
    if (skipped.has(phase)) continue;
    const seen = path;
    for (const { ref, action, target, ...rule } of rules) {
      if (!rule.enabled || (rule.path !== undefined && rule.path !== seen)) continue;
      if (action === "block" && phase !== "http_ratelimit") return { kind: "block", by: ref };
      if (action === "managed_challenge") return { kind: "challenge", by: ref };
      if (action === "redirect") return { kind: "redirect", by: ref, location: target };
      if (action === "rewrite") path = target;
      if (action === "route") host = `${target.slice(1)}.example`;
      if (action === "header") header = target;
      if (action === "cache") cache = target === "/a";
      if (action === "skip ratelimit") skipped.add("http_ratelimit");
      if (action === "skip managed") skipped.add("http_request_sbfm");
      if (action === "skip ruleset") break;
    }
  }
  return { kind: "origin", path, host, header, cache };
}

test("any configuration", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(configurations, fc.constantFrom(...paths), (rulesets, path) => {
      const traced = traceOf(rulesetsOf(...rulesets.map(bodyOf)), `GET https://example.com${path}`);
      const { kind, by, location, request, cache } = traced.outcome;
      const actual =
        kind === "origin"
          ? {
              kind,
              path: request?.url.slice("https://example.com".length),
              host: request?.hostHeader,
              header: request?.headers["x-a"],
              cache: cache?.cache,
            }
          : { kind, by, ...(kind === "redirect" && { location }) };
      seen.add(kind);
      expect(actual).toEqual(expected(rulesets, path));
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(["block", "challenge", "origin", "redirect"]);
});

test("a trace without explanations has the same outcome", () => {
  fc.assert(
    fc.property(configurations, fc.constantFrom(...paths), (rulesets, path) => {
      const configuration = rulesetsOf(...rulesets.map(bodyOf));
      const request = `GET https://example.com${path}`;
      const { because: _, ...brief } = traceOf(configuration, request, { explain: false }).outcome;
      const { because: __, ...full } = traceOf(configuration, request).outcome;
      expect(brief).toEqual(full);
    }),
    { numRuns: 30 },
  );
});
