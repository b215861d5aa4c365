// Claims about random configurations and policies are compared with a trace of each request of a small world.
import { expect, test } from "vitest";
import type { Configuration } from "../../../server/src/core/configuration/model.ts";
import {
  defaultContext,
  type ParsedRequest,
  tracedRequest,
} from "../../../server/src/languages.ts";
import {
  Policies,
  type Policy,
  type PolicyResult,
} from "../../../server/src/review/always/always.ts";
import { type Trace, Tracer } from "../../../server/src/trace/trace.ts";
import { times } from "../../support/long.ts";
import { type RuleBody, type RulesetBody, rulesetsOf } from "../../trace/support.ts";
import { randomOf } from "../world.ts";

const paths = ["/a", "/b", "/c", "/a/b"];
const hosts = ["a.example", "b.example"];
const countries = ["DE", "FR", "US"];
const methods = ["GET", "POST"];

const requests: readonly ParsedRequest[] = paths.flatMap((path) =>
  hosts.flatMap((host) =>
    countries.flatMap((country) =>
      methods.flatMap((method) => {
        const text = `${method} https://${host}${path} ip.src.country=${country}`;
        return tracedRequest(text, { headers: [] }, defaultContext).request ?? [];
      }),
    ),
  ),
);

const custom = "http_request_firewall_custom";
const managed = "http_request_firewall_managed";

class World {
  constructor(private readonly random: () => number) {}

  chance(share: number): boolean {
    return this.random() < share;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }

  some<Item>(most: number, make: (at: number) => Item): Item[] {
    return Array.from({ length: Math.floor(this.random() * (most + 1)) }, (_, at) => make(at));
  }

  condition(depth = 2): string {
    const kind = depth === 0 ? 0 : this.random();
    if (kind < 0.6) return this.comparison();
    if (kind < 0.7) return `not (${this.condition(depth - 1)})`;
    const [a, b] = [this.condition(depth - 1), this.condition(depth - 1)];
    return `(${a}) ${this.one(["and", "or"])} (${b})`;
  }

  private comparison(): string {
    return this.one([
      () => `http.request.uri.path eq "${this.one(paths)}"`,
      () => `http.request.uri.path in {"/a" "/b"}`,
      () => `starts_with(http.request.uri.path, "/a")`,
      () => `raw.http.request.uri.path eq "${this.one(paths)}"`,
      () => `http.host eq "${this.one(hosts)}"`,
      () => `ip.src.country eq "${this.one(countries)}"`,
      () => `http.request.method eq "POST"`,
      () => "true",
    ])();
  }

  ruleset(
    level: "account" | "zone" | "inner",
    phase: string,
    acts: readonly Act[],
    most: number,
  ): RulesetBody {
    const rules = this.some(acts.length === 0 ? 0 : most, (at): RuleBody => {
      const { action, ...parameters } = this.one(acts)(this);
      return {
        ref: `${phase}/${level}/${at}`,
        expression: this.condition(),
        enabled: this.chance(0.9),
        action,
        ...(phase === "http_ratelimit" && action !== "skip" ? { ratelimit } : {}),
        action_parameters: parameters,
      };
    });
    return { phase, kind: level === "account" ? "root" : "zone", rules };
  }

  policy(rulesets: readonly RulesetBody[]): Policy {
    const refs = rulesets.flatMap((it) => it.rules.map((rule) => String(rule.ref)));
    const ref = () => this.one(refs.length > 0 ? refs : ["none"]);
    const kinds = ["block", "challenge", "redirect", "error", "origin"];
    const outcome = () => {
      const [skipped, other] = [this.one(kinds), this.one(kinds)];
      return this.chance(0.5) ? [skipped] : kinds.filter((it) => it !== skipped && it !== other);
    };
    const made = this.one<() => Policy["expect"]>([
      () => ({ outcome: outcome() }),
      () => ({ outcome: outcome() }),
      () => ({ outcome: ["block", "challenge"] }),
      () => ({ by: [ref(), ref()] }),
      () => ({ "not-by": [ref()] }),
      () => ({ status: this.one([403, 451, 301, 302]) }),
      () => ({ location: "https://a.example/new" }),
      () => ({ "not-skipped": [this.one(["http_ratelimit", managed, "waf", custom])] }),
      () => ({ limited: this.chance(0.5) }),
      () => ({ matched: [ref()] }),
      () => ({ "not-matched": [ref()] }),
    ]);
    return { when: this.condition(), expect: made() };
  }
}

type Act = (world: World) => { readonly action: string; readonly [name: string]: unknown };

const ratelimit = { characteristics: ["ip.src", "cf.colo.id"], period: 60, requests_per_period: 9 };

const redirects: readonly Act[] = [
  () => ({ action: "redirect", from_value: { target_url: { value: "https://a.example/new" } } }),
  () => ({
    action: "redirect",
    from_value: {
      status_code: 302,
      target_url: { expression: 'concat("https://a.example", http.request.uri.path)' },
    },
  }),
];

const rewrites: readonly Act[] = [
  (it) => ({ action: "rewrite", uri: { path: { value: it.one(paths) } } }),
  (it) => ({ action: "rewrite", uri: { path: { value: it.one(["", "no-slash", "/a"]) } } }),
  () => ({
    action: "rewrite",
    uri: { path: { expression: 'concat("/a", http.request.uri.path)' } },
  }),
  () => ({
    action: "rewrite",
    uri: { path: { expression: 'regex_replace(http.request.uri.path, "^/b", "/a")' } },
  }),
  () => ({ action: "rewrite", uri: { query: { value: "x=1" } } }),
];

const firewall: readonly Act[] = [
  () => ({ action: "block" }),
  () => ({ action: "block" }),
  () => ({
    action: "block",
    response: { status_code: 451, content_type: "text/plain", content: "" },
  }),
  () => ({ action: "managed_challenge" }),
  () => ({ action: "log" }),
  () => ({ action: "skip", ruleset: "current" }),
  () => ({ action: "skip", phase: "current" }),
  (it) => ({ action: "skip", phases: [it.one(["http_ratelimit", managed])] }),
  () => ({ action: "skip", products: ["waf"], ruleset: "current" }),
  () => ({ action: "execute", id: "inner" }),
];

const bulk: readonly Act[] = [
  () => ({ action: "redirect", from_list: { name: "moved", key: "http.request.full_uri" } }),
];

interface Case {
  readonly configuration: Configuration;
  readonly policy: Policy;
  readonly bodies: readonly RulesetBody[];
}

function caseOf(seed: number): Case {
  const world = new World(randomOf(seed));
  const [zone, account] = ["zone", "account"] as const;
  const inner = world.ruleset("inner", custom, firewall.slice(0, -1), 3);
  const bodies = [
    world.ruleset(zone, "http_request_dynamic_redirect", redirects, 1),
    world.ruleset(zone, "http_request_transform", rewrites, 2),
    world.ruleset(account, custom, firewall, 2),
    world.ruleset(zone, custom, firewall, 4),
    world.ruleset(zone, "http_ratelimit", [() => ({ action: "block" })], 1),
    world.ruleset(zone, managed, firewall.slice(0, 6), 2),
    world.ruleset(account, "http_request_redirect", world.chance(0.2) ? bulk : [], 1),
    { ...inner, kind: "custom", id: "inner", name: "inner" },
  ].map((it) => ({ ...it, rules: it.rules.map((rule) => ({ ...rule, ...listed(rule) })) }));
  const items = [{ source_url: "a.example/a", target_url: "https://b.example/a" }];
  const found = rulesetsOf(...bodies);
  const configuration = { ...found, lists: [{ name: "moved", kind: "redirect", items }] };
  return { configuration, policy: world.policy(bodies), bodies };
}

function listed({ action_parameters: parameters }: RuleBody): RuleBody {
  return JSON.stringify(parameters).includes("from_list")
    ? { expression: "http.request.full_uri in $moved" }
    : {};
}

/** Whether a request breaks a policy, from what a trace says. */
function breaks(
  { outcome, steps }: Trace,
  { expect: wanted }: Policy,
  bodies: Case["bodies"],
): boolean {
  const { kind, by, status, location } = outcome;
  const all = steps.flatMap((it) => it.rules.map((rule) => ({ ...rule, phase: it.phase })));
  const matched = all.filter((it) => it.result === "matched");
  const isMatched = (ref: string) => matched.some((it) => it.ref === ref);
  const order = [...new Set(steps.map((it) => it.phase))];
  const end = matched.findLast((it) => it.ref === by)?.phase;
  const isLimited = matched.some((it) => it.phase === "http_ratelimit");
  const skips = (name: string) =>
    matched.some((it) => {
      const rule = bodies.flatMap((body) => body.rules).find((one) => one.ref === it.ref);
      const parameters = (rule?.action_parameters ?? {}) as Record<string, unknown>;
      if (it.action !== "skip") return false;
      const isRest = parameters.ruleset === "current" || parameters.phase === "current";
      const names = [parameters.phases, parameters.products].flat();
      if (!names.includes(name) && !(isRest && it.phase === name)) return false;
      if (kind === "origin") return true;
      const at = order.indexOf(name);
      return name !== "waf" && end !== undefined && order.indexOf(end) >= at;
    });
  return (
    (wanted.outcome !== undefined && !wanted.outcome.includes(kind)) ||
    (wanted.by !== undefined && !wanted.by.includes(by ?? "")) ||
    (wanted["not-by"]?.includes(by ?? "") ?? false) ||
    (wanted.status !== undefined && wanted.status !== status) ||
    (wanted.location !== undefined && wanted.location !== location) ||
    (wanted["not-skipped"]?.some(skips) ?? false) ||
    (wanted.matched?.some((it) => !isMatched(it)) ?? false) ||
    (wanted["not-matched"]?.some(isMatched) ?? false) ||
    (wanted.limited !== undefined && wanted.limited !== isLimited)
  );
}

const context = defaultContext;
/** Whether an expression matches, as a trace of a rule says. */
function matcher(when: string): (request: ParsedRequest) => boolean {
  const rules = [{ ref: "when", action: "log", expression: when }];
  const tracer = new Tracer(rulesetsOf({ phase: custom, rules, kind: "zone" }), context);
  return (request) => {
    const { steps } = tracer.trace(request, { explain: false }) as Trace;
    return steps.some((it) => it.rules.some(({ result }) => result === "matched"));
  };
}

function problemsOf(it: Case, found: PolicyResult): readonly string[] {
  const tracer = new Tracer(it.configuration, context);
  const isMeant = matcher(it.policy.when);
  const isBroken = (request: ParsedRequest) =>
    isMeant(request) &&
    breaks(tracer.trace(request, { explain: false }) as Trace, it.policy, it.bodies);
  if (found.result === "holds") {
    const wrong = requests.find(isBroken);
    return wrong
      ? [`False holds: ${wrong.address.full} ${String(wrong.get("ip.src.country"))}`]
      : [];
  }
  if (!found.witness) return [];
  const fields = Object.entries(found.witness.fields).map(([name, value]) => `${name}=${value}`);
  const text = [found.witness.request, ...fields].join(" ");
  const { request } = tracedRequest(text, { headers: [] }, context);
  return request && isBroken(request) ? [] : [`False broken: ${text}`];
}

const count = times(120, 20_000);

/** Of a long run, each has its own time limit. */
const parts = Math.ceil(count / 1_000);

test.each(Array.from({ length: parts }, (_, part) => part))("random policies, part %s", (part) => {
  const results = new Map<string, number>();
  const seeds = Math.ceil(count / parts);
  for (let seed = part * seeds + 1; seed <= (part + 1) * seeds; seed++) {
    const it = caseOf(seed);
    const found = new Policies({ configuration: it.configuration, context }).decide(it.policy);
    if ("problem" in found) throw new Error(`${found.problem} ${JSON.stringify(it.policy)}`);
    results.set(found.result, (results.get(found.result) ?? 0) + 1);
    const problems = problemsOf(it, found);
    if (found.result === "unknown" && process.env.WEIR_SHOW)
      console.log(seed, JSON.stringify(it.policy), JSON.stringify(found.because));
    if (problems.length > 0)
      expect.fail(
        `${seed}: ${problems.join("\n")}\n${JSON.stringify({ ...it.policy, found, bodies: it.bodies.filter((one) => one.rules.length > 0) }, undefined, 1)}`,
      );
  }
  if (process.env.WEIR_SHOW) console.log(Object.fromEntries(results));
  expect(results.get("unknown") ?? 0).toBeLessThan(seeds * 0.05);
  expect(Math.min(results.get("holds") ?? 0, results.get("broken") ?? 0)).toBeGreaterThan(
    seeds / 10,
  );
});
