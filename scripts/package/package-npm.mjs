// Packages the command line, the language server and the library for npm, as weir-<version>.tgz or as the given file.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure, run } from "../failure.mjs";
import { root } from "../root.mjs";
import { makeRunFolder } from "../start/workspace.mjs";
import { bundlesFrom } from "./bundles.mjs";
import { buildLanguagePart, exportsOfPart, languageParts } from "./language-parts.mjs";
import { libraryTypes } from "./library-types.mjs";
import { entryPoints, npmManifest } from "./npm-manifest.mjs";

const dist = join(root, "dist");

await run(async () => {
  const manifest = npmManifest(readJson("package.json"), readJson("package.nls.json"));
  const target = resolve(process.argv[2] ?? `weir-${manifest.version}.tgz`);
  const { path: folder, remove } = makeRunFolder();
  try {
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
    fill(folder, entryPoints(manifest));
    for (const [name, types] of Object.entries(libraryTypes())) {
      writeFileSync(join(folder, "dist", `${name}.d.ts`), types);
      writeFileSync(join(folder, "dist", `${name}.d.mts`), `export * from "./${name}.js";\n`);
    }
    for (const it of languageParts) await buildLanguagePart(it, join(folder, "dist", `${it}.mjs`));
    const types = `${exportsOfPart("./library.js")}export type * from "./library.js";\n`;
    writeFileSync(join(folder, "dist", "one-language.d.mts"), types);
    copyFileSync(join(folder, pack(folder)), target);
  } finally {
    remove();
  }
});

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

/**
 * @param {string} folder
 * @param {readonly string[]} entries names in dist/
 */
function fill(folder, entries) {
  mkdirSync(join(folder, "dist"));
  for (const name of bundlesFrom(entries)) cpSync(join(dist, name), join(folder, "dist", name));
  // The files that users of other editors copy or load, and the schemas.
  for (const name of ["LICENSE", "editors", "schemas", "snippets"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(join(root, "scripts/package/readme/npm.md"), join(folder, "README.md"));
  const notices = "THIRD_PARTY_NOTICES.txt";
  cpSync(join(dist, notices), join(folder, notices));
}

/**
 * Builds a reproducible package: npm sets all timestamps and owners to fixed values.
 * @param {string} folder
 * @returns {string} name of the package
 */
function pack(folder) {
  const isWindows = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync(
    isWindows ? "npm.cmd" : "npm",
    ["pack", "--json", "--ignore-scripts", "--loglevel=error"],
    // Windows cannot start a .cmd file without a shell.
    { cwd: folder, encoding: "utf8", shell: isWindows },
  );
  if (status !== 0) throw new Failure(`Could not package for npm. ${stderr}`.trim());
  return JSON.parse(stdout)[0].filename;
}
