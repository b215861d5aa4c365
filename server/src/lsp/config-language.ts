import type { Language } from "../core/analysis.ts";
import { readConfig } from "../workspace/config.ts";
import { configFindings } from "../workspace/config-findings.ts";
import { configName } from "../workspace/workspace.ts";
import { nothing } from "./nothing.ts";

/** `weir.json` beside our languages, so that its problems and their fixes take the same way to the editor. */
export const configLanguage: Language = {
  id: configName,
  extension: `/${configName}`,
  title: "settings",
  checks: [],
  completionTriggers: [],
  formattingTriggers: [],
  analyse(text) {
    return {
      ...nothing,
      diagnostics: () => configFindings(readConfig(text)),
    };
  },
};

export function isConfig(uri: string): boolean {
  return uri.endsWith(configLanguage.extension);
}
