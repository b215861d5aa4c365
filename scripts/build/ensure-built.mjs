// Builds dist/ if the sources have changed. `--debug` builds it readable, with source maps.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, run } from "../failure.mjs";
import { root } from "../root.mjs";
import { fingerprint } from "./fingerprint.mjs";

const stamp = join(root, "dist", ".built");

/** The ID of the process that builds. */
const lock = join(root, ".dist.lock");

/**
 * Several processes may ask at once: one builds, and the others wait for it. The new folder replaces the old one when it is
 * complete. Returns the fingerprint of the sources.
 */
export function ensureBuilt({ debug = false } = {}) {
  const sources = fingerprint();
  const wanted = debug ? `${sources} debug` : sources;
  while (readOptional(stamp) !== wanted) {
    if (!locked()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      continue;
    }
    try {
      if (readOptional(stamp) !== wanted) build(wanted, debug);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return sources;
}

/**
 * @param {string} wanted
 * @param {boolean} debug
 */
function build(wanted, debug) {
  const args = [join(root, "scripts/build/build.mjs"), wanted, ...(debug ? ["--debug"] : [])];
  const { status, pid } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  rmSync(join(root, `.dist-${pid}`), { recursive: true, force: true });
  if (status !== 0) throw new Failure("Build failed.");
}

/** Whether this process may build. The lock of a process that was ended does not count. */
function locked() {
  try {
    const file = openSync(lock, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    const owner = Number(readOptional(lock));
    if (owner > 0 && !isRunning(owner)) rmSync(lock, { force: true });
    return false;
  }
}

/** @param {number} id */
function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} path */
export function readOptional(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await run(async () => void ensureBuilt({ debug: process.argv.includes("--debug") }));
}
