/** The languages that the server looks after, by the ids that package.json gives them. */
export const languageIds = ["lpfilter", "cfrule", "lpjob"] as const;

export const settingsName = "weir.json";

const ours: ReadonlySet<string> = new Set(languageIds);

export function isOurLanguage(id: string): boolean {
  return ours.has(id);
}

/** By its name, for files that no editor has open. */
export function isOurFile(uri: string): boolean {
  return languageIds.some((id) => uri.toLowerCase().endsWith(`.${id}`));
}

export function isSettings(uri: string): boolean {
  return uri.endsWith(`/${settingsName}`);
}
