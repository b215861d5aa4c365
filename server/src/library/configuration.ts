import { type Configuration, joinConfigurations } from "../core/configuration/model.ts";
import { configurationIn, type FileContext } from "../languages.ts";
import { isRecord } from "../text/record.ts";
import { emptyConfig, readConfig } from "../workspace/config/config.ts";
import { configurationOfSettings } from "../workspace/configuration/settings.ts";
import { subjectOf } from "./subject.ts";
import type { ConfigurationFile, ConfigurationInput } from "./types.ts";

/** The rulesets of files, or those that were given, with the settings of a `weir.json`. */
export function configurationFrom(
  files: readonly ConfigurationFile[],
  settings: object | string | undefined,
): { readonly configuration: Configuration; readonly context: FileContext } {
  const { context } = subjectOf("", { language: "json", settings });
  const config =
    settings === undefined
      ? emptyConfig
      : readConfig(typeof settings === "string" ? settings : JSON.stringify(settings)).config;
  const configuration = joinConfigurations([
    configurationOfSettings(config),
    ...files.map((it) => configurationIn(it.text, it.path)),
  ]);
  return { configuration, context };
}

export function filesOf(configuration: ConfigurationInput): readonly ConfigurationFile[] {
  if (Array.isArray(configuration) && configuration.every(isFile)) return configuration;
  const text = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return [{ path: /^\s*[[{]/.test(text) ? "rulesets.json" : "rulesets.yaml", text }];
}

function isFile(value: unknown): value is ConfigurationFile {
  return isRecord(value) && typeof value.path === "string" && typeof value.text === "string";
}
