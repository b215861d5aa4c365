/** The language IDs of package.json that the server handles. */
export const languageIds = ["lpfilter", "cfrule", "lpjob"] as const;

/** A glob for their files. */
export const ourFiles = `**/*.{${languageIds.join(",")}}`;

/** A glob for files with examples, and for tests of whole configurations. */
export const testedFiles = `**/*.{${languageIds.join(",")},trace.yaml,trace.yml}`;

export function isTraceTest(path: string): boolean {
  return /\.trace\.ya?ml$/i.test(path);
}

/** The custom editor that shows a filter as a form. */
export const formView = "weir.form";

/** The scheme of previews of the service. Their query is the target of commands. */
export const remoteScheme = "weir-remote";

export const settingsName = "weir.json";

const ours: ReadonlySet<string> = new Set(languageIds);

export function isOurLanguage(id: string): boolean {
  return ours.has(id);
}

/** Whether a file is one of ours by its name, for files that are not open. */
export function isOurFile(uri: string): boolean {
  return languageIds.some((id) => uri.toLowerCase().endsWith(`.${id}`));
}

export function isSettings(uri: string): boolean {
  return uri.endsWith(`/${settingsName}`);
}
