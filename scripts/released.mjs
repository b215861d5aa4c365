// The name and the version of the npm package, which documents, hooks and workflows install.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure } from "./failure.mjs";
import { root } from "./root.mjs";

/** `weir` on the registry is the package of others. */
export const packageName = "@weir-tools/weir";

/** The version of this checkout. */
export function releasedVersion() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

/**
 * Replaces a version in a document: of the package, and of the repository that pre-commit clones.
 * @param {string} text
 * @param {string} previous
 * @param {string} version
 */
export function withVersion(text, previous, version) {
  return text
    .replaceAll(`${packageName}@${previous}`, `${packageName}@${version}`)
    .replaceAll(`rev: v${previous}`, `rev: v${version}`);
}

/**
 * Installs the package of this version in a folder, or the given one.
 * @param {string} folder
 * @param {string | undefined} given path or URL
 * @returns {string} the program
 */
export function installPackage(folder, given) {
  mkdirSync(folder, { recursive: true });
  const spec = given ? packageSpec(given) : releasedVersion();
  // In the manifest, because Windows needs a shell to start npm, which would interpret an argument.
  const manifest = { private: true, dependencies: { [packageName]: spec } };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest)}\n`);
  const isWindows = process.platform === "win32";
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync(isWindows ? "npm.cmd" : "npm", ["install", ...options], {
    cwd: folder,
    // To standard error: pre-commit shows the output of a hook with its result.
    stdio: ["ignore", 2, 2],
    shell: isWindows,
  });
  if (status !== 0) throw new Failure(`Could not install ${packageName}.`);
  return installedProgram(folder);
}

/** @param {string} folder in which the package was installed */
export function installedProgram(folder) {
  return join(folder, "node_modules", packageName, "dist", "cli.cjs");
}

/** @param {string} it path or URL */
function packageSpec(it) {
  return /^https?:/.test(it) ? it : pathToFileURL(it).href;
}
