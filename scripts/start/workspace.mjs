// Temporary folders, and copies of the samples.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../root.mjs";

/** A temporary folder for one run, outside of the checkout, whose `.gitignore` would hide its files. */
export function makeRunFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "weir-")));
  // On Windows, an exiting process may still lock a file.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  return { path, remove };
}

/**
 * Copies the samples, and points their profile 'local' to an emulator.
 * @param {string} folder target of the copy
 * @param {string} baseUrl
 */
export function copySamples(folder, baseUrl) {
  cpSync(join(root, "samples"), folder, { recursive: true });
  const settings = join(folder, "weir.json");
  const text = readFileSync(settings, "utf8");
  const changed = text.replace(/("local":\s*\{\s*"baseUrl":\s*)"[^"]*"/, `$1"${baseUrl}"`);
  if (!changed.includes(baseUrl))
    throw new Error("samples/weir.json has no profile 'local' with a baseUrl.");
  writeFileSync(settings, changed);
}

/**
 * Commits the files of a folder, so that a review shows what has changed since. Does nothing without Git.
 * @param {string} folder
 */
export function commitAll(folder) {
  const author = ["-c", "user.name=Weir", "-c", "user.email=weir@example.com"];
  for (const args of [["init"], ["add", "--all"], [...author, "commit", "--message", "Samples"]])
    spawnSync("git", args, { cwd: folder, stdio: "ignore", windowsHide: true });
}
