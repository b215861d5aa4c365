import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fields as ruleFields } from "../../../server/src/cfrule/catalogue/fields.ts";
import { functions } from "../../../server/src/cfrule/catalogue/functions.ts";
import { datasets } from "../../../server/src/lpfilter/catalogue/datasets.ts";
import { thousands } from "../../../server/src/text/wording.ts";

/** The sizes of the catalogues, for the README. */
export function catalogueCounts(): string {
  const logFields = datasets.reduce((sum, it) => sum + it.fields.length, 0);
  return `${datasets.length} datasets with ${thousands(logFields)} log fields, ${ruleFields.length} request fields and ${functions.length} functions`;
}

const written = /\d+ datasets with [\d,]+ log fields, \d+ request fields and \d+ functions/;

/** README.md */
export function readme(): string {
  const file = join(import.meta.dirname, "../../../README.md");
  const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  if (!written.test(text)) throw new Error("README.md: no place for the sizes of the catalogues.");
  return text.replace(written, catalogueCounts());
}
