import { cfrule, isRuleFieldType, rulePlans } from "./cfrule/language.ts";
import type { Language } from "./core/analysis.ts";
import { notices } from "./core/notices.ts";
import {
  isFilterFieldType,
  lpfilter,
  lpfilterDatasets,
  lpfilterScopes,
} from "./lpfilter/language.ts";
import { lpjob } from "./lpjob/language.ts";

/** The only file that names every language. */
export const languages: readonly Language[] = [lpfilter, lpjob, cfrule];

/** Every code that a severity can be set for. */
export const allCodes: readonly string[] = [
  ...new Set([
    ...languages.flatMap((it) => it.checks.map((check) => check.code)),
    ...notices.map((it) => it.code),
  ]),
];

export const planNames: readonly string[] = rulePlans;

export const datasetNames: readonly string[] = lpfilterDatasets;
export const datasetScopes = lpfilterScopes;

/** What `fields` in the settings may add to: a dataset, or the fields of rules. */
export const fieldOwners: readonly string[] = [...datasetNames, "rules"];

export function isFieldType(owner: string, type: string): boolean {
  return owner === "rules" ? isRuleFieldType(type) : isFilterFieldType(type);
}

/** By the end of the file's name, in any letter case. */
export function languageOfPath(path: string): Language | undefined {
  const small = path.toLowerCase();
  return languages.find((it) => small.endsWith(it.extension));
}

export function languageWithId(id: string): Language | undefined {
  return languages.find((it) => it.id === id);
}
