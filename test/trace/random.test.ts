// A second evaluator, written from the documentation of the phases, says the same as the trace of any configuration.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isKnown, type TraceOutcome } from "../../server/src/trace/trace.ts";
import { type RulesetBody, rulesetsOf, traceOf } from "./support.ts";

const paths = ["/a", "/b", "/c"] as const;

interface Made {
  readonly ref: string;
  /** `?` is a list whose items are not known. */
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
    "skip phase",
    "execute",
  ],
  http_ratelimit: ["block"],
  http_request_redirect: ["bulk"],
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
  ["http_request_redirect", "account"],
  ["http_request_late_transform", "zone"],
  ["http_request_cache_settings", "zone"],
] as const;

const settings = new Set(["route", "header", "cache"]);

const configurations = fc.tuple(
  ...order.map(([phase, level]) =>
    fc
      .array(
        fc.record({
          path: fc.constantFrom(...paths, ...paths, undefined, "?"),
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
          rules: rules.map((it, at) => {
            // The outcome lists settings that may apply; they are not followed.
            const path = it.path === "?" && settings.has(it.action) ? undefined : it.path;
            return { ...it, path, ref: `${phase}/${level}/${at}` };
          }),
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
      expression:
        path === undefined
          ? "true"
          : path === "?"
            ? "http.request.uri.path in $unknown"
            : `http.request.uri.path eq "${path}"`,
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
    case "skip phase":
      return { action: "skip", action_parameters: { phase: "current" } };
    case "execute":
      return { action, action_parameters: { id: `custom${target}` } };
    case "bulk":
      return {
        action: "redirect",
        action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
      };
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

/** Custom rulesets that rules execute, by the target. */
const executed: Readonly<Record<string, readonly Made[]>> = {
  "/a": [{ ref: "inner a", path: "/a", enabled: true, action: "block", target: "/a" }],
  "/b": [
    { ref: "inner skip", path: "/b", enabled: true, action: "skip ruleset", target: "/a" },
    { ref: "inner b", path: undefined, enabled: true, action: "managed_challenge", target: "/a" },
  ],
  "/c": [{ ref: "inner c", path: "/c", enabled: true, action: "skip ratelimit", target: "/a" }],
};

const moved: Readonly<Record<string, string>> = {
  "/a": "https://example.com/new",
  "/c": "https://example.com/other",
};

const lists = Object.entries(moved).map(([path, target_url]) => ({
  redirect: { source_url: `example.com${path}`, target_url },
}));

type Happens = Readonly<Record<string, unknown>>;

/** The first rule that is not known, and is not decided yet. */
class Undecided {
  constructor(readonly ref: string) {}
}

/** The expected outcome, as plainly as the documentation describes it. */
function expected(
  rulesets: readonly MadeRuleset[],
  asked: string,
  over: ReadonlySet<string>,
  decided: ReadonlyMap<string, boolean>,
): Happens | Undecided {
  let path = asked;
  let host = "example.com";
  let header: string | undefined;
  let cache: boolean | undefined;
  const skipped = new Set<string>();
  let isRestSkipped = false;

  /** Undefined to go on with the next ruleset. */
  function run(
    phase: string,
    rules: readonly Made[],
    seen: string,
  ): Happens | Undecided | undefined {
    for (const { ref, action, target, ...rule } of rules) {
      if (!rule.enabled) continue;
      if (rule.path === "?") {
        const decision = decided.get(ref);
        // A rule that cannot change the way of the request needs no decision.
        const isFollowed = action !== "log" && (phase !== "http_ratelimit" || over.has(ref));
        if (decision === undefined && isFollowed) return new Undecided(ref);
        if (!decision) continue;
      } else if (rule.path !== undefined && rule.path !== seen) continue;
      if (action === "block" && (phase !== "http_ratelimit" || over.has(ref)))
        return { kind: "block", by: ref, status: phase === "http_ratelimit" ? 429 : 403 };
      if (action === "managed_challenge") return { kind: "challenge", by: ref };
      if (action === "redirect") return { kind: "redirect", by: ref, location: target };
      if (action === "bulk" && moved[seen] !== undefined)
        return { kind: "redirect", by: ref, location: moved[seen] };
      if (action === "rewrite") path = target;
      if (action === "route") host = `${target.slice(1)}.example`;
      if (action === "header") header = target;
      if (action === "cache") cache = target === "/a";
      if (action === "skip ratelimit") skipped.add("http_ratelimit");
      if (action === "skip managed") skipped.add("http_request_sbfm");
      if (action === "skip ruleset") return undefined;
      if (action === "skip phase") {
        isRestSkipped = true;
        return undefined;
      }
      if (action === "execute") {
        const ended = run(phase, executed[target] ?? [], seen);
        if (ended) return ended;
        if (isRestSkipped) return undefined;
      }
    }
    return undefined;
  }

  for (const { phase, rules } of rulesets) {
    isRestSkipped = false;
    if (skipped.has(phase)) continue;
    const ended = run(phase, rules, path);
    if (ended) return ended;
  }
  return { kind: "origin", path, host, header, cache };
}

/** Every reading of the rules that are not known. Undefined if there are more than a trace follows. */
function readings(
  rulesets: readonly MadeRuleset[],
  asked: string,
  over: ReadonlySet<string>,
): readonly Happens[] | undefined {
  let left = 8;
  const all = (decided: ReadonlyMap<string, boolean>): readonly Happens[] => {
    const found = expected(rulesets, asked, over, decided);
    if (!(found instanceof Undecided)) {
      left--;
      return [found];
    }
    return [true, false].flatMap((it) =>
      left < 0 ? [] : all(new Map([...decided, [found.ref, it]])),
    );
  };
  const found = all(new Map());
  return left < 0 ? undefined : found;
}

function configurationOf(rulesets: readonly MadeRuleset[]) {
  const customs = Object.entries(executed).map(([target, rules]) => {
    const body = bodyOf({ phase: "http_request_firewall_custom", level: "zone", rules });
    return { ...body, kind: "custom", id: `custom${target}` };
  });
  const found = rulesetsOf(...rulesets.map(bodyOf), ...customs);
  const known = { name: "moved", kind: "redirect", items: lists.map((it) => it.redirect) };
  return { ...found, lists: [known] };
}

function actualOf({ kind, by, status, location, request, cache }: TraceOutcome): Happens {
  if (kind === "origin")
    return {
      kind,
      path: request?.url.slice("https://example.com".length),
      host: request?.hostHeader,
      header: request?.headers["x-a"],
      cache: cache?.cache,
    };
  return {
    kind,
    by,
    ...(kind === "block" && { status }),
    ...(kind === "redirect" && { location }),
  };
}

const runs = Number(process.env.WEIR_TRACE_RUNS ?? 150);
const overs = fc
  .subarray([0, 1, 2, 3])
  .map((all) => new Set(all.map((at) => `http_ratelimit/zone/${at}`)));

test("any configuration", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(configurations, fc.constantFrom(...paths), overs, (rulesets, path, over) => {
      const request = `GET https://example.com${path}`;
      const { outcome } = traceOf(configurationOf(rulesets), request, { over: [...over] });
      const wanted = readings(rulesets, path, over);
      const kinds = new Set(wanted?.map((it) => it.kind));
      const isOne = new Set(wanted?.map((it) => JSON.stringify(it))).size === 1;
      const what = !wanted ? "many" : isOne ? String(wanted[0]?.kind) : "depends";
      seen.set(what, (seen.get(what) ?? 0) + 1);
      if (isOne && wanted) expect(actualOf(outcome)).toEqual(wanted[0]);
      else if (wanted) {
        expect(outcome.if?.length).toBeGreaterThan(0);
        expect(outcome.kind).toBe(kinds.size === 1 ? wanted[0]?.kind : "unknown");
        const told = outcome.if?.flatMap((it) =>
          [it.then, it.else].map((one) => one.split(" ")[0]),
        );
        if (kinds.size > 1) for (const it of kinds) expect(told).toContain(it);
      } else expect(isKnown(outcome)).toBe(false);
    }),
    { numRuns: runs },
  );
  if (runs > 150) console.log(Object.fromEntries(seen));
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(["block", "challenge", "depends", "origin", "redirect"]),
  );
});

test("a trace without explanations has the same outcome", () => {
  fc.assert(
    fc.property(configurations, fc.constantFrom(...paths), (rulesets, path) => {
      const configuration = configurationOf(rulesets);
      const request = `GET https://example.com${path}`;
      const { because: _, ...brief } = traceOf(configuration, request, { explain: false }).outcome;
      const { because: __, ...full } = traceOf(configuration, request).outcome;
      expect(brief).toEqual(full);
    }),
    { numRuns: 30 },
  );
});
