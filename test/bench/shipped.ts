import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(import.meta.url);

/** A language from the bundle that the server and the command line load. */
function shipped(bundle: string): unknown {
  return require(resolve("dist", bundle));
}

export const { lpfilter } = shipped(
  "lpfilter.cjs",
) as typeof import("../../server/src/lpfilter/language.ts");

export const { lpjob } = shipped(
  "lpjob.cjs",
) as typeof import("../../server/src/lpjob/language.ts");

export const { cfrule } = shipped(
  "cfrule.cjs",
) as typeof import("../../server/src/cfrule/language.ts");

export const { terraform } = shipped(
  "hosts.cjs",
) as typeof import("../../server/src/hosts/hosts.ts");
