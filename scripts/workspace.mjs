// A copy of the samples that one run may change as it likes.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

/** A folder of its own for one run. It lies outside of the checkout, whose `.gitignore` would hide what is in it. */
export function makeRunFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "weir-")));
  // A program that is just ending may still hold a file on Windows.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  return { path, remove };
}

/**
 * Copies the samples, whose profile 'local' then leads to one emulator.
 * @param {string} folder where the copy is made
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
