import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, readOptional } from "../build/ensure-built.mjs";
import { Failure } from "../failure.mjs";
import { rename } from "../install/rename.mjs";
import { root, store } from "../root.mjs";

/**
 * Packages the extension for `npm start` and the tests, if the sources have changed.
 * @param {(line: string) => void} say
 * @param {AbortSignal} [signal]
 */
export async function ensurePackaged(say, signal) {
  const path = join(store, "weir.vsix");
  const stamp = `${path}.built`;
  const wanted = ensureBuilt();
  if (existsSync(path) && readOptional(stamp) === wanted) return path;
  say("Packaging the extension…");
  mkdirSync(store, { recursive: true });
  const temporary = join(store, `weir-${process.pid}.vsix`);
  // Never written over: after a copy with hard links, it would also be the stamp of another checkout, with another package.
  rmSync(stamp, { force: true });
  try {
    await pack(temporary, signal);
    rmSync(installedIn(path), { recursive: true, force: true, maxRetries: 3 });
    await rename(temporary, path);
    writeFileSync(stamp, wanted);
  } finally {
    rmSync(temporary, { force: true });
  }
  return path;
}

/**
 * The folder in which VS Code has installed a package.
 * @param {string} vsix
 */
export function installedIn(vsix) {
  return `${vsix}.installed`;
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
async function pack(path, signal) {
  const packing = spawn(
    process.execPath,
    [join(root, "scripts/package/package-extension.mjs"), path],
    {
      cwd: root,
      // vsce lists every file on standard output.
      stdio: ["ignore", "ignore", "inherit"],
      signal,
    },
  );
  packing.on("error", () => {});
  const [status] = await once(packing, "close");
  signal?.throwIfAborted();
  if (status !== 0) throw new Failure("Could not package the extension.");
}
