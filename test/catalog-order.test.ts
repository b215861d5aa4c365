import { expect, test } from "vitest";
import { fields } from "../server/src/cfrule/catalog/fields.ts";
import { functions } from "../server/src/cfrule/catalog/functions.ts";
import * as inRules from "../server/src/cfrule/catalog/most-used.ts";
import { comparisons, logicals } from "../server/src/cfrule/catalog/operators.ts";
import { datasets } from "../server/src/lpfilter/catalog/datasets.ts";
import * as inFilters from "../server/src/lpfilter/catalog/most-used.ts";
import { operators } from "../server/src/lpfilter/catalog/operators.ts";

const named = (rows: readonly { readonly name: string }[]) => rows.map((it) => it.name);
const logFields = datasets.flatMap((it) => named(it.fields));

test.each([
  ["fields of rules", inRules.mostUsedFields, named(fields)],
  ["functions", inRules.mostUsedFunctions, named(functions)],
  ["comparisons", inRules.mostUsedComparisons, named(comparisons)],
  ["logical operators", inRules.mostUsedLogicals, named(logicals)],
  ["datasets", inFilters.mostUsedDatasets, named(datasets)],
  ["log fields", inFilters.mostUsedFields, logFields],
  ["operators of filters", inFilters.mostUsedOperators, named(operators)],
])("the most used %s are in the catalog, each once", (_, used, known) => {
  expect(used.filter((it) => !known.includes(it))).toEqual([]);
  expect(used).toEqual([...new Set(used)]);
});
