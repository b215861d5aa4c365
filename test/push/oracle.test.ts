import { expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import { refusalOf } from "../../server/src/cli/service/conversation.ts";
import type { Configuration } from "../../server/src/core/configuration/model.ts";
import { configurationIn } from "../../server/src/languages.ts";
import { inPushOrder } from "../../server/src/push/plan/plan.ts";
import { push as pushFile } from "../../server/src/push/push.ts";
import { inRunOrder } from "../../server/src/push/rules/run-order.ts";
import { isSameCall } from "../../server/src/push/simulation/announcement.ts";
import { reviewsOf } from "../../server/src/push/simulation/outcomes.ts";
import { simulateRun } from "../../server/src/push/together.ts";
import type { OutcomeReview, RulesetReview } from "../../server/src/review/types.ts";
import { fields, randomOf, requests, World, type WorldRequest } from "../review/world.ts";
import { times } from "../support/long.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { traceOf } from "../trace/support.ts";
import { Harness } from "./harness.ts";

/**
 * The push as its own oracle: random workspaces are pushed to the emulator. The announced calls are the calls that it
 * received. The announced outcomes are the outcomes of its state before and after, request by request.
 */

const targets = ["rulesets", "firewall-rules"] as const;
type Target = (typeof targets)[number];

const phases = ["http_request_firewall_custom", "http_request_sbfm"];

interface Rule {
  readonly text: string;
  readonly action: string;
  readonly more: readonly string[];
}

function ruleText({ text, action, more }: Rule): string {
  const lines = [
    `@action ${action}`,
    ...(action === "skip" ? ["@skip ruleset=current"] : []),
    ...more,
  ];
  return `${lines.map((it) => `# ${it}\n`).join("")}${text}\n`;
}

class Sandbox {
  readonly world: World;
  readonly rules = new Map<string, Rule>();
  private made = 0;

  constructor(
    seed: number,
    readonly target: Target,
  ) {
    this.world = new World(randomOf(seed + 1));
  }

  chance(share: number): boolean {
    return this.world.random() < share;
  }

  path(): string {
    const names = Array.from("abcdefghij", (it) => `${it}.cfrule`).filter(
      (it) => !this.rules.has(it),
    );
    return this.world.one(names);
  }

  rule(): Rule {
    const { world } = this;
    const isRulesets = this.target === "rulesets";
    const action = world.one(["block", "log", "managed_challenge", isRulesets ? "skip" : "allow"]);
    const more = [
      ...(this.chance(0.3) ? [`@ref r${this.made++}`] : []),
      ...(this.chance(0.2) ? [`@description d${this.made++}`] : []),
      ...(this.chance(0.1) ? ["@paused true"] : []),
      ...(isRulesets && this.chance(0.2) ? [`@phase ${phases[1]}`] : []),
      ...(isRulesets
        ? this.position()
        : this.chance(0.3)
          ? [`@priority ${world.one([1, 2, 3])}`]
          : []),
    ];
    return { text: world.test(1).text, action, more };
  }

  private position(): readonly string[] {
    if (!this.chance(0.5)) return [];
    const others = [...this.rules].flatMap(([path, { more }]) => [
      path,
      ...more.flatMap((it) => (it.startsWith("@ref ") ? [it.slice(5)] : [])),
    ]);
    const other = this.chance(0.05) ? "missing.cfrule" : (this.world.one(others) ?? "a.cfrule");
    const taken = new Set([...this.rules.values()].flatMap((it) => it.more));
    const free = ["first", "last", "2", "4", "9"]
      .map((it) => `@position ${it}`)
      .filter((it) => !taken.has(it) || this.chance(0.1));
    return [
      this.world.one([...free, `@after ${other}`, `@before ${other}`, `@before ${other}`]) ?? "",
    ].filter(Boolean);
  }

  edit(): void {
    const { rules, world } = this;
    const path = world.one([...rules.keys()]);
    const rule = path === undefined ? undefined : rules.get(path);
    const kind = world.random();
    if (!rule || path === undefined || kind < 0.2) {
      if (rules.size < 8) rules.set(this.path(), this.rule());
    } else if (kind < 0.27) {
      // A filter that two rules share.
      if (rules.size < 8) rules.set(this.path(), { ...this.rule(), text: rule.text });
    } else if (kind < 0.31) {
      // Two files exchange their expressions or actions.
      const other = world.one([...rules.keys()]);
      const its = rules.get(other) ?? rule;
      rules.set(path, { ...rule, action: its.action });
      rules.set(other, { ...its, action: rule.action });
    } else if (kind < 0.35) rules.delete(path);
    else if (kind < 0.55) {
      rules.delete(path);
      rules.set(this.path(), this.chance(0.5) ? rule : { ...rule, action: this.rule().action });
    } else if (kind < 0.7) {
      const other = world.one([...rules.keys()]);
      const its = rules.get(other) ?? rule;
      rules.set(path, { ...rule, text: its.text });
      rules.set(other, { ...its, text: rule.text });
    } else if (kind < 0.8) rules.set(path, { ...rule, text: `${rule.text} and` });
    else if (kind < 0.9) rules.set(path, { ...this.rule(), text: rule.text });
    else rules.set(path, { ...rule, text: world.test(1).text });
  }

  write(h: Harness): void {
    for (const path of h.session().files.list()) if (!this.rules.has(path)) h.folder.remove(path);
    for (const [path, rule] of this.rules) h.write(path, ruleText(rule));
  }

  /** A change on the service by other means. */
  interfere(h: Harness): void {
    const { filters, rules, rulesets } = h.zone;
    const text = this.world.test(1).text;
    if (this.chance(0.3)) rulesets.clear();
    for (const it of rulesets.values()) {
      const at = Math.floor(this.world.random() * it.rules.length);
      const rule = it.rules[at];
      if (!rule) continue;
      const kind = this.world.random();
      const others = it.rules.filter((it) => it !== rule);
      const changed = { ...rule, expression: text };
      const next =
        kind < 0.3 ? others : kind < 0.6 ? [rule, ...others] : it.rules.with(at, changed);
      rulesets.set(it.id, { ...it, rules: next });
    }
    const rule = this.world.one([...rules.values()]);
    const filter = rule && filters.get(rule.filter);
    if (filter && this.chance(0.5)) filters.set(filter.id, { ...filter, expression: text });
    else if (rule) rules.delete(rule.id);
  }
}

function stateOf(h: Harness): Configuration {
  const { rulesets, rules, filters } = h.zone;
  const zone_id = h.session().place.zone;
  const all = [
    ...[...rulesets.values()].map((it) => ({ ...it, zone_id })),
    ...[...rules.values()].map((it) => ({ ...it, filter: filters.get(it.filter), zone_id })),
  ];
  return configurationIn(JSON.stringify({ rulesets: all }), "service.json");
}

function textOf(request: WorldRequest): string {
  const { "http.host": host, "ip.src.country": country, "http.request.method": method } = request;
  return `${method} https://${host}/ ip.src.country=${country}`;
}

/** The outcome of one ruleset. */
function outcomeIn({ rulesets, ...rest }: Configuration, phase: string, request: string): string {
  const own = rulesets.filter((it) => it.phase === phase);
  if (own.every((it) => it.rules.length === 0)) return "allow";
  const { action = "" } = traceOf({ ...rest, rulesets: own }, request).outcome;
  return action === "block" || action === "managed_challenge" ? action : "allow";
}

/** The false claims of a review of the state before and after. */
function problemsOf(
  { phase, outcomes, rest }: RulesetReview,
  before: Configuration,
  after: Configuration,
): readonly string[] {
  const pairOf = (request: string) =>
    [outcomeIn(before, phase, request), outcomeIn(after, phase, request)] as const;
  const missed = requests.map(textOf).flatMap((request) => {
    const [from, to] = pairOf(request);
    const isTold = outcomes.some((it) => it.from === from && it.to === to);
    return from === to || isTold || rest === "unknown" ? [] : [`${request}: ${from} → ${to}`];
  });
  const wrong = outcomes.flatMap((it) => {
    const request = witnessText(it);
    if (request === undefined || it.proof !== "witness") return [];
    const pair = pairOf(request).join(" → ");
    return pair === `${it.from} → ${it.to}` ? [] : [`${request} is no ${it.from} → ${it.to}`];
  });
  return [...missed, ...wrong];
}

function witnessText({ witness }: OutcomeReview): string | undefined {
  if (!witness) return undefined;
  const values = Object.entries(witness.fields).map(
    ([name, it]) => `${name}=${JSON.stringify(it)}`,
  );
  const usual = fields["ip.src.country"].at(-1);
  const country = values.some((it) => it.startsWith("ip.src.country="))
    ? []
    : [`ip.src.country=${usual}`];
  return [witness.request, ...values, ...country].join(" ");
}

async function pushAndCompare(seed: number): Promise<string> {
  const target = targets[seed % 2] ?? "rulesets";
  const sandbox = new Sandbox(seed, target);
  using h = new Harness({ rulesTarget: target });
  for (let i = 0; i < 5; i++) sandbox.edit();
  if (sandbox.chance(0.8)) {
    sandbox.write(h);
    await runCommand(h, push, ["--all", "--yes"]);
    for (let i = 0; i < 3; i++) sandbox.edit();
    if (sandbox.chance(0.4)) sandbox.interfere(h);
  }
  sandbox.write(h);
  const flags = { prune: sandbox.chance(0.5), overwrite: sandbox.chance(0.5) };
  const session = h.session();
  const refusal = (plan: Parameters<typeof refusalOf>[0]) => refusalOf(plan, flags);
  const real = {
    ...session,
    conversation: { ...session.conversation, refusal, choose: async () => undefined },
  };
  const paths = session.files.list().map((path) => ({ path, session: real }));
  const { files, orders } = await inRunOrder(paths, async (it) => it, flags.prune);
  const run = await simulateRun(
    {
      files: async () => inPushOrder(files),
      change: pushFile,
      ...(flags.prune && { pruned: async () => [""] }),
      options: { orders },
    },
    undefined,
    real,
  );
  const announced = run.results.flatMap((it) => it.plan?.calls ?? []);
  const reviews = reviewsOf(run.session, "a.cfrule");
  const before = stateOf(h);
  const options = Object.entries(flags).flatMap(([name, it]) => (it ? [`--${name}`] : []));
  let out = "";
  let status: number | undefined;
  const sent = await callsOf(h, async () => {
    ({ out, status } = await runCommand(h, push, ["--all", "--yes", ...options]));
  });
  const after = stateOf(h);
  const problems = [
    ...differenceOf(announced, sent),
    ...reviews.flatMap((it) => problemsOf(it, before, after)),
    ...missedIn(out, before, after),
    ...bugsIn(out),
    ...(status === 0 && target === "rulesets" ? await misplacedIn(h, sandbox, options) : []),
  ];
  if (problems.length > 0) return `seed ${seed}\n${problems.join("\n")}\n${out}`;
  const reversed = await reverseAndCompare(h, sandbox);
  return reversed.length === 0 ? "" : `seed ${seed}\n${out}\n${reversed.join("\n")}`;
}

/** The positions that do not hold after a push, and the calls of another one. */
async function misplacedIn(
  h: Harness,
  { rules }: Sandbox,
  options: readonly string[],
): Promise<readonly string[]> {
  const order = () => [...h.zone.rulesets.values()].map((it) => it.rules.map(({ id }) => id));
  const all = order();
  const idOf = (name: string) =>
    h.rulesetRules.find((it) => it.ref === name)?.id ?? h.entry(name)?.rule ?? "";
  const wrong = [...rules].flatMap(([path, { more }]) => {
    const id = idOf(path);
    const own = all.find((it) => it.includes(id)) ?? [];
    const [line] = more.filter((it) => /^@(after|before|position) /.test(it));
    const isRight = line === undefined || isSatisfied(line, own.indexOf(id), own, idOf);
    return isRight ? [] : [`${path} is not '${line}' in ${JSON.stringify(own)}`];
  });
  const again = await callsOf(h, async () => {
    await runCommand(h, push, ["--all", "--yes", ...options]);
  });
  const isSame = JSON.stringify(order()) === JSON.stringify(all);
  return [...wrong, ...again, ...(isSame ? [] : ["another order after the second push"])];
}

function isSatisfied(
  line: string,
  place: number,
  ids: readonly string[],
  idOf: (name: string) => string,
): boolean {
  const [kind, value = ""] = line.slice(1).split(" ");
  if (kind !== "position") {
    const other = ids.indexOf(idOf(value));
    return other >= 0 && (kind === "after" ? other < place : place < other);
  }
  if (value === "first") return place === 0;
  if (value === "last") return place === ids.length - 1;
  // Numbers after the end are places at the end, in their order.
  return Number(value) <= ids.length ? place < Number(value) : place >= ids.length - 3;
}

function differenceOf(announced: readonly string[], sent: readonly string[]): readonly string[] {
  const isSame = announced.every((it, i) => isSameCall(it, sent[i] ?? ""));
  if (isSame && announced.length === sent.length) return [];
  return [`announced:\n${announced.join("\n")}\nsent:\n${sent.join("\n")}`];
}

function bugsIn(out: string): readonly string[] {
  return /bug in Weir|was not announced/.test(out) ? ["a bug"] : [];
}

/** The calls that reach the service while something runs. */
async function callsOf(h: Harness, run: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  const answer = h.emulator.answer;
  h.emulator.answer = (request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace("/client/v4", "");
    if (request.method !== "GET") sent.push(`${request.method} ${path}${search}`);
    return answer.call(h.emulator, request);
  };
  await run();
  h.emulator.answer = answer;
  return sent;
}

/** The changes of outcomes that the sentences of a plan do not name. */
function missedIn(out: string, before: Configuration, after: Configuration): readonly string[] {
  const [line = ""] = out.split("\n").filter((it) => /^ +! (?:This rule|These \d+ rules)/.test(it));
  if (/There may be others|cannot tell| more\./.test(line)) return [];
  return phases.flatMap((phase) =>
    requests.map(textOf).flatMap((request) => {
      const [from, to] = [outcomeIn(before, phase, request), outcomeIn(after, phase, request)];
      const pair = `${from} → ${to}`;
      return from === to || line.includes(pair) ? [] : [`${request}: ${pair}, but '${line}'`];
    }),
  );
}

/** The announcement of a deletion or an undo, beside its effect. */
async function reverseAndCompare(h: Harness, sandbox: Sandbox): Promise<readonly string[]> {
  const { lock, place } = h.session();
  const paths = lock.entries(place.profile).flatMap(([it]) => (sandbox.chance(0.5) ? [it] : []));
  const isDeletion = sandbox.chance(0.5) && paths.length > 0;
  const command = isDeletion ? deleteCommand : undo;
  const args = isDeletion ? paths : [];
  const dry = await runCommand(h, command, [...args, "--dry-run", "--format", "json"]);
  const { results } = JSON.parse(dry.out) as { results: { calls?: string[] }[] };
  const before = stateOf(h);
  let out = "";
  const sent = await callsOf(h, async () => {
    const agreed = isDeletion ? ["--yes", "--overwrite"] : ["--yes"];
    out = (await runCommand(h, command, [...args, ...agreed])).out;
  });
  const problems = [
    ...differenceOf(
      results.flatMap((it) => it.calls ?? []),
      sent,
    ),
    ...missedIn(out, before, stateOf(h)),
    ...bugsIn(out),
  ];
  return problems.length === 0 ? [] : [`${command.name} ${args.join(" ")}`, ...problems, out];
}

test("the calls and outcomes that a push, a deletion or an undo announces are those that it has", async () => {
  const first = Number(process.env.WEIR_SEED ?? 0);
  for (let seed = first; seed < first + times(8, 300); seed++)
    expect(await pushAndCompare(seed)).toBe("");
});
