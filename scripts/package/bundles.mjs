import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

const dist = join(root, "dist");

/**
 * The bundles that the entry points may load: the ones that they name, directly or indirectly.
 * @param {readonly string[]} entries names in dist/
 */
export function bundlesFrom(entries) {
  const names = readdirSync(dist).filter((it) => /\.[cm]?js$/.test(it));
  const found = new Set(entries);
  for (const entry of found) {
    const text = readFileSync(join(dist, entry), "utf8");
    for (const it of names)
      if ([`"${it}"`, `/${it}"`].some((name) => text.includes(name))) found.add(it);
  }
  return found;
}
