import type { Language } from "../core/analysis.ts";
import { emptyAnalysis } from "../core/empty-analysis.ts";
import { readConfig } from "./config/config.ts";
import { configFindings } from "./config/diagnostics.ts";
import { configName } from "./workspace.ts";

/** `weir.json` as a language, so that its problems and fixes are shown like the problems and fixes of other files. */
export const configLanguage: Language = {
  id: configName,
  extensions: [`/${configName}`],
  title: "settings",
  codes: [],
  checks: [],
  completionTriggers: [],
  formattingTriggers: [],
  analyze(text) {
    return {
      ...emptyAnalysis,
      diagnostics: () => configFindings(readConfig(text)),
    };
  },
};

export function isConfig(uri: string): boolean {
  return uri.endsWith(configLanguage.extensions[0]);
}
