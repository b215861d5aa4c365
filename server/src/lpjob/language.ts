import type { Language, OwnProperty } from "../core/analysis.ts";
import type { ExtraFields } from "../core/context.ts";
import { analyzesWith, type Features } from "../core/document-analysis.ts";
import { policyFindings } from "../core/policies.ts";
import type { TrialOutput } from "../core/trial.ts";
import { propertiesIn } from "../hosts/configuration/owner.ts";
import { nodeOfJson } from "../hosts/json/node.ts";
import { minify, pushedText } from "../json/format/minify.ts";
import { jsonFeatures } from "../json/json-features.ts";
import { parseJson } from "../json/syntax/parse.ts";
import { defaultDataset, fieldSummaries, logFieldsOf } from "../lpfilter/language.ts";
import { rowsOf } from "./catalog/properties.ts";
import type { Owner, PropertyRow } from "./catalog/property.ts";
import { check, checks } from "./checks/all.ts";
import type { JobContext } from "./context.ts";
import { type Document, jobSubject, readDocument } from "./document.ts";
import { logFilter, sentFields } from "./evaluation/log-filter.ts";
import { readOptions } from "./evaluation/options.ts";
import { outputOf } from "./evaluation/output.ts";
import { complete } from "./features/complete.ts";
import { forms } from "./features/forms.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { links } from "./features/links.ts";
import { refactorings } from "./features/refactor.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";
import { trials } from "./features/trials.ts";
import { meaningOf, shrink } from "./meaning.ts";
import { readJob } from "./syntax/job.ts";
import { hasVariable } from "./syntax/variables.ts";
import { normalPath } from "./values/paths.ts";

/**
 * The file with a job's filter, as a path relative to the job's folder, and the job's dataset, which is undefined if it is a
 * variable that is only known on push.
 */
export function filterFileOf(text: string): FilterFile | undefined {
  const job = readJob(parseJson(text));
  const { filter, dataset, datasetNode } = job;
  const path = filter?.kind === "path" ? normalPath(filter.value.value) : undefined;
  if (filter?.kind !== "path" || path === undefined) return undefined;
  const isVariable = datasetNode && hasVariable(dataset, datasetNode);
  const { start } = filter.value;
  return { path, start, dataset: isVariable ? undefined : dataset, fields: sentFields(job) };
}

/** How a job without options writes the lines of a filter: all fields that they have. */
export function plainOutput(dataset: string, extra: ExtraFields): TrialOutput {
  return outputOf(readOptions(readJob(parseJson("{}"))), logFieldsOf(dataset, extra));
}

/** The fields that a job selects. Undefined for all of them. */
export function jobFieldsOf(text: string): readonly string[] | undefined {
  return sentFields(readJob(parseJson(text)));
}

interface FilterFile {
  readonly path: string;
  /** Where the job names it. */
  readonly start: number;
  readonly dataset: string | undefined;
  readonly fields: readonly string[] | undefined;
}

export { maxDestinationCharacters } from "./catalog/job-properties.ts";
export type { PropertyRow } from "./catalog/property.ts";
/** Destinations, and their secret parts. */
export {
  destinationSchemes,
  isOpenParameter,
  providerOf,
  secretStart,
} from "./catalog/providers.ts";
export type { JobContext } from "./context.ts";

/** The properties of a job, or of its `output_options`. A function, so that the rows are only in the bundle of this language. */
export function jobProperties(owner: Owner): readonly PropertyRow[] {
  return rowsOf[owner];
}

const features: Features<Document> = {
  ...jsonFeatures,
  check,
  hover,
  complete,
  refactorings: (doc, span, analysis) => refactorings(doc, span, analysis.diagnostics()),
  symbols,
  tokens,
  inlays,
  signature: () => undefined,
  lenses,
  highlights,
  links,
  trials,
  forms,
  pushed,
  logFilter,
  add: ({ inline, escaped }, addition, offset) =>
    // A comment in a string would be sent.
    inline?.add?.(addition, offset) ??
    (addition.kind === "condition" ? escaped?.add(addition) : undefined),
  examples: ({ inline }) => inline?.examples?.() ?? [],
  judgeExample: ({ inline }, kind, example) => inline?.judgeExample?.(kind, example),
  meaning: meaningOf,
  properties,
  notChecked: (doc) => policyFindings(doc.context, "job", () => jobSubject(doc)).notChecked,
  shrink,
};

const analysisOf = analyzesWith(features);

/** Log push jobs, as the rest of Weir sees them. */
export const lpjob: Language<JobContext> = {
  id: "lpjob",
  extensions: [".lpjob"],
  title: "log push job",
  resource: "job",
  codes: checks.map((it) => it.code),
  checks,
  completionTriggers: ['"', ":", "{", "[", ",", " ", "/", "?", "&", "=", "$", "."],
  formattingTriggers: ["}", "]", "\n"],
  fields: (dataset = defaultDataset) => fieldSummaries(dataset),
  analyze: (text, context) => analysisOf(readDocument(text, context)),
};

const filterOnly = new Set(["filter"]);

/** The properties of a job besides its filter. */
function properties({ text, json: { root } }: Document): readonly OwnProperty[] {
  const node = root && nodeOfJson(text, root);
  if (node?.kind !== "object") return [];
  return propertiesIn(text, node, filterOnly);
}

/**
 * The job as sent to the service: minified, with its filter as a string. Variables and the path of a filter are only
 * replaced on push.
 */
function pushed({ json, job, inline, escaped }: Document): string | undefined {
  const { object } = job;
  if (!object || json.isCut) return pushedText(json);
  const filter = (inline ?? escaped)?.pushed();
  const properties = object.properties.map(({ name, value }) => {
    const isFilter = filter !== undefined && value !== undefined && value === job.filter?.value;
    const written = isFilter ? JSON.stringify(filter) : value ? minify(value, json.text) : "null";
    return `${JSON.stringify(name.value)}:${written}`;
  });
  return `{${properties.join(",")}}`;
}
