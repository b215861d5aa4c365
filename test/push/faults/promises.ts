import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Result } from "../../../server/src/push/plan/plan.ts";
import { type LockEntry, lockName, readLock } from "../../../server/src/workspace/lock/lock.ts";
import { mutexName } from "../../../server/src/workspace/lock/lock-file.ts";
import type { Harness } from "../harness.ts";
import { type Sequence, secret } from "./sequences.ts";

/** Guarantees of every sequence, whatever fails. */

/** The resources on the service, and the files if the sequence writes them, one per line. */
export function stateOf(h: Harness, { writes }: Sequence): string[] {
  const inAccount = [...h.account.jobs.values()].map(({ id: _, ...it }) => JSON.stringify(it));
  const files = readdirSync(h.folder.path, { recursive: true, withFileTypes: true })
    .map((it) => [it, relative(h.folder.path, join(it.parentPath, it.name))] as const)
    .filter(([it, name]) => it.isFile() && name !== lockName && !isOfMutex(name))
    .map(([, name]) => name);
  return [
    ...h.snapshot().split("\n"),
    ...inAccount.map((it) => `account's job ${it}`),
    ...(writes ? files.map((it) => `file ${it} ${JSON.stringify(h.folder.read(it))}`) : []),
  ]
    .filter((it) => it !== "")
    .sort();
}

/** A file of every run, whatever it does. */
function isOfMutex(name: string): boolean {
  const path = name.replaceAll("\\", "/");
  return path.startsWith(mutexName) || path === ".weir/.gitignore";
}

/** Runs the sequence without faults. Returns its requests, and the state of the service afterwards. */
export async function cleanRun(sequence: Sequence, h: Harness) {
  const before = stateOf(h, sequence);
  const first = await sequence.act(h);
  const requests = [...h.requests];
  if (first.outcome === "failed") await sequence.again?.(h);
  return { requests, before, after: stateOf(h, sequence) };
}

/** The first error in the lock file, if any. */
export function lockErrorIn(h: Harness): string | undefined {
  const lock = readLock(h.lockText() || '{ "version": 1, "resources": {} }');
  if ("damage" in lock) return String(lock.damage);
  const there: Readonly<Record<string, (id: unknown) => boolean>> = {
    job: (id) => h.zone.jobs.has(Number(id)) || h.account.jobs.has(Number(id)),
    filter: (id) => h.zone.filters.has(String(id)),
    rule: (id) => h.zone.rules.has(String(id)) || h.rulesetRules.some((it) => it.id === id),
  };
  for (const [path, profiles] of Object.entries(lock)) {
    const entry = profiles.local as LockEntry;
    if (/delet|dropping|replacing|removing/.test(entry.state)) continue;
    for (const [name, isThere] of Object.entries(there)) {
      const id = entry[name as keyof LockEntry];
      if (id !== undefined && !isThere(id)) return `${path}: ${name} ${id} (${entry.state})`;
    }
    if (entry.state === "done" && entry.hash === undefined) return `${path}: done without a hash`;
  }
  return undefined;
}

/** Duplicates, and resources that are missing but existed before and should exist afterwards. */
function damageOf(before: string[], between: string[], after: string[]): string[] {
  const kept = before.filter((it) => after.includes(it));
  const lost = kept.filter((it) => !between.includes(it)).map((it) => `lost: ${it}`);
  const twice = between
    .filter((it, i, all) => all.indexOf(it) !== i && !after.includes(it))
    .map((it) => `duplicate: ${it}`);
  const most = Math.max(before.length, after.length) + 1;
  return [...lost, ...twice, ...(between.length > most ? [`too many: ${between}`] : [])];
}

export type Run = Awaited<ReturnType<typeof runAgain>> & { readonly isOutsideChanged?: boolean };

/** The state after a failed run, and after a second run without faults. */
export async function runAgain(sequence: Sequence, h: Harness, first: Result) {
  h.count(() => h.emulator.configure({ faults: [], latency: 0 }));
  const between = { state: stateOf(h, sequence), lockError: lockErrorIn(h), lock: h.lockText() };
  const { act, again = act } = sequence;
  const second = await (first.outcome === "failed" ? again : act)(h);
  // Undo data stays in the process, and is never shown.
  const results = [first, second].map(({ undo: _, ...it }) => it);
  const shown = JSON.stringify([results, h.plans, h.questions]);
  return {
    first,
    second,
    between,
    after: stateOf(h, sequence),
    lockError: lockErrorIn(h),
    plans: h.plans,
    shown: shown + between.lock + h.lockText(),
  };
}

/** The guarantees that a run violates. */
export function violatedGuarantees(run: Run, before: string[], after: string[]): string[] {
  const { first, second, between, shown } = run;
  const isSure = first.outcome === "failed" && !/unknown/i.test(first.message);
  const doubt = /"state": "(creating|updating|deleting)-[a-z]+"/.exec(between.lock)?.[0];
  return [
    ...damageOf(before, between.state, after),
    ...(run.isOutsideChanged ? ["a file outside the workspace was changed"] : []),
    ...(between.lockError
      ? [`the lock file is wrong after the first run: ${between.lockError}`]
      : []),
    ...(isSure && doubt
      ? [`the lock file says the outcome is unknown (${doubt}), but it is known`]
      : []),
    ...(run.lockError ? [`the lock file is wrong after the second run: ${run.lockError}`] : []),
    ...(second.outcome === "failed" && first.outcome === "failed"
      ? [`the second run failed: ${second.message}`]
      : []),
    ...(run.after.join("\n") === after.join("\n")
      ? []
      : [`the final state is\n${run.after.join("\n")}\ninstead of\n${after.join("\n")}`]),
    ...bareIds(run),
    ...(shown.includes("weir-emulator-token") ? ["the token is shown"] : []),
    ...(shown.includes(secret) && !onlyInPlans(shown) ? ["the secret is shown"] : []),
  ];
}

/** IDs that are shown without a name. Messages use names, with the ID in parentheses, except in the words of the service. */
function bareIds({ first, second, plans }: Run): string[] {
  return [
    ...[first, second].map((it) => it.message),
    ...plans.flatMap(({ title, notes }) => [title, ...notes]),
  ]
    .map((it) => it.replace(/(?<=rejected the request \(\d+\)\. )Unknown rule '\w+'\./, ""))
    .filter((it) => /(?<!\()\b[0-9a-f]{32}\b/.test(it))
    .map((it) => `ID without a name: ${it}`);
}

/** Whether the secret only appears in the changes of plans, which are shown through `describeChange`. */
function onlyInPlans(shown: string): boolean {
  return !shown.replace(/"destination_conf","(before|after)":"[^"]*"/g, "").includes(secret);
}
