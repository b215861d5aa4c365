import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, readOptional } from "../../../scripts/build/ensure-built.mjs";
import { root, store } from "../../../scripts/root.mjs";

/** The npm package of these sources. Built once, because several tests install it. */
export function packedForNpm(): string {
  const path = join(store, "weir.tgz");
  const stamp = `${path}.built`;
  const wanted = ensureBuilt();
  if (existsSync(path) && readOptional(stamp) === wanted) return path;
  mkdirSync(store, { recursive: true });
  const temporary = join(store, `weir-${process.pid}.tgz`);
  pack(temporary);
  renameSync(temporary, path);
  writeFileSync(stamp, wanted);
  return path;
}

export function pack(path: string): void {
  const args = [join(root, "scripts/package/package-npm.mjs"), path];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
