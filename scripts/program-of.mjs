import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The program of an installed package, to be run by Node.
 * @param {string} name
 * @param {string} program its path in the package
 */
export function programOf(name, program) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), program);
}
