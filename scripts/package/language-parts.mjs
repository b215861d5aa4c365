// The library with a single language, as ES modules, so that bundlers can leave out the other languages and unused functions.
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { lazyBundles } from "../build/bundle-plugins.mjs";
import { lazyModule } from "../build/lazy-module.mjs";
import { packageName } from "../released.mjs";
import { root } from "../root.mjs";

const require = createRequire(import.meta.url);

/** The entry points that load a language, by their bundles. */
const entries = {
  lpfilter: "server/src/lpfilter/language.ts",
  lpjob: "server/src/lpjob/language.ts",
  cfrule: "server/src/cfrule/language.ts",
  hosts: "server/src/hosts/hosts.ts",
};

/** @type {readonly (keyof typeof entries)[]} */
export const languageParts = ["cfrule", "lpfilter"];

const functions = ["check", "compare", "evaluate", "explain", "fields", "fix", "format", "shrink"];

/**
 * The exports of a part: not the functions that read configurations.
 * @param {string} library path of the whole library
 */
export function exportsOfPart(library) {
  return `export { ${functions.join(", ")}, TextError } from "${library}";\n`;
}

/**
 * @param {keyof typeof entries} language
 * @param {string} outfile
 */
export async function buildLanguagePart(language, outfile) {
  const absent = Object.entries(entries).filter(([name]) => name !== language);
  const lazyModules = absent.map(([name, entry]) => {
    const message = `'${packageName}/${language}' has no other language. Import '${packageName}'.`;
    const load = `(() => { throw new TypeError(${JSON.stringify(message)}) })()`;
    const exported = require(join(root, "dist", `${name}.cjs`));
    return /** @type {const} */ ([join(root, entry), lazyModule(name, exported, load)]);
  });
  await build({
    absWorkingDir: root,
    stdin: { contents: exportsOfPart("./server/src/library/library.ts"), resolveDir: root },
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    conditions: ["browser"],
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
    plugins: [lazyBundles(new Map(lazyModules))],
  });
}
