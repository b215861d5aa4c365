import { cfrule, rulePlans, ruleSummaries } from "./cfrule/language.ts";
import type { Language } from "./core/analysis.ts";
import { notices } from "./core/notices.ts";
import { filterSummaries, lpfilter, lpfilterDatasets } from "./lpfilter/language.ts";
import { jobSummaries, lpjob } from "./lpjob/language.ts";

/**
 * The only file that names every language. What is taken from one when this file is loaded has to be plain data, such as
 * names: anything else loads the language, and each is to be loaded when a file of it is met.
 */
export const languages: readonly Language[] = [lpfilter, lpjob, cfrule];

/** What every diagnostic is about, by its code. */
export const summaries: Readonly<Record<string, string>> = {
  ...filterSummaries,
  ...jobSummaries,
  ...ruleSummaries,
  ...Object.fromEntries(notices.map((it) => [it.code, it.summary])),
};

/** Every code that a severity can be set for. */
export const allCodes: readonly string[] = Object.keys(summaries);

export const planNames: readonly string[] = rulePlans;

export const datasetNames: readonly string[] = lpfilterDatasets;

/** What pushing, emulating and the settings have to know of each beside its texts. */
export {
  isRuleFieldType,
  listKinds,
  type RulesTarget,
  ruleActionDoc,
  ruleActions,
  rulePhase,
  ruleProducts,
  rulesTargets,
} from "./cfrule/language.ts";
export {
  aboutDatasets as datasets,
  fieldTypes as logFieldTypes,
  lpfilterScopes as datasetScopes,
} from "./lpfilter/language.ts";
export {
  destinationSchemes,
  filterFileOf,
  isOpenParameter,
  providerOf,
  secretStart,
} from "./lpjob/language.ts";

const byExtension: ReadonlyMap<string, Language> = new Map(
  languages.map((it) => [it.extension, it]),
);

/** By the end of the file's name, in any letter case. */
export function languageOfPath(path: string): Language | undefined {
  const extension = path.slice(path.lastIndexOf("."));
  return byExtension.get(extension) ?? byExtension.get(extension.toLowerCase());
}

export function languageWithId(id: string): Language | undefined {
  return languages.find((it) => it.id === id);
}
