import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fields as ruleFields } from "../../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../../server/src/cfrule/catalog/functions.ts";
import { allCodes } from "../../../server/src/languages.ts";
import { datasets } from "../../../server/src/lpfilter/catalog/datasets.ts";
import { thousands } from "../../../server/src/text/wording.ts";

/** The sizes of the catalogs. */
export function catalogCounts(): string {
  const logFields = datasets.reduce((sum, it) => sum + it.fields.length, 0);
  return `${datasets.length} datasets with ${thousands(logFields)} log fields, ${ruleFields.length} request fields and ${functions.length} functions`;
}

/** The number of diagnostics, rounded, so that most new ones do not change it. */
export function diagnosticCount(): string {
  return `More than ${Math.floor((allCodes.length - 1) / 10) * 10} diagnostics`;
}

const written: readonly (readonly [RegExp, () => string])[] = [
  [/\d+ datasets with [\d,]+ log fields, \d+ request fields and \d+ functions/, catalogCounts],
  [/More than \d+ diagnostics/, diagnosticCount],
];

/** docs/trust.md */
export function claims(): string {
  const file = join(import.meta.dirname, "../../../docs/trust.md");
  let text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  for (const [place, count] of written) {
    if (!place.test(text)) throw new Error(`docs/trust.md: no place for '${count()}'.`);
    text = text.replace(place, count);
  }
  return text;
}
