import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import {
  type Configuration,
  type ConfiguredRuleset,
  joinConfigurations,
} from "../../core/configuration/model.ts";
import {
  configurationIn,
  type FileConfiguration,
  type FileContext,
  isRule,
} from "../../languages.ts";
import {
  configurationOfRuleFiles,
  type RuleSourceFile,
} from "../../workspace/configuration/rule-files.ts";
import { configurationOfSettings } from "../../workspace/configuration/settings.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { FoundConfig } from "../../workspace/workspace.ts";
import { findInputs, type Input, isBad, readInput } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** What the files of the paths configure together. */
export interface FoundConfiguration {
  readonly configuration: Configuration;
  /** Of the first file: the lists and fields of the workspace. */
  readonly context: FileContext;
  /** Of the files, by their paths as shown. */
  readonly texts: ReadonlyMap<string, FoundText>;
}

export interface FoundText {
  readonly input: Input;
  readonly text: string;
}

/** Throws for a file that was named and cannot be read. */
export function readConfiguration(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  side: "before" | "after" = "after",
): FoundConfiguration {
  const inputs = findInputs(paths, io, { hosts: true });
  const bad = inputs.find(isBad);
  if (bad) throw new UsageError(`${bad.path}: ${bad.error}`);
  const files = inputs.filter((it): it is Input => !isBad(it));
  settings.know(
    files.map((it) => it.file),
    (paths.length === 0 ? ["."] : paths).map((it) => withForwardSlashes(resolve(io.cwd, it))),
  );
  const found: Configuration[] = [];
  const texts = new Map<string, FoundText>();
  const inFolders: { readonly folder: string; readonly configuration: FileConfiguration }[] = [];
  const configs = new Map<string, { readonly config: FoundConfig; rules: RuleSourceFile[] }>();
  const alone: RuleSourceFile[] = [];
  for (const input of files) {
    const read = readInput(input);
    if ("error" in read) {
      if (input.isFoundHost) continue;
      throw new UsageError(`${input.path}: ${read.error}`);
    }
    texts.set(input.path, { input, text: read.text });
    const config = settings.configFor(input.file);
    const known = config && (configs.get(config.path) ?? { config, rules: [] });
    if (config && known) configs.set(config.path, known);
    if (isRule(input.file))
      (known?.rules ?? alone).push(ruleFile(input, read.text, config, settings));
    else
      inFolders.push({
        folder: dirname(input.file),
        configuration: hostFile(input, read.text, settings, { io, side }),
      });
  }
  // A module is configured by its calls.
  const called = new Set(inFolders.flatMap((it) => it.configuration.calls ?? []));
  found.push(...inFolders.flatMap((it) => (called.has(it.folder) ? [] : [it.configuration])));
  for (const { config, rules } of configs.values()) {
    found.push(configurationOfSettings(config.config));
    if (rules.length > 0)
      found.push(configurationOfRuleFiles(rules, config.config, (name) => readText(config, name)));
  }
  if (alone.length > 0) found.push(withoutSettings(alone));
  const here = files[0]?.file ?? withForwardSlashes(resolve(io.cwd, "rules.cfrule"));
  const configuration = withoutPlanned(joinConfigurations(found));
  return { configuration, context: settings.contextFor(here), texts };
}

function ruleFile(
  { path, file }: Input,
  text: string,
  config: FoundConfig | undefined,
  settings: Settings,
): RuleSourceFile {
  const name = config ? file.slice(config.folder.length + 1) : path;
  return { path, name, text, context: settings.contextFor(file) };
}

function hostFile(
  input: Input,
  text: string,
  settings: Settings,
  { io, side }: { readonly io: Io; readonly side: "before" | "after" },
): FileConfiguration {
  const { path, file, language, isFoundHost } = input;
  const { terraform } = settings.contextFor(file);
  const shown = (it: string) => withForwardSlashes(relative(io.cwd, it));
  const found = configurationIn(text, path, side, terraform && { ...terraform, shown });
  if (isFoundHost || found.rulesets.length > 0) return found;
  // Before, a plan may have none.
  const refusal = language.analyse(text, settings.contextFor(file)).refusal?.();
  if (refusal !== undefined) throw new UsageError(`${path}: ${refusal}`);
  return found;
}

function withoutSettings(files: readonly RuleSourceFile[]): Configuration {
  return configurationOfRuleFiles(files, noSettings, () => undefined);
}

const noSettings = { profiles: {} } as Parameters<typeof configurationOfRuleFiles>[1];

function readText({ folder }: FoundConfig, name: string): string | undefined {
  try {
    return readFileSync(`${folder}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}

/** A plan has evaluated the resources of files beside it. */
function withoutPlanned(configuration: Configuration): Configuration {
  const isPlanned = ({ rules }: ConfiguredRuleset) => rules.some((it) => it.place?.address);
  const planned = new Set(
    configuration.rulesets.filter(isPlanned).map((it) => resourceOf(it.address ?? "")),
  );
  if (planned.size === 0) return configuration;
  const rulesets = configuration.rulesets.filter(
    (it) => isPlanned(it) || it.address === undefined || !planned.has(it.address),
  );
  return { ...configuration, rulesets };
}

/** `cloudflare_ruleset.waf` for `module.m["a"].cloudflare_ruleset.waf[0]`. */
function resourceOf(address: string): string | undefined {
  return address.slice(Math.max(0, address.lastIndexOf("cloudflare_"))).split("[")[0];
}
