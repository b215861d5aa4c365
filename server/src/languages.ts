import type { Language } from "./core/analysis.ts";
import { lpfilter, lpfilterDatasets, lpfilterScopes } from "./lpfilter/language.ts";

/** The only file that names every language. */
export const languages: readonly Language[] = [lpfilter];

export const datasetNames: readonly string[] = lpfilterDatasets;
export const datasetScopes = lpfilterScopes;

/** By the end of the file's name, in any letter case. */
export function languageOfPath(path: string): Language | undefined {
  const small = path.toLowerCase();
  return languages.find((it) => small.endsWith(it.extension));
}

export function languageWithId(id: string): Language | undefined {
  return languages.find((it) => it.id === id);
}
