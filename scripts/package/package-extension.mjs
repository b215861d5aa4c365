// Packages the VS Code extension as weir.vsix, or as the given file.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { root } from "../root.mjs";
import { makeRunFolder } from "../start/workspace.mjs";

const packagePath = resolve(process.argv[2] ?? "weir.vsix");
const { path: folder, remove } = makeRunFolder();
try {
  // vsce matches every file in its folder against every pattern, which takes seconds if node_modules is there.
  for (const it of shippedEntries()) cpSync(join(root, it), join(folder, it), { recursive: true });
  cpSync(join(root, "scripts/package/readme/vscode.md"), join(folder, "README.md"));
  // The bundles are CommonJS. With "type": "module", VS Code in a browser would not load the client, which must end in '.js'.
  // Scripts and dependencies are only of use in the checkout.
  const { type, scripts, dependencies, devDependencies, ...manifest } = readJson(
    join(root, "package.json"),
  );
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  for (const it of jsonFiles(folder)) writeFileSync(it, JSON.stringify(readJson(it)));
  await createVSIX({ cwd: folder, dependencies: false, packagePath });
} finally {
  remove();
}

/**
 * Their indentation would take 6 kB of the package.
 * @param {string} folder
 */
function jsonFiles(folder) {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((it) => it.endsWith(".json")).map((it) => join(folder, it));
}

/** The top-level entries of the checkout that are packaged, at least in part. */
function shippedEntries() {
  const lines = readFileSync(join(root, ".vscodeignore"), "utf8").split("\n");
  const shipped = lines.flatMap((it) => /^!([^/]+)/.exec(it)?.[1] ?? []);
  return new Set([".vscodeignore", ...shipped]);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
