import { afterAll, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../server/src/emulator/faults.ts";
import type { Result } from "../../server/src/push/plan.ts";
import { Harness } from "./harness.ts";
import { type Sequence, secret, sequences } from "./sequences.ts";

/** What makes files outlive a power cut takes most of the time here, and is not what this is about. */
vi.mock(import("node:fs"), async (original) => ({ ...(await original()), fsyncSync: () => {} }));

/** The process itself ends while it waits for an answer. */
type Killed = { readonly kind: "killed"; readonly afterEffect: boolean };

/** Everything that can go wrong with one request. */
const faults: Readonly<Record<string, Fault | Killed>> = {
  "killed before": { kind: "killed", afterEffect: false },
  "killed after": { kind: "killed", afterEffect: true },
  "500": { kind: "status", status: 500 },
  "429": { kind: "rate-limit" },
  "drop before": { kind: "drop" },
  "drop after": { kind: "drop", afterEffect: true },
  malformed: { kind: "malformed" },
  redirect: { kind: "redirect", location: "https://evil.example/" },
  slow: { kind: "slow-body", delay: 1000 },
};

/** What comes after it: everything is well again, or nothing gets through any more. */
const aftermaths = ["then well", "then dead"] as const;

const rows: string[][] = [];

/** The whole sequence without any fault: which requests it makes, and what the service has afterwards. */
async function cleanRun(sequence: Sequence, h: Harness) {
  const before = h.snapshot();
  const first = await sequence.act(h);
  const requests = [...h.requests];
  if (first.outcome === "failed") await sequence.again?.(h);
  return { requests, before, after: h.snapshot() };
}

/** What is known of a run whose process has ended. */
const killed: Result = {
  path: "",
  profile: "",
  outcome: "failed",
  ids: {},
  message: "What was done is not known.",
};

interface Trouble {
  /** The number of the request that it hits. */
  readonly at: number;
  readonly fault: Fault | Killed;
  readonly isDead: boolean;
}

/** The sequence with one request that goes wrong, and then the same again. */
async function faultyRun(sequence: Sequence, h: Harness, { at, fault, isDead }: Trouble) {
  h.count((number) => {
    const isHit = number === at && fault.kind !== "killed";
    const isLater = number > at && isDead;
    h.emulator.configure({ faults: isHit ? [fault] : isLater ? [{ kind: "drop" }] : [] });
  });
  const ending = fault.kind === "killed" ? [h.killAt(at, fault.afterEffect)] : [];
  const first = (await Promise.race([sequence.act(h), ...ending])) ?? killed;
  h.count(() => h.emulator.configure({ faults: [] }));
  const between = { snapshot: h.snapshot(), lie: lieOf(h), lock: h.lockText() };
  const { act, again = act } = sequence;
  const second = await (first.outcome === "failed" ? again : act)(h);
  const shown = JSON.stringify([first, second, h.plans, h.questions]);
  return {
    first,
    second,
    between,
    after: h.snapshot(),
    lie: lieOf(h),
    shown: shown + between.lock + h.lockText(),
  };
}

/** Something that the lock says and that is not so. */
function lieOf(h: Harness): string | undefined {
  const there = {
    job: (id: unknown) => h.zone.jobs.has(Number(id)),
    filter: (id: unknown) => h.zone.filters.has(String(id)),
    rule: (id: unknown) =>
      h.zone.rules.has(String(id)) || h.rulesetRules.some((it) => it.id === id),
  };
  for (const path of ["shop.lpjob", "shop.lpfilter", "a.cfrule"]) {
    const entry = h.entry(path);
    if (!entry || /delet|dropping|replacing|removing/.test(entry.state)) continue;
    for (const [name, isThere] of Object.entries(there)) {
      const id = entry[name as keyof typeof there];
      if (id !== undefined && !isThere(id)) return `${path}: ${name} ${id} (${entry.state})`;
    }
    if (entry.state === "done" && entry.hash === undefined) return `${path}: done without a hash`;
  }
  return undefined;
}

/** Nothing is there twice, and nothing is gone that was there before and should be afterwards. */
function damageOf(before: string, between: string, after: string): string[] {
  const [old, now, wanted] = [before, between, after].map((it) => it.split("\n").filter(Boolean));
  const kept = (old ?? []).filter((it) => wanted?.includes(it));
  const lost = kept.filter((it) => !now?.includes(it)).map((it) => `lost: ${it}`);
  const most = Math.max(old?.length ?? 0, wanted?.length ?? 0) + 1;
  const twice = (now ?? [])
    .filter((it, i, all) => all.indexOf(it) !== i && !wanted?.includes(it))
    .map((it) => `twice: ${it}`);
  return [...lost, ...twice, ...((now?.length ?? 0) > most ? [`too many: ${between}`] : [])];
}

describe.each(sequences)("$name", (sequence) => {
  test("stops in a known state under every fault of every step, and the next run finishes", async () => {
    using h = new Harness(sequence);
    await sequence.prepare?.(h);
    h.requests.length = 0;
    const rewind = h.rewinder();
    const { requests, before, after } = await cleanRun(sequence, h);
    expect(requests.length).toBeGreaterThan(0);
    const problems: string[] = [];
    for (const [at, request] of requests.entries()) {
      const cells: string[] = [];
      for (const [name, fault] of Object.entries(faults)) {
        for (const aftermath of aftermaths) {
          rewind();
          const isDead = aftermath === "then dead";
          const run = await faultyRun(sequence, h, { at, fault, isDead });
          const where = `${at + 1}. ${request}, ${name}, ${aftermath}`;
          const note = (what: string) => problems.push(`${where}: ${what}`);
          for (const it of damageOf(before, run.between.snapshot, after)) note(it);
          if (run.between.lie) note(`the lock lies: ${run.between.lie}`);
          const isSure = run.first.outcome === "failed" && !/not known/.test(run.first.message);
          const inDoubt = /"state": "(creating|updating|deleting)-[a-z]+"/.exec(
            run.between.lock,
          )?.[1];
          if (isSure && inDoubt) note(`the lock is in doubt (${inDoubt}) of what is known`);
          if (run.lie) note(`the lock lies in the end: ${run.lie}`);
          if (run.second.outcome === "failed" && run.first.outcome === "failed")
            note(`the second run fails: ${run.second.message}`);
          if (run.after !== after) note(`ends with\n${run.after}\nand not with\n${after}`);
          if (/weir-emulator-token/.test(run.shown)) note("the token is shown");
          if (run.shown.includes(secret) && !onlyInPlans(run.shown)) note("the secret is shown");
          cells.push(`${run.first.outcome}→${run.second.outcome}`);
        }
      }
      rows.push([sequence.name, `${at + 1}. ${request || "GET zone"}`, ...cells]);
    }
    expect(problems.join("\n")).toBe("");
  });
});

/** Plans hold values that only `describeChange` makes fit for people. */
function onlyInPlans(shown: string): boolean {
  return !shown.replace(/"destination_conf","(before|after)":"[^"]*"/g, "").includes(secret);
}

afterAll(() => {
  const names = Object.keys(faults).flatMap((it) => aftermaths.map((then) => `${it}, ${then}`));
  const short = (it: string) => it.replaceAll("unchanged", "same").replaceAll("failed", "stopped");
  console.log(`Each cell: what came of the run with the fault → what came of the next run.`);
  for (const [name, step, ...cells] of rows) {
    const groups = new Map<string, string[]>();
    for (const [i, it] of cells.entries())
      groups.set(short(it), [...(groups.get(short(it)) ?? []), names[i] ?? ""]);
    console.log(`${name} | ${step}`);
    for (const [outcome, hit] of groups)
      console.log(
        `    ${outcome}: ${hit.length === names.length ? "every fault" : hit.join("; ")}`,
      );
  }
});
