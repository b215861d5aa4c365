import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/** Folders that are not part of the bundles or the package. */
const excluded = new Set(["node_modules", "dist", "coverage", "test", "docs", "samples", "site"]);

/** Hashes contents, not times, so switching branches back and forth triggers no build. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const path of filesIn("")) {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((it) => {
    const path = `${folder}${it.name}`;
    // Hidden files are development settings, except the one that lists the packaged files.
    if (path.startsWith(".") && path !== ".vscodeignore") return [];
    if (excluded.has(path) || /\.(vsix|tgz)$/.test(path)) return [];
    return it.isDirectory() ? filesIn(`${path}/`) : [path];
  });
}
