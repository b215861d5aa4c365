import {
  type Configuration,
  type ConfiguredRuleset,
  type Gap,
  joinConfigurations,
} from "../../core/configuration/model.ts";
import {
  configurationIn,
  type FileConfiguration,
  type FileContext,
  isRule,
} from "../../languages.ts";
import { parentOf } from "../files/parents.ts";
import type { FoundConfig } from "../workspace.ts";
import { configurationOfRuleFiles, type RuleSourceFile } from "./rule-files.ts";
import { conflictGaps, ruleGaps } from "./rule-gaps.ts";
import { configurationOfSettings } from "./settings.ts";

/** A file that may configure something. */
export interface ConfigurationSource {
  /** As shown to the user. */
  readonly path: string;
  /** Its path or URI. The path of its `weir.json` has the same form. */
  readonly file: string;
  readonly text: string;
  readonly context: FileContext;
  readonly config: FoundConfig | undefined;
}

interface Surroundings {
  /** Of plans. */
  readonly side?: "before" | "after";
  /** The path of another Terraform file, as shown to the user. */
  shown(path: string): string;
  /** The text of a file beside a `weir.json`, such as the lock file. */
  readBeside(config: FoundConfig, name: string): string | undefined;
  /** Folders, as shown, that are modules although nothing here calls them: another version does. */
  readonly modules?: readonly string[] | undefined;
  /** Called with what a file of another tool configures. */
  look?(source: ConfigurationSource, found: FileConfiguration): void;
}

interface FilesConfiguration extends Configuration {
  /** The folders, as shown, of the modules that are called. */
  readonly modules: readonly string[];
}

/** The joint configuration of files. */
export function configurationOfFiles(
  sources: readonly ConfigurationSource[],
  { side, shown, readBeside, modules = [], look }: Surroundings,
): FilesConfiguration {
  const configs = new Map<string, { readonly config: FoundConfig; rules: RuleSourceFile[] }>();
  const alone: RuleSourceFile[] = [];
  const inFolders: FolderConfiguration[] = [];
  const texts = new Map(sources.map((it) => [it.file, it.text]));
  for (const source of sources) {
    const { path, file, text, context, config } = source;
    const known = config && (configs.get(config.path) ?? { config, rules: [] });
    if (config && known) configs.set(config.path, known);
    if (isRule(file)) {
      const name = config ? file.slice(config.folder.length + 1) : path;
      (known?.rules ?? alone).push({ path, name, text, context });
    } else {
      const { terraform } = context;
      const place = terraform && { ...terraform, shown };
      const folder = parentOf(file) ?? "";
      const textBeside = (it: string) => texts.get(`${folder}/${it.replace(/^\.\//, "")}`);
      const configuration = configurationIn(text, path, side, place, textBeside);
      look?.(source, configuration);
      inFolders.push({ folder: parentOf(terraform?.path ?? file) ?? "", configuration });
    }
  }
  // A module is configured by its calls.
  const called = new Set(inFolders.flatMap((it) => it.configuration.calls ?? []));
  const open = inFolders.filter(
    (it) => !called.has(it.folder) && !(modules.length > 0 && modules.includes(shown(it.folder))),
  );
  const isRoot = ({ configuration }: FolderConfiguration) => configuration.needsCall === false;
  const found: Configuration[] = (
    open.some(isRoot) ? open.filter((it) => !it.configuration.needsCall) : open
  ).map((it) => it.configuration);
  for (const { config, rules } of configs.values()) {
    found.push(configurationOfSettings(config.config));
    if (rules.length > 0)
      found.push(configurationOfRuleFiles(rules, config.config, (it) => readBeside(config, it)));
  }
  if (alone.length > 0) found.push(configurationOfRuleFiles(alone, noSettings, () => undefined));
  const joined = joinConfigurations(found);
  const [{ context } = {}] = sources;
  const ofRules = context ? ruleGaps(joined, context) : [];
  const all = [...joined.gaps, ...ofRules, ...conflictGaps(joined)];
  const configuration = withoutPlanned({ ...joined, gaps: withoutRepeated(all) });
  return { ...configuration, modules: [...called].map(shown) };
}

/** Files of one Terraform module are read with each of them. */
function withoutRepeated(gaps: readonly Gap[]): readonly Gap[] {
  const keyOf = ({ what, place, why, mayChange }: Gap) =>
    JSON.stringify([what, place?.start, why, mayChange]);
  return [...new Map(gaps.map((it) => [keyOf(it), it])).values()];
}

interface FolderConfiguration {
  readonly folder: string;
  readonly configuration: FileConfiguration;
}

const noSettings = { profiles: {} } as Parameters<typeof configurationOfRuleFiles>[1];

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
