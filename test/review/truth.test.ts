import { expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { reviewRulesets } from "../../server/src/review/review.ts";
import type { OutcomeReview, RulesetReview } from "../../server/src/review/types.ts";
import { times } from "../support/long.ts";
import {
  type Act,
  configurationOf,
  fields,
  randomOf,
  requests,
  World,
  type WorldRequest,
  type WorldRule,
} from "./world.ts";

const skip = (parameters: NonNullable<Act["parameters"]>, more: Partial<Act>): Act => ({
  action: "skip",
  parameters,
  ...more,
});

const firewallActs: readonly Act[] = [
  { action: "block", ends: "block" },
  {
    action: "block",
    parameters: { response: { status_code: 451, content_type: "text/plain", content: "no" } },
    ends: "block 451",
  },
  { action: "managed_challenge", ends: "managed_challenge" },
  { action: "log" },
  skip({ ruleset: "current" }, { ends: "allow" }),
  skip({ phases: ["http_ratelimit"] }, { skips: ["http_ratelimit"] }),
  skip(
    { phases: ["http_request_sbfm"], ruleset: "current" },
    { skips: ["http_request_sbfm"], ends: "allow" },
  ),
];

const originActs: readonly Act[] = ["a", "b"].flatMap((it) => [
  { action: "route", parameters: { host_header: it }, sets: [["host header", it]] as const },
  {
    action: "route",
    parameters: { host_header: it, origin: { port: 8080 } },
    sets: [
      ["host header", it],
      ["origin port", "8080"],
    ] as const,
  },
]);

/** The outcome of a request, rule by rule. */
function outcomeOf(rules: readonly WorldRule[], request: WorldRequest): string {
  const skipped = new Set<string>();
  for (const { act, test, enabled } of rules) {
    if (!enabled || !test.holds(request)) continue;
    if (act.ends !== undefined && act.ends !== "allow") return act.ends;
    for (const it of act.skips ?? []) skipped.add(it);
    if (act.ends === "allow") break;
  }
  const names = [...skipped].sort();
  return names.length === 0 ? "allow" : `allow skipping ${names.join(", ")}`;
}

function settingOf(rules: readonly WorldRule[], setting: string, request: WorldRequest): string {
  let value = "not set";
  for (const { act, test, enabled } of rules)
    if (enabled && test.holds(request))
      for (const [name, it] of act.sets ?? []) if (name === setting) value = it;
  return `effect ${setting} ${value}`;
}

function rulesOf(world: World, acts: readonly Act[], count: number): WorldRule[] {
  const hasRefs = world.random() < 0.7;
  return Array.from({ length: count }, (_, i) => ({
    ref: hasRefs ? `r${i}` : undefined,
    test: world.test(),
    act: world.one(acts),
    enabled: world.random() < 0.95,
  }));
}

/** Some edits, as people make them. */
function edited(world: World, acts: readonly Act[], rules: readonly WorldRule[]): WorldRule[] {
  const next = [...rules];
  const edits = Math.floor(world.random() * 4);
  for (let i = 0; i < edits; i++) {
    const at = Math.floor(world.random() * next.length);
    const rule = next[at];
    const kind = world.random();
    const fresh = { ref: `n${i}`, test: world.test(), act: world.one(acts), enabled: true };
    if (!rule || kind < 0.15) next.splice(at, 0, fresh);
    else if (kind < 0.3) next.splice(at, 1);
    else if (kind < 0.5) {
      next.splice(at, 1);
      next.splice(Math.floor(world.random() * (next.length + 1)), 0, rule);
    } else if (kind < 0.75) next[at] = { ...rule, test: world.test() };
    else if (kind < 0.9) next[at] = { ...rule, act: world.one(acts) };
    else next[at] = { ...rule, enabled: !rule.enabled };
  }
  return next;
}

interface Case {
  readonly before: readonly WorldRule[];
  readonly after: readonly WorldRule[];
  readonly review: RulesetReview;
}

function caseOf(seed: number, phase: string, acts: readonly Act[]): Case {
  const world = new World(randomOf(seed));
  const before = rulesOf(world, acts, Math.floor(world.random() * 7));
  const isOther = world.random() < 0.1;
  const after = isOther ? rulesOf(world, acts, before.length) : edited(world, acts, before);
  const [review] = reviewRulesets(
    { configuration: configurationOf(phase, before), context: defaultContext },
    { configuration: configurationOf(phase, after), context: defaultContext },
  );
  if (!review) throw new Error("A ruleset has a review.");
  return { before, after, review };
}

function describe({ before, after, review }: Case): string {
  const shown = (rules: readonly WorldRule[]) =>
    rules.map(
      ({ ref, test, act, enabled }) =>
        `${ref} ${enabled ? "" : "off "}${test.text} => ${JSON.stringify(act)}`,
    );
  return JSON.stringify({ before: shown(before), after: shown(after), review }, undefined, 1);
}

/** The request of the world that a witness is. */
function requestOf({ witness }: OutcomeReview): WorldRequest {
  const [method = "", url = ""] = witness?.request.split(" ") ?? [];
  const all = fields["http.host"];
  const host = new URL(url, "https://c.example").host;
  const country = String(witness?.fields["ip.src.country"] ?? "US");
  return {
    "http.host": all.find((it) => it === host) ?? "c.example",
    "ip.src.country": country,
    "http.request.method": method,
  };
}

/** Compares what is claimed with all requests. Returns how many pairs of outcomes are unknown. */
function check(it: Case, outcome: (rules: readonly WorldRule[], one: WorldRequest) => string[]) {
  const { before, after, review } = it;
  const actual = new Set(
    requests.flatMap((one) => {
      const [was, is] = [outcome(before, one), outcome(after, one)];
      return was.flatMap((from, i) => (from === is[i] ? [] : [`${from} -> ${is[i]}`]));
    }),
  );
  const witnessed = review.outcomes.filter(({ proof }) => proof === "witness");
  const claimed = new Set(witnessed.map(({ from, to }) => `${from} -> ${to}`));
  const unknown = review.outcomes.filter(({ proof }) => proof === "unknown");
  const problems = [
    ...witnessed
      .filter((one) => {
        const request = requestOf(one);
        const isTrue = outcome(before, request).includes(one.from);
        return !isTrue || !outcome(after, request).includes(one.to);
      })
      .map((one) => `Wrong witness: ${JSON.stringify(one)}`),
    ...[...claimed].filter((one) => !actual.has(one)).map((one) => `Wrong: ${one}`),
    ...[...actual]
      .filter((one) => review.rest === "proved" && unknown.length === 0 && !claimed.has(one))
      .map((one) => `Missed: ${one}`),
  ];
  const rules = review.rules.filter(({ change }) => change !== "unchanged");
  if (rules.every((one) => one.withoutEffect) && actual.size > 0)
    problems.push("No effect was claimed.");
  if (problems.length > 0) expect.fail(`${problems.join("\n")}\n${describe(it)}`);
  return unknown.length + (review.rest === "proved" ? 0 : 1);
}

const count = times(20, 10_000);

/** Of a long run, each has its own time limit. */
const parts = Math.ceil(count / 1_000);

const phases = [
  ["firewall rules", "http_request_firewall_custom", firewallActs],
  ["origin rules", "http_request_origin", originActs],
] as const;

test.each(
  phases.flatMap((it) => Array.from({ length: parts }, (_, part) => [...it, part + 1] as const)),
)("what is claimed about random %s is true of all requests", (_, phase, acts, part) => {
  let unknown = 0;
  const seeds = Math.ceil(count / parts);
  for (let seed = 1 + (part - 1) * seeds; seed <= part * seeds; seed++) {
    const outcome =
      acts === firewallActs
        ? (rules: readonly WorldRule[], one: WorldRequest) => [outcomeOf(rules, one)]
        : (rules: readonly WorldRule[], one: WorldRequest) =>
            ["host header", "origin port"].map((it) => settingOf(rules, it, one));
    unknown += check(caseOf(seed, phase, acts), outcome);
  }
  expect(unknown / seeds).toBeLessThan(0.03);
});
