import { brokenGap, refusalText } from "../core/configuration/broken.ts";
import { type Configuration, joinConfigurations } from "../core/configuration/model.ts";
import { configurationIn, type FileContext, syntaxFaultIn } from "../languages.ts";
import { isRecord } from "../text/record.ts";
import { emptyConfig, readConfig } from "../workspace/config/config.ts";
import { ruleGaps } from "../workspace/configuration/rule-gaps.ts";
import { configurationOfSettings } from "../workspace/configuration/settings.ts";
import { requireConfiguration } from "./arguments.ts";
import { subjectOf } from "./subject.ts";
import { type ConfigurationFile, type ConfigurationInput, TextError } from "./types.ts";

/** The rulesets of files, or the given rulesets, with the settings of a `weir.json`. */
export function configurationFrom(
  files: readonly ConfigurationFile[],
  settings: object | string | undefined,
): { readonly configuration: Configuration; readonly context: FileContext } {
  const { context } = subjectOf("", { language: "json", settings });
  const config =
    settings === undefined
      ? emptyConfig
      : readConfig(typeof settings === "string" ? settings : JSON.stringify(settings)).config;
  const read = joinConfigurations([configurationOfSettings(config), ...files.map(validFile)]);
  const gaps = [...read.gaps, ...ruleGaps(read, context)];
  const broken = gaps.find((it) => it.isBroken);
  if (broken) throw new TextError(refusalText(broken), broken.place?.start);
  return { configuration: { ...read, gaps }, context };
}

/** Every file is an argument, so each of them has to be valid. */
function validFile({ path, text }: ConfigurationFile): Configuration {
  const fault = syntaxFaultIn(text, path);
  if (fault) throw new TextError(refusalText(brokenGap(path, text, fault)), fault.start);
  // A single word is valid YAML.
  if (text.trim() !== "" && !/[:[{]/.test(text))
    throw new TextError(`${path}: There are no rulesets in the text.`);
  return configurationIn(text, path);
}

export function filesOf(configuration: ConfigurationInput): readonly ConfigurationFile[] {
  requireConfiguration(configuration);
  if (Array.isArray(configuration) && configuration.every(isFile)) return configuration;
  const text = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return [{ path: /^\s*[[{]/.test(text) ? "rulesets.json" : "rulesets.yaml", text }];
}

function isFile(value: unknown): value is ConfigurationFile {
  return isRecord(value) && typeof value.path === "string" && typeof value.text === "string";
}
