// Builds dist/ when the sources are not those that it was built from.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, run } from "./failure.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { root } from "./root.mjs";

/** Lies inside dist/, which a build removes first: a build that was interrupted has none. */
const stamp = join(root, "dist", ".built");

/** Gives the fingerprint of what dist/ was built from. */
export function ensureBuilt() {
  const wanted = fingerprint();
  if (readOptional(stamp) === wanted) return wanted;
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.mjs")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Failure("The build failed.");
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
