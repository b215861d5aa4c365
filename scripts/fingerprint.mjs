import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** What neither the bundles nor the package are made of. Whatever is new counts until it is named here. */
const apart = new Set(["node_modules", "dist", "coverage", "test", "docs", "samples"]);

/** Equal for equal sources: contents count and times do not, so a change of branches and back builds nothing. */
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
    // Hidden files say how we work, except for the one that says what is packed.
    if (path.startsWith(".") && path !== ".vscodeignore") return [];
    if (apart.has(path) || path.endsWith(".vsix")) return [];
    return it.isDirectory() ? filesIn(`${path}/`) : [path];
  });
}
