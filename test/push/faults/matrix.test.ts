import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Fault, faultKinds } from "../../../server/src/emulator/faults.ts";
import type { Result } from "../../../server/src/push/plan/plan.ts";
import { lockName } from "../../../server/src/workspace/lock/lock.ts";
import { isLong } from "../../support/long.ts";
import { Folder } from "../../support/programs/cli.ts";
import { patchFs } from "../../support/vitest/patch-fs.ts";
import { Harness } from "../harness.ts";
import { cleanRun, type Run, runAgain, violatedGuarantees } from "./promises.ts";
import { type Sequence, sequences } from "./sequences.ts";

const disk = { isFull: false };

patchFs((fs) => ({
  writeFileSync: (...args) => {
    // Files of a workspace are written by file descriptor.
    if (disk.isFull && typeof args[0] === "number")
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    fs.writeFileSync(...args);
  },
}));

/**
 * In addition to the faults of the emulator: our process ends while it waits, the response times out, another client does the
 * same concurrently, the disk is full from then on, or the lock becomes a symlink out of the folder.
 */
type Trouble = Fault | OwnTrouble;
type OwnTrouble =
  | { readonly kind: "killed"; readonly afterEffect: boolean }
  | { readonly kind: "late" | "together" | "full-disk" | "linked-lock" };

function isOwn(trouble: Trouble): trouble is OwnTrouble {
  return ["killed", "late", "together", "full-disk", "linked-lock"].includes(trouble.kind);
}

const page = "<!doctype html><title>Something on the way</title>";

/** Everything that can go wrong with one request. */
const troubles: Readonly<Record<string, Trouble>> = {
  "killed before the effect": { kind: "killed", afterEffect: false },
  "killed after it": { kind: "killed", afterEffect: true },
  "dropped before the effect": { kind: "drop" },
  "dropped after it": { kind: "drop", afterEffect: true },
  "500": { kind: "status", status: 500 },
  "404": { kind: "status", status: 404 },
  "429 with Retry-After": { kind: "rate-limit", retryAfter: 7 },
  "a page with 502": { kind: "status", status: 502, body: page },
  "a page with 404": { kind: "status", status: 404, body: page },
  "a page with 200": { kind: "status", status: 200, body: page },
  "half an answer": { kind: "malformed" },
  "a redirect": { kind: "redirect", location: "https://evil.example/" },
  "a body that stays away": { kind: "slow-body", delay: 1000 },
  "an answer that comes too late": { kind: "late" },
  "the same at the same time": { kind: "together" },
  "a full disk": { kind: "full-disk" },
  ...(process.platform === "win32" ? undefined : { "a hostile folder": { kind: "linked-lock" } }),
};

/** The state afterwards: the service works again, or every request fails. */
const aftermaths = ["then well", "then dead"] as const;

/** The outcome of a run, and of the next one. */
const marks = {
  done: "✓",
  resumed: "↻",
  found: "≡",
  left: "·",
} as const;

interface Row {
  readonly sequence: string;
  readonly step: string;
  readonly cells: readonly string[];
}
const rows: Row[] = [];

test("every fault of the emulator is covered", () => {
  const kinds = new Set<string>(Object.values(troubles).map((it) => it.kind));
  expect(faultKinds.filter((it) => !kinds.has(it))).toEqual([]);
});

/** The result of a run whose process was killed. */
const killed: Result = {
  path: "",
  profile: "",
  outcome: "failed",
  ids: {},
  message: "Outcome unknown.",
};

interface Hit {
  /** The number of the affected request. */
  readonly at: number;
  readonly trouble: Trouble;
  readonly isDead: boolean;
}

/** A folder outside of the workspace, and a lock file that links to it. */
class Outside implements Disposable {
  private readonly folder = new Folder({ "lock.json": theirs });
  private kept: string | undefined;

  link(h: Harness): void {
    const lock = join(h.folder.path, lockName);
    this.kept = existsSync(lock) ? join(h.folder.path, `${lockName}.kept`) : undefined;
    if (this.kept) renameSync(lock, this.kept);
    symlinkSync(join(this.folder.path, "lock.json"), lock);
  }

  unlink(h: Harness): void {
    const lock = join(h.folder.path, lockName);
    rmSync(lock);
    if (this.kept) renameSync(this.kept, lock);
  }

  get isChanged(): boolean {
    return readFileSync(join(this.folder.path, "lock.json"), "utf8") !== theirs;
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}

const theirs = '{ "version": 1, "resources": {} }';

/** Runs the sequence with one failing request. */
async function firstRun(sequence: Sequence, h: Harness, { at, trouble, isDead }: Hit) {
  using outside = new Outside();
  const { kind } = trouble;
  let other: Promise<unknown> | undefined;
  h.count((number) => {
    const isHit = number === at;
    const faults: Fault[] = number > at && isDead ? [{ kind: "drop" }] : [];
    if (isHit && !isOwn(trouble)) faults.push(trouble);
    h.emulator.configure({ faults, latency: isHit && kind === "late" ? 1000 : 0 });
    if (isHit && kind === "together") other = sequence.act(h);
    if (isHit && kind === "full-disk") disk.isFull = true;
    if (isHit && kind === "linked-lock") outside.link(h);
  });
  const ending = kind === "killed" ? [h.killAt(at, trouble.afterEffect)] : [];
  const result = (await Promise.race([sequence.act(h), ...ending])) ?? killed;
  await other;
  disk.isFull = false;
  if (kind === "linked-lock") outside.unlink(h);
  return { result, isOutsideChanged: outside.isChanged };
}

/** Runs the sequence with one failing request, and then again. */
async function faultyRun(sequence: Sequence, h: Harness, hit: Hit) {
  const { result: first, isOutsideChanged } = await firstRun(sequence, h, hit);
  return { ...(await runAgain(sequence, h, first)), isOutsideChanged };
}

function markOf({ first, second }: Run): string {
  if (first.outcome !== "failed") return marks.done;
  return second.outcome === "unchanged" ? marks.found : marks.resumed;
}

/** The short suite tests a cell in every second step, with different ones for each step and sequence; the long suite tests all. */
function isTried(sequence: Sequence, at: number, cell: number): boolean {
  return isLong || (sequences.indexOf(sequence) + at + cell) % 68 === 0;
}

describe.each(sequences)("$name", (sequence) => {
  test("stops in a known state under every fault of every step, and the next run completes", async () => {
    using h = new Harness(sequence);
    await sequence.prepare?.(h);
    h.requests.length = 0;
    const rewind = h.rewinder();
    const { requests, before, after } = await cleanRun(sequence, h);
    expect(requests.length).toBeGreaterThan(0);
    const problems: string[] = [];
    for (const [at, request] of requests.entries()) {
      const cells: string[] = [];
      for (const [name, trouble] of Object.entries(troubles)) {
        for (const aftermath of aftermaths) {
          if (!isTried(sequence, at, cells.length)) {
            cells.push(marks.left);
            continue;
          }
          rewind();
          const isDead = aftermath === "then dead";
          const run = await faultyRun(sequence, h, { at, trouble, isDead });
          const where = `${at + 1}. ${request}, ${name}, ${aftermath}`;
          for (const it of violatedGuarantees(run, before, after)) problems.push(`${where}: ${it}`);
          cells.push(markOf(run));
        }
      }
      rows.push({ sequence: sequence.name, step: `${at + 1}. ${stepName(request)}`, cells });
    }
    expect(problems.join("\n")).toBe("");
  });
});

function stepName(request: string): string {
  const [method, path] = request.split(" ");
  return `${method} ${(path || "(the zone)").replace(/[0-9a-f]{32}/g, "ID")}`;
}

afterAll(() => {
  const names = Object.keys(troubles);
  const letter = (i: number) => String.fromCharCode(97 + i);
  const width = Math.max(...rows.map((it) => it.step.length)) + 4;
  const lines = [
    "Every step of every sequence, and what came of it under every fault. The first sign of a pair: everything is well",
    "afterwards; the second: nothing gets through any more.",
    `  ${marks.done} done all the same   ${marks.resumed} stopped, and the next run finished it   ${marks.found} stopped, and the next run found it done   ${marks.left} left to 'npm run test:long'`,
    ...names.map((it, i) => `  ${letter(i)}  ${it}`),
  ];
  for (const [i, { sequence, step, cells }] of rows.entries()) {
    if (rows[i - 1]?.sequence !== sequence)
      lines.push("", sequence.padEnd(width) + names.map((_, at) => ` ${letter(at)}  `).join(""));
    const pairs = names.map((_, at) => ` ${cells[at * 2]}${cells[at * 2 + 1]} `);
    lines.push(`  ${step}`.padEnd(width) + pairs.join(""));
  }
  console.log(lines.join("\n"));
});
