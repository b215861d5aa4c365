// Programs that tests and benchmarks compare Weir with. They are large, so they are not development dependencies: each folder
// of test/oracles/ has its own lock file, and is installed into .oracles/ on first use.
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../root.mjs";
import { installOnce, removePartialInstalls } from "./install-once.mjs";
import { npmInstall } from "./npm.mjs";

const store = join(root, ".oracles");

/**
 * Loads a module of an oracle, and installs the oracle if it is missing.
 * @param {string} oracle a folder of test/oracles/
 * @param {string} name the module's name
 * @returns {Promise<any>}
 */
export async function loadOracle(oracle, name) {
  const installation = await ensureOracle(oracle);
  // Resolved by the `exports` of the package, as for its users.
  const path = createRequire(join(installation, "package.json")).resolve(name);
  return import(pathToFileURL(path).href);
}

/**
 * The folder of an oracle with its `node_modules`.
 * @param {string} oracle
 */
export async function ensureOracle(oracle) {
  const source = join(root, "test", "oracles", oracle);
  const lock = readFileSync(join(source, "package-lock.json"));
  const installation = join(
    store,
    `${oracle}-${createHash("sha256").update(lock).digest("hex").slice(0, 12)}`,
  );
  try {
    await installOnce(installation, async (folder) => {
      for (const it of ["package.json", "package-lock.json"])
        copyFileSync(join(source, it), join(folder, it));
      await npmInstall(folder, []);
    });
  } finally {
    removePartialInstalls(store);
  }
  return installation;
}
