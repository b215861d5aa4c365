import { fields as ruleFields } from "../../../server/src/cfrule/catalogue/fields.ts";
import { functions } from "../../../server/src/cfrule/catalogue/functions.ts";
import { datasets } from "../../../server/src/lpfilter/catalogue/datasets.ts";
import { thousands } from "../../../server/src/text/wording.ts";

/** The sizes of the catalogues, for the README. */
export function catalogueCounts(): string {
  const logFields = datasets.reduce((sum, it) => sum + it.fields.length, 0);
  return `${datasets.length} datasets with ${thousands(logFields)} log fields, ${ruleFields.length} request fields and ${functions.length} functions`;
}
