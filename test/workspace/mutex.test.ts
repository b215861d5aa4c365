import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shortHost } from "../../server/src/workspace/files/leftovers.ts";
import type { LockEntry } from "../../server/src/workspace/lock/lock.ts";
import { LockFile, mutexName } from "../../server/src/workspace/lock/lock-file.ts";
import {
  acquireMutex,
  type HeldMutex,
  type MutexOptions,
} from "../../server/src/workspace/lock/mutex.ts";
import {
  acquireMutexSync,
  MutexTimeout,
  waitForMutex,
} from "../../server/src/workspace/lock/wait-for-mutex.ts";
import { Folder } from "../support/programs/cli.ts";

function placeIn(folder: Folder): string {
  return `${folder.path}/busy`;
}

function taken(place: string, options?: MutexOptions): HeldMutex {
  const mutex = acquireMutex(place, options);
  if (!("end" in mutex)) throw new Error(`The mutex is held by ${mutex.name}.`);
  return mutex;
}

/** A process that looks different from ours. */
const other = { host: "here", pid: 4711 };
const alive = { host: "here", isAlive: () => true };
const dead = { host: "here", isAlive: () => false };

describe("a mutex", () => {
  test("is held until it ends, and leaves the files that it found", () => {
    using folder = new Folder();
    const place = placeIn(folder);
    const mutex = taken(place, alive);
    expect(acquireMutex(place, { ...alive, pid: 1 })).toMatchObject({ pid: process.pid });
    expect(acquireMutex(place, alive)).toMatchObject({ pid: process.pid });
    mutex.end();
    taken(place, alive).end();
    expect(readdirSync(place)).toEqual(["free"]);
    expect(readdirSync(folder.path)).toEqual(["busy"]);
  });

  test.each(["linux", "darwin", "win32"] as const)("has one owner on %s", (platform) => {
    using folder = new Folder();
    const place = placeIn(folder);
    const results = Array.from({ length: 5 }, (_, pid) =>
      acquireMutex(place, { ...alive, pid: pid + 1, platform }),
    );
    expect(results.filter((it) => "end" in it).length).toBe(1);
    expect(readdirSync(place).length).toBe(1);
  });

  test("of a dead process passes on, once", () => {
    using folder = new Folder();
    const place = placeIn(folder);
    const first = taken(place, other);
    const second = taken(place, dead);
    expect(first.isOurs()).toBe(false);
    expect(acquireMutex(place, { ...alive, pid: 1 })).toMatchObject({ pid: process.pid });
    // A process that was presumed dead does not end another's mutex, and a beat does not restore its own.
    first.beat();
    first.end();
    expect(second.isOurs()).toBe(true);
    expect(readdirSync(place).length).toBe(1);
    second.end();
  });

  test("of an earlier process with our number passes on", () => {
    using folder = new Folder();
    const place = placeIn(folder);
    mkdirSync(place);
    writeFileSync(`${place}/here.${process.pid}.0123456789abcdef`, "");
    taken(place, alive).end();
  });

  test("of another machine is not presumed dead", () => {
    using folder = new Folder();
    const place = placeIn(folder);
    taken(place, { host: "there", pid: 1 });
    expect(acquireMutex(place, dead)).toMatchObject({ host: "there", pid: 1 });
  });

  test.runIf(process.platform !== "win32")("does not follow links", () => {
    using folder = new Folder({ "outside/here.1.0123456789abcdef": "keep" });
    symlinkSync("outside", placeIn(folder));
    expect(() => acquireMutex(placeIn(folder), dead)).toThrow("ENOTDIR");
    expect(readdirSync(join(folder.path, "outside"))).toEqual(["here.1.0123456789abcdef"]);
  });
});

describe("waiting", () => {
  test("continues when the mutex is released, and reports its owner once", async () => {
    using folder = new Folder();
    const place = placeIn(folder);
    const first = taken(place, other);
    const told: number[] = [];
    let slept = 0;
    const mutex = await waitForMutex(place, {
      ...alive,
      onWait: ({ pid }) => void told.push(pid),
      sleep: async () => {
        if (++slept === 3) first.end();
      },
    });
    expect([told, slept]).toEqual([[4711], 3]);
    mutex.end();
  });

  test("ends when the owner gives no sign of life, on whatever machine", async () => {
    using folder = new Folder();
    const place = placeIn(folder);
    const first = taken(place, { host: "there", pid: 1 });
    let slept = 0;
    const mutex = await waitForMutex(place, {
      ...alive,
      sleep: async (it) => {
        slept += it;
      },
    });
    expect(slept).toBeGreaterThanOrEqual(20_000);
    expect([first.isOurs(), mutex.isOurs()]).toEqual([false, true]);
    mutex.end();
  });

  test("is given up when the owner is alive and never ends", async () => {
    using folder = new Folder();
    const place = placeIn(folder);
    taken(place, other);
    let beats = 0;
    const [name] = readdirSync(place);
    const sleep = async () => {
      // The clock of the file system may be too coarse to distinguish two beats.
      utimesSync(join(place, name ?? ""), 1, ++beats);
    };
    await expect(waitForMutex(place, { ...alive, sleep })).rejects.toThrow(MutexTimeout);
    expect(() => acquireMutexSync(place, { ...alive, sleep: () => {} })).toThrow(MutexTimeout);
  });

  test("ends on cancellation", async () => {
    using folder = new Folder();
    const place = placeIn(folder);
    taken(place, other);
    const controller = new AbortController();
    const sleep = async () => controller.abort();
    const { signal } = controller;
    await expect(waitForMutex(place, { ...alive, sleep, signal })).rejects.toThrow("aborted");
  });
});

test("removes what a killed process had created to acquire it", () => {
  using folder = new Folder();
  const program = `
    const name = ".weir-${shortHost()}." + process.pid + ".0123456789abcdef.tmp";
    require("fs").mkdirSync(name);
    require("fs").writeFileSync(name + "/free", "");
    process.kill(process.pid, "SIGKILL");
  `;
  spawnSync(process.execPath, ["-e", program], { cwd: folder.path });
  expect(readdirSync(folder.path)).toHaveLength(1);
  taken(placeIn(folder)).end();
  expect(readdirSync(folder.path)).toEqual(["busy"]);
});

test("the folder of a mutex may be lost, and is created again", () => {
  using folder = new Folder();
  const place = placeIn(folder);
  const first = taken(place, other);
  rmSync(place, { recursive: true });
  mkdirSync(place);
  const second = taken(place, alive);
  first.end();
  expect([first.isOurs(), second.isOurs()]).toEqual([false, true]);
  expect(readdirSync(place)).toHaveLength(1);
});

describe("the lock", () => {
  const entry: LockEntry = { origin: "https://a.example", target: "jobs", state: "done" };

  test("is not written by a process that was presumed dead", async () => {
    using folder = new Folder();
    const lock = new LockFile(folder.path);
    const run = lock.exclusively(async () => {
      rmSync(join(folder.path, mutexName), { recursive: true });
      lock.set("a.lpjob", "local", entry);
    });
    await expect(run).rejects.toThrow("did not respond");
    expect(readdirSync(folder.path)).toEqual([".weir"]);
  });

  test("keeps what is being written in a folder that git ignores", () => {
    using folder = new Folder();
    const lock = new LockFile(folder.path);
    lock.set("a.lpjob", "local", entry);
    expect(readdirSync(folder.path).sort()).toEqual([".weir", "weir.lock.json"]);
    expect(readdirSync(join(folder.path, mutexName))).toEqual(["free"]);
    expect(folder.read(".weir/.gitignore")).toBe("*\n");
  });

  test("distinguishes changes of other processes from our own", async () => {
    using folder = new Folder();
    const [mine, theirs] = [new LockFile(folder.path), new LockFile(folder.path)];
    expect(mine.hasNews()).toBe(false);
    mine.set("a.lpjob", "local", entry);
    expect(mine.hasNews()).toBe(false);
    await mine.exclusively(async ({ pause }) => {
      await pause(async () => theirs.set("b.lpjob", "local", entry));
      expect(mine.hasNews()).toBe(true);
      expect(mine.hasNews()).toBe(false);
    });
    expect(mine.entries("local").map(([path]) => path)).toEqual(["a.lpjob", "b.lpjob"]);
  });
});
