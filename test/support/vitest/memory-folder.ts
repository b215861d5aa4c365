import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isAlive } from "../../../scripts/install/install-once.mjs";

/** A file system in memory, which most Linux systems have. */
const memory = "/dev/shm";
const needed = 2_000_000_000;
const prefix = "weir-tests-";

/**
 * Keeps temporary files of the tests in memory if possible: they are many and small, and flushing them to disk takes longer than
 * most tests. They are deleted when this process exits, or by the next run if it was killed.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform !== "linux" || process.env.TMPDIR?.startsWith(memory)) return;
  const folder = join(memory, `${prefix}${process.pid}`);
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < needed) return;
    removeLeftovers();
    mkdirSync(folder);
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    if (runsPrograms(folder)) process.env.TMPDIR = folder;
  } catch {
    // The disk is used instead, which is only slower.
  }
}

/** Whether programs can be run from a folder, which containers often forbid. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  return spawnSync(program).status === 0;
}

function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (owner > 0 && !isAlive(owner)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}
