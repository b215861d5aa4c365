import type { RuleContext } from "./cfrule/language.ts";
import {
  cfrule,
  endsRuleSet,
  isPhase,
  phaseSteps,
  requestIn,
  ruleProducts,
  settingProblems,
} from "./cfrule/language.ts";
import type { Language, ResourceKind } from "./core/analysis.ts";
import type { CheckManual } from "./core/check.ts";
import { type Notice, notices } from "./core/notices.ts";
import type { Embedded } from "./hosts/embedded.ts";
import type { EmbeddedLanguages, Host } from "./hosts/host-analysis.ts";
import {
  analyzeTraceTests,
  HostAnalysis,
  type HostContext,
  json,
  markdown,
  type TraceTestContext,
  terraform,
  terraformJson,
  terragrunt,
  yaml,
} from "./hosts/hosts.ts";
import { defaultFilterContext, type FilterContext, lpfilter } from "./lpfilter/language.ts";
import { type JobContext, lpjob } from "./lpjob/language.ts";
import type { Span } from "./text/span.ts";

/** The facts about a file from outside its text: the workspace's settings, and the caller's options. */
export type FileContext = FilterContext & JobContext & RuleContext & HostContext & TraceTestContext;

export type AnyLanguage = Language<FileContext>;

/**
 * The only file that names every language. The exports that it uses while it is loaded have to be plain data, such as names.
 * Any other use loads the language, and each language is loaded only for a file of it.
 */
export const languages: readonly AnyLanguage[] = [lpfilter, lpjob, cfrule];

/** Every code that a severity can be set for. */
export const allCodes: readonly string[] = [
  ...new Set([...languages.flatMap((it) => it.codes), ...notices.map((it) => it.code)]),
];

export const defaultContext: FileContext = { ...defaultFilterContext, codes: allCodes };

/** The manual's entry for a code, and the kinds of texts: more than one for a code that several languages have. */
export interface CodeManual {
  readonly title: string;
  readonly check: CheckManual | Notice;
}

/** Empty for an unknown code. */
export function manualsOf(code: string): readonly CodeManual[] {
  const checks = languages.flatMap(({ title, checks }) =>
    checks.filter((it) => it.code === code).map((check) => ({ title, check })),
  );
  const about = notices.filter((it) => it.code === code);
  return [...checks, ...about.map((check) => ({ title: check.files ?? "any file", check }))];
}

/** The subject of a diagnostic. */
export function summaryOf(code: string): string {
  return manualsOf(code).at(-1)?.check.summary ?? "";
}

export {
  type ActionName,
  compilePattern,
  customPhase,
  directiveText,
  endsRuleSet,
  expectedListItem,
  type FormatChoices,
  isAction,
  isPhase,
  isRuleFieldType,
  type ListTests,
  listKindDocs,
  type OperatorSpelling,
  onlyAction,
  operatorSpellings,
  type ParsedRequest,
  PartialMap,
  type PhaseStep,
  packetPhases,
  phaseActionProblem,
  phaseDocs,
  phaseSteps,
  planNames,
  portableRegex,
  type RequestExtras,
  type Rule,
  type RuleSource,
  type RulesTarget,
  readWildcard,
  requestIn,
  ruleActionDoc,
  ruleActions,
  ruleKey,
  ruleLimits,
  type ruleNodes,
  ruleProducts,
  ruleSource,
  rulesTargets,
  skipParameters,
  skips,
  textOfBytes,
  tracedRequest,
  traceRule,
  traceValue,
  unknownValue,
  type ValueTrial,
} from "./cfrule/language.ts";
/** The parts of each language beside its texts, for pushes, the emulator and the settings. */
export {
  type EmbeddedPath,
  embeddedLanguages,
  readEmbeddedPath,
} from "./hosts/declared/paths.ts";
export {
  type AlwaysTest,
  configurationIn,
  type FileConfiguration,
  mayConfigure,
  mayUse,
  ownFaultIn,
  readTraceTests,
  syntaxFaultIn,
  type TraceTest,
} from "./hosts/hosts.ts";
export { mostPlanBytes, refusalByStart, startsLikePlan } from "./hosts/plan/detect.ts";
export type { TerraformFiles } from "./hosts/terraform/folders.ts";

import type { CreatedList } from "./hosts/host-aside.ts";

export type { Environment } from "./hosts/terraform/values/environment.ts";
export {
  aboutDatasets,
  datasetNames,
  datasetScopes,
  defaultDataset,
  emptyValueOf,
  filterTrial,
  isFilterable,
  isPersonal,
  keepsAll,
  type Limits,
  type LogLine,
  linePredicate,
  logFieldsOf,
  logFieldType,
  nestedLogFields,
  oppositeOperator,
  serviceLimits,
  timestampFields,
} from "./lpfilter/language.ts";
export {
  destinationSchemes,
  filterFileOf,
  isOpenParameter,
  jobFieldsOf,
  jobProperties,
  maxDestinationCharacters,
  type PropertyRow,
  plainOutput,
  providerOf,
  secretStart,
} from "./lpjob/language.ts";

const embeddedLanguages: EmbeddedLanguages<FileContext> = {
  languages: { lpfilter, lpjob, cfrule },
  contextFor: contextWithin,
  contextParts: partsOfContext,
  withLists: (lists, context) => ({
    ...context,
    createdLists: lists.map((it) => it.name),
    listKinds: { ...kindsOf(lists), ...context.listKinds },
  }),
  knowsPhase: (phase) => isPhase(phase),
  endsRuleSet: (action) => endsRuleSet(action),
  settingProblems: (settings, context) => settingProblems(settings, context),
  completionTriggers: [...new Set(languages.flatMap((it) => it.completionTriggers))],
};

/** Of the lists that have one kind. */
function kindsOf(lists: readonly CreatedList[]): Readonly<Record<string, string>> {
  const kinds = new Map<string, string | undefined>();
  for (const { name, kind } of lists)
    kinds.set(name, kinds.has(name) && kinds.get(name) !== kind ? undefined : kind);
  return Object.fromEntries([...kinds].flatMap(([name, kind]) => (kind ? [[name, kind]] : [])));
}

/** For hosts whose texts another program sends. */
const sentLanguages: EmbeddedLanguages<FileContext> = {
  ...embeddedLanguages,
  contextFor: (embedded, file) => ({ ...contextWithin(embedded, file), isSentAsWritten: true }),
};

/** Documents that hold texts of our languages. They cannot be pushed or formatted. */
export const hostLanguages: readonly AnyLanguage[] = [
  ...[terraform, terraformJson, terragrunt, yaml, json, markdown].map(hostLanguage),
  // Last, because YAML files of other kinds are more common.
  traceTestLanguage(),
];

/** Tests of a whole configuration. */
function traceTestLanguage(): AnyLanguage {
  return {
    id: "yaml",
    extensions: [".trace.yaml", ".trace.yml"],
    title: "YAML file",
    codes: [],
    checks: [],
    formattingTriggers: [],
    completionTriggers: [" ", "."],
    analyze: (text, context) =>
      analyzeTraceTests(text, context, {
        requestProblems: ({ request, headers, settings }) =>
          requestIn(request, { headers, settings }, context).problems,
        fields: () => cfrule.fields?.(undefined) ?? [],
        skippable,
        condition: (condition) => cfrule.analyze(condition, conditionContext(context)),
      }),
  };
}

/** Phases and products that a rule can skip. */
function skippable(): readonly string[] {
  return [...phaseSteps.map((it) => it.phase), ...ruleProducts];
}

function conditionContext(file: FileContext): FileContext {
  const own = { isPushed: false, isInHost: true, ruleSet: undefined, files: undefined };
  return { ...file, ...own, hasFile: undefined };
}

export function isTraceTest(path: string): boolean {
  return /\.trace\.ya?ml$/i.test(path);
}

function hostLanguage(host: Host<FileContext>): AnyLanguage {
  const { id, extensions, title } = host;
  const { completionTriggers } = embeddedLanguages;
  const inside = host.mayAddComments ? embeddedLanguages : sentLanguages;
  const analyze: AnyLanguage["analyze"] = (text, context, previous) => {
    const known = previous instanceof HostAnalysis ? previous : undefined;
    return new HostAnalysis(text, host, inside, context, known);
  };
  const none = { codes: [], checks: [], formattingTriggers: [] };
  // Looked up when it is called, because that loads the hosts.
  const mayHaveTexts = (text: string) => host.mayHaveTexts?.(text) !== false;
  return { id, extensions, title, ...none, completionTriggers, analyze, mayHaveTexts };
}

/** Host properties that set an embedded text's context. */
function partsOfContext({ role, region, context }: Embedded) {
  const { phase, action, dataset, attribute, isInJob, isResponse, limit, object } = context;
  return {
    role,
    hasHoles: region.holes.length > 0,
    // The counted requests may depend on the response, whatever the phase.
    phase: attribute?.endsWith("counting_expression") ? undefined : phase,
    action,
    limit,
    dataset,
    isInJob,
    isResponse,
    isAlone: !object,
    isResource: isWholeJob(context),
    elements: region.map.elements.length === 0 ? none : region.map.elements,
  };
}

/** A job of Terraform as it is created, rather than an excerpt of one. */
function isWholeJob({ group, object }: Embedded["context"]): boolean {
  if (!group?.includes("cloudflare_logpush_job")) return false;
  return object?.entries.some(({ name }) => /^(?:zone|account)_id$/.test(name)) === true;
}

const none: readonly Span[] = [];

/** The host properties around a text take precedence over the settings of the workspace. */
function contextWithin(embedded: Embedded, file: FileContext): FileContext {
  const parts = partsOfContext(embedded);
  const { role, hasHoles, phase, action, limit, dataset, elements } = parts;
  // The action of a rule is the host's business, and a job names files that are not beside the host.
  return {
    ...file,
    hasHoles,
    datasets: dataset === undefined ? file.datasets : [dataset],
    isForJobs: dataset === undefined ? file.isForJobs : true,
    severity: severityWithin(embedded.context, file),
    isPushed: false,
    isInHost: true,
    // The host has the whole rule or job.
    policies: embedded.context.object ? undefined : file.policies,
    isResource: parts.isResource,
    files: undefined,
    hasFile: undefined,
    surroundings: { phase, action, limit, isValue: role === "value", elements },
  };
}

function severityWithin(
  { dataset, isInJob, isResponse }: Embedded["context"],
  { severity }: FileContext,
): FileContext["severity"] {
  // A dataset is reported in the job, not in its filter, and only if it is known statically.
  const isSilent = dataset === "" || isInJob;
  if (!isSilent && !isResponse) return severity;
  return {
    ...severity,
    ...(isSilent && { "unknown-dataset": "off" }),
    ...(isResponse && { "read-only-property": "off" }),
  };
}

const byExtension: ReadonlyMap<string, AnyLanguage> = new Map(
  languages.flatMap((it) => it.extensions.map((extension) => [extension, it] as const)),
);

/** By the end of the file's name, in any letter case. */
export function languageOfPath(path: string): AnyLanguage | undefined {
  const extension = path.slice(path.lastIndexOf("."));
  return byExtension.get(extension) ?? byExtension.get(extension.toLowerCase());
}

/** The language of a text without a name. JSON is a filter, unless it has what only a job has. */
export function languageOfText(text: string): AnyLanguage {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return cfrule;
  return /"destination_conf"|"dataset"/.test(text) ? lpjob : lpfilter;
}

const hostByExtension: ReadonlyMap<string, AnyLanguage> = new Map(
  hostLanguages.flatMap((it) => it.extensions.map((extension) => [extension, it] as const)),
);
const longestExtension = Math.max(...Array.from(hostByExtension.keys(), (it) => it.length));

/** The host language of a file that may hold texts of ours. The longest extension wins: `.tf.json` before `.json`. */
export function hostOfPath(path: string): AnyLanguage | undefined {
  const end = path.slice(-longestExtension).toLowerCase();
  for (let dot = end.indexOf("."); dot !== -1; dot = end.indexOf(".", dot + 1)) {
    const found = hostByExtension.get(end.slice(dot));
    if (found) return found;
  }
  return undefined;
}

/** The kind of resource that a file becomes on the service. */
export function resourceOf(path: string): ResourceKind | undefined {
  return languageOfPath(path)?.resource;
}

export function isFilter(path: string): boolean {
  return resourceOf(path) === "filter";
}

export function isJob(path: string): boolean {
  return resourceOf(path) === "job";
}

export function isRule(path: string): boolean {
  return resourceOf(path) === "rule";
}

/** The language of the files that become such a resource. */
export function languageFor(resource: ResourceKind): AnyLanguage {
  const language = languages.find((it) => it.resource === resource);
  if (!language) throw new Error(`No language for '${resource}'`);
  return language;
}
