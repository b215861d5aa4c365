// Builds dist/ if the sources have changed.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, run } from "../failure.mjs";
import { root } from "../root.mjs";
import { fingerprint } from "./fingerprint.mjs";

/** Inside dist/, which a build deletes first, so an interrupted build has none. */
const stamp = join(root, "dist", ".built");

/** Returns the fingerprint of the sources. */
export function ensureBuilt() {
  const wanted = fingerprint();
  if (readOptional(stamp) === wanted) return wanted;
  const { status } = spawnSync(process.execPath, [join(root, "scripts/build/build.mjs")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Failure("Build failed.");
  writeFileSync(stamp, wanted);
  return wanted;
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
  await run(async () => void ensureBuilt());
}
