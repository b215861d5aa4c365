import type { Analysis, Language } from "../core/analysis.ts";
import { analyzesWith, type Features } from "../core/document-analysis.ts";
import type { LogFieldType } from "../core/log-test.ts";
import { pushedText } from "../json/format/minify.ts";
import { jsonFeatures } from "../json/json-features.ts";
import { datasetNamed, datasets } from "./catalog/datasets.ts";
import { logFieldsOf, unfilterable } from "./catalog/fields.ts";
import { check, checks } from "./checks/all.ts";
import { defaultDataset, type FilterContext } from "./context.ts";
import {
  type Document,
  filterOf,
  type HostedFilter,
  readDocument,
  readHosted,
  sharedFields,
} from "./document.ts";
import { add } from "./features/additions.ts";
import { complete } from "./features/complete.ts";
import { documentedValues } from "./features/completion/values.ts";
import { fieldSummaries, links } from "./features/describe.ts";
import { exampleEdit, examples, judgeExample } from "./features/examples.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { filterReading } from "./features/reading.ts";
import { refactorings } from "./features/refactor.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";
import { logFilterOf, trials } from "./features/trials.ts";
import type { FormDocument } from "./form/form-document.ts";
import { formOf } from "./form.ts";
import { meaningOf, shrinkFilter } from "./meaning.ts";

/** For `lpjob`: the catalog of datasets and fields, and their descriptions. */
export type { Dataset, Field } from "./catalog/dataset.ts";
export { datasetNamed, datasets } from "./catalog/datasets.ts";
export {
  emptyValueOf,
  isPersonal,
  logFieldsOf,
  nestedLogFields,
  timestampFields,
} from "./catalog/fields.ts";
export { type Limits, serviceLimits } from "./catalog/limits.ts";
export { mostUsedDatasets, mostUsedFields } from "./catalog/most-used.ts";
export { oppositeOperator } from "./catalog/operators.ts";
export { successorOf } from "./catalog/substitutes.ts";
export { defaultDataset, defaultFilterContext, type FilterContext } from "./context.ts";
export { exampleDirectives } from "./directives/examples.ts";
export { type LogLine, linePredicate, type Predicate } from "./evaluation/evaluate.ts";
export { filterTrial, keepsAll } from "./evaluation/trial.ts";
export {
  datasetPage,
  describeDataset,
  describeField,
  fieldSummaries,
} from "./features/describe.ts";
export { keepFormat } from "./form.ts";
export { everyLineOf } from "./meaning.ts";
export { isJson, unescapedFilter } from "./syntax/escaped.ts";
export { suggestField } from "./syntax/field-names.ts";

/** The names of all datasets. */
export const datasetNames: readonly string[] = datasets.map((it) => it.name);

/** The description of each dataset. */
export const aboutDatasets = datasets.map(({ name, about }) => ({ name, about }));

/** Whether jobs of a dataset belong to a zone, an account, or either. Empty for an unknown dataset. */
export function datasetScopes(dataset: string): readonly ("zone" | "account")[] {
  return datasetNamed(dataset)?.scopes ?? [];
}

/** The documented type of a log field. */
export function logFieldType(dataset: string, name: string): LogFieldType | undefined {
  return logFieldsOf(dataset, {}).get(name)?.type;
}

/** Whether the service accepts conditions on a log field. */
export function isFilterable(dataset: string, name: string): boolean {
  const field = logFieldsOf(dataset, {}).get(name);
  return field !== undefined && unfilterable(field) === undefined;
}

/** The maximum length of the sentence above a form. */
const mostRead = 1000;

function formDocument(doc: Document): FormDocument {
  return {
    ...doc,
    reads: () => filterReading(doc, mostRead),
    exampleEdit: (kind) => exampleEdit(doc, kind),
    filterable: () => sharedFields(doc).filter((it) => unfilterable(it) === undefined),
    valuesOf: documentedValues,
  };
}

const features: Features<Document> = {
  ...jsonFeatures,
  add,
  check,
  hover,
  complete,
  refactorings,
  symbols,
  tokens,
  inlays,
  signature: () => undefined,
  lenses,
  highlights,
  links,
  trials,
  forms: (doc) => [formOf(formDocument(doc))],
  pushed: ({ json }) => pushedText(json),
  logFilter: logFilterOf,
  examples,
  judgeExample,
  meaning: (doc) => meaningOf(doc),
  shrink: (doc) => [shrinkFilter(doc, (text) => filterOf(text, doc), meaningOf)],
};

const analysisOf = analyzesWith(features);

/** Log push filters, as the rest of Weir sees them. */
export const lpfilter: Language<FilterContext> = {
  id: "lpfilter",
  extensions: [".lpfilter"],
  title: "log push filter",
  resource: "filter",
  codes: checks.map((it) => it.code),
  checks,
  completionTriggers: ['"', ":", "{", "[", ",", "@", " "],
  formattingTriggers: ["}", "]", "\n"],
  fields: (dataset = defaultDataset) => fieldSummaries(dataset),
  analyze: (text, context) => analysisOf(readDocument(text, context)),
};

/** Analyzes a filter inside another document. All offsets refer to that document, which also does the formatting. */
export function analyzeHosted(filter: HostedFilter, context: FilterContext): Analysis {
  return analysisOf(readHosted(filter, context));
}
