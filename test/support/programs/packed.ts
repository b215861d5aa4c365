import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { ensureBuilt, readOptional } from "../../../scripts/build/ensure-built.mjs";
import { root, store } from "../../../scripts/root.mjs";

let packed: string | undefined;

/** The npm package of these sources. Built once, because several tests install it. */
export function packedForNpm(): string {
  packed ??= ensurePacked();
  return packed;
}

function ensurePacked(): string {
  const path = join(store, "weir.tgz");
  const stamp = `${path}.built`;
  const wanted = `${ensureBuilt()} ${contentHash()}`;
  if (existsSync(path) && readOptional(stamp) === wanted) return path;
  mkdirSync(store, { recursive: true });
  const temporary = join(store, `weir-${process.pid}.tgz`);
  // As in scripts/package/ensure-packaged.mjs.
  rmSync(stamp, { force: true });
  pack(temporary);
  renameSync(temporary, path);
  writeFileSync(stamp, wanted);
  return path;
}

/** Of what is packed besides the bundles, and of the scripts that pack it. */
function contentHash(): string {
  const hash = createHash("sha256");
  const files = ["package.json", "scripts/released.mjs"];
  for (const folder of ["editors", "schemas", "scripts/package"])
    for (const it of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (it.isFile()) files.push(relative(root, join(it.parentPath, it.name)));
  for (const it of files.sort()) hash.update(`${it}\n`).update(readFileSync(join(root, it)));
  return hash.digest("hex");
}

export function pack(path: string): void {
  const args = [join(root, "scripts/package/package-npm.mjs"), path];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
