// A second evaluator for managed rules: exceptions of both levels, executed rulesets and their overrides.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type RulesetBody, rulesetsOf, traceOf } from "./support.ts";

const managed = "http_request_firewall_managed";
const custom = "http_request_firewall_custom";
const paths = ["/a", "/b"] as const;

/** `m3` is not given. */
const targets = ["m1", "m2", "m3"] as const;
const actions = ["block", "managed_challenge", "log"] as const;

interface Inner {
  readonly id: string;
  readonly path: string | undefined;
  readonly action: string;
  readonly enabled: boolean;
  readonly categories: readonly string[];
}

const inner = (id: string, action: string, more: Partial<Inner> = {}): Inner => ({
  ...{ id, action, path: undefined, enabled: true, categories: [] },
  ...more,
});

const rulesets: Readonly<Record<string, readonly Inner[]>> = {
  m1: [
    inner("m1-1", "log", { categories: ["x", "y"] }),
    inner("m1-2", "block", { path: "/a", categories: ["x"] }),
    inner("m1-3", "managed_challenge", { path: "/b", enabled: false }),
  ],
  m2: [
    inner("m2-1", "block", { enabled: false, categories: ["y"] }),
    inner("m2-2", "managed_challenge", { path: "/b", categories: ["y", "x"] }),
  ],
};

const ids = Object.values(rulesets).flatMap((all) => all.map((it) => it.id));

interface Properties {
  readonly action?: string;
  readonly enabled?: boolean;
}

interface Overrides extends Properties {
  readonly categories?: readonly (Properties & { readonly category: string })[];
  readonly rules?: readonly (Properties & { readonly id: string })[];
}

const properties = {
  action: fc.constantFrom(...actions),
  enabled: fc.boolean(),
};
const some = { requiredKeys: [] };

const overrides: fc.Arbitrary<Overrides> = fc.record(
  {
    ...properties,
    categories: fc.array(
      fc.record(
        { ...properties, category: fc.constantFrom("x", "y") },
        { requiredKeys: ["category"] },
      ),
      { maxLength: 3 },
    ),
    rules: fc.uniqueArray(
      fc.record({ ...properties, id: fc.constantFrom(...ids) }, { requiredKeys: ["id"] }),
      { maxLength: 3, selector: (it) => it.id },
    ),
  },
  some,
);

interface Rule {
  readonly path: string | undefined;
  readonly does:
    | { readonly execute: string; readonly overrides: Overrides }
    | { readonly skip: "ruleset" }
    | { readonly skip: readonly string[] }
    | { readonly skip: Readonly<Record<string, readonly string[]>> };
}

const rule: fc.Arbitrary<Rule> = fc.record({
  path: fc.constantFrom(undefined, ...paths),
  does: fc.oneof(
    { weight: 4, arbitrary: fc.record({ execute: fc.constantFrom(...targets), overrides }) },
    fc.constant({ skip: "ruleset" as const }),
    fc.record({ skip: fc.subarray([...targets], { minLength: 1 }) }),
    fc.record({
      skip: fc.record({ m1: fc.subarray(["m1-1", "m1-2"]), m2: fc.subarray(["m2-2"]) }, some),
    }),
  ),
});

interface Made {
  /** A custom rule of a level that skips the phase. */
  readonly skips: { readonly level: "account" | "zone"; readonly path: string } | undefined;
  readonly account: readonly Rule[];
  readonly zone: readonly Rule[];
}

const rules = fc.array(rule, { maxLength: 5 });
const made: fc.Arbitrary<Made> = fc.record({
  skips: fc.option(
    fc.record({
      level: fc.constantFrom("account" as const, "zone" as const),
      path: fc.constantFrom(...paths),
    }),
    { nil: undefined, freq: 3 },
  ),
  account: rules,
  zone: rules,
});

/** The expected outcome: the action and the rule, or nothing; and which rules execute rulesets that are not given. */
function expected({ skips, account, zone }: Made, path: string) {
  const isOn = (it: string | undefined) => it === undefined || it === path;
  const unknown: string[] = [];
  if (skips && isOn(skips.path)) return { ends: undefined, unknown };
  for (const [level, all] of Object.entries({ account, zone })) {
    const without = new Set<string>();
    for (const [at, { path: own, does }] of all.entries()) {
      if (!isOn(own)) continue;
      if ("skip" in does) {
        if (does.skip === "ruleset") break;
        const named = Array.isArray(does.skip) ? does.skip : Object.values(does.skip).flat();
        for (const it of named) without.add(it);
        continue;
      }
      if (without.has(does.execute)) continue;
      const given = rulesets[does.execute];
      if (!given) unknown.push(`${level} ${at}`);
      for (const it of given ?? []) {
        const { action, enabled } = changed(it, does.overrides);
        if (!enabled || without.has(it.id) || !isOn(it.path) || action === "log") continue;
        return { ends: `${action} by ${it.id}`, unknown };
      }
    }
  }
  return { ends: undefined, unknown };
}

/** Each property from the rule, else from the last of its categories, else from the ruleset, else its own. */
function changed(it: Inner, { categories = [], rules: own = [], ...whole }: Overrides): Properties {
  const tagged = categories.filter(({ category }) => it.categories.includes(category));
  const layers: readonly Properties[] = [
    ...own.filter(({ id }) => id === it.id),
    ...tagged.reverse(),
    whole,
    it,
  ];
  return {
    action: layers.find((one) => one.action !== undefined)?.action ?? "",
    enabled: layers.find((one) => one.enabled !== undefined)?.enabled ?? true,
  };
}

const on = (path: string | undefined) =>
  path === undefined ? "true" : `http.request.uri.path eq "${path}"`;

function bodies({ skips, account, zone }: Made): readonly RulesetBody[] {
  const entry = (level: string, all: readonly Rule[]): RulesetBody => ({
    phase: managed,
    kind: level === "account" ? "root" : "zone",
    rules: all.map(({ path, does }, at) => ({
      ...{ ref: `${level} ${at}`, expression: on(path) },
      ...parametersOf(does),
    })),
  });
  const skipping: RulesetBody[] = skips
    ? [
        {
          phase: custom,
          kind: skips.level === "account" ? "root" : "zone",
          rules: [
            {
              ...{ ref: "skip", expression: on(skips.path), action: "skip" },
              action_parameters: { phases: [managed] },
            },
          ],
        },
      ]
    : [];
  const given = Object.entries(rulesets).map(([id, all]) => ({
    ...{ phase: managed, kind: "managed", id },
    rules: all.map(({ path, ...it }) => ({ ...it, ref: it.id, expression: on(path) })),
  }));
  return [...skipping, entry("zone", zone), entry("account", account), ...given];
}

function parametersOf(does: Rule["does"]) {
  if ("execute" in does)
    return {
      action: "execute",
      action_parameters: { id: does.execute, overrides: does.overrides },
    };
  const { skip } = does;
  const parameters =
    skip === "ruleset"
      ? { ruleset: "current" }
      : Array.isArray(skip)
        ? { rulesets: skip }
        : { rules: skip };
  return { action: "skip", action_parameters: parameters };
}

test("any exceptions and overrides", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(made, fc.constantFrom(...paths), (configuration, path) => {
      const wanted = expected(configuration, path);
      const { outcome } = traceOf(
        rulesetsOf(...bodies(configuration)),
        `GET https://example.com${path}`,
      );
      const { kind, by, action, assuming = [] } = outcome;
      const ends = kind === "origin" ? undefined : `${action} by ${by}`;
      const unknown = assuming.map((it) => /^the managed ruleset of '(.*?)'/.exec(it)?.[1]);
      expect({ ends, unknown }).toEqual(wanted);
      seen.set(String(ends), (seen.get(String(ends)) ?? 0) + 1);
    }),
    { numRuns: Number(process.env.WEIR_TRACE_RUNS ?? 80) },
  );
  expect(seen.size).toBeGreaterThan(4);
});
