import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, readOptional } from "./ensure-built.mjs";
import { Failure } from "./failure.mjs";
import { rename } from "./rename.mjs";
import { root, store } from "./root.mjs";

/**
 * The extension's package for trying and testing, made anew when the sources are not those that it was made from.
 * @param {(line: string) => void} say
 * @param {AbortSignal} [signal]
 */
export async function ensurePackaged(say, signal) {
  const path = join(store, "weir.vsix");
  const stamp = `${path}.made`;
  const wanted = ensureBuilt();
  if (existsSync(path) && readOptional(stamp) === wanted) return path;
  say("Packing the extension…");
  mkdirSync(store, { recursive: true });
  const aside = join(store, `weir-${process.pid}.vsix`);
  try {
    await pack(aside, signal);
    await rename(aside, path);
    writeFileSync(stamp, wanted);
  } finally {
    rmSync(aside, { force: true });
  }
  return path;
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
async function pack(path, signal) {
  const packing = spawn(process.execPath, [join(root, "scripts", "package.mjs"), path], {
    cwd: root,
    // It lists every file on the standard output.
    stdio: ["ignore", "ignore", "inherit"],
    signal,
  });
  packing.on("error", () => {});
  const [status] = await once(packing, "close");
  signal?.throwIfAborted();
  if (status !== 0) throw new Failure("The extension could not be packed.");
}
