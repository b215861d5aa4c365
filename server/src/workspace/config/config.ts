import { currentCode, maxDiagnostics, type Severity } from "../../core/diagnostic.ts";
import { logFieldTypes } from "../../core/log-test.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import {
  aboutDatasets,
  allCodes,
  type EmbeddedPath,
  embeddedLanguages,
  type FileContext,
  type FormatChoices,
  isRuleFieldType,
  listKindDocs,
  planNames,
  readEmbeddedPath,
  serviceLimits,
  summaryOf,
} from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { isSecretName, type UnusableProblem, withCredentials } from "./credentials.ts";
import { type EngineSettings, engineProblems, enginesSetting, markedEngines } from "./engines.ts";
import { type GlobSettings, usedGlobs } from "./globs.ts";
import { type Lists, listsIn } from "./lists.ts";
import { noteRepeatedPolicies, policiesSetting } from "./policies.ts";
import { profileProblems } from "./profile-problems.ts";
import { type Profile, profileSettings } from "./profile-settings.ts";
import { type Form, Reader, type Setting, type SettingShape, type Word } from "./shape.ts";
import {
  type EnvSettings,
  envSetting,
  formatSettings,
  type ReviewSettings,
  redirectItem,
  reviewSetting,
  type TerraformSettings,
  terraformSetting,
  type ZoneSettings,
  zoneSettings,
} from "./zone-settings.ts";

export type { RulesTarget } from "../../languages.ts";
export type { Profile } from "./profile-settings.ts";

/** The settings in a `weir.json`. */
export interface Config extends Lists, GlobSettings {
  readonly preset: string | undefined;
  readonly severity: FileContext["severity"];
  readonly limits: Partial<FileContext["limits"]>;
  readonly fields: FileContext["extraFields"];
  readonly plan: string | undefined;
  /** The names of zones by their IDs. */
  readonly zones: Readonly<Record<string, string>>;
  readonly zone: ZoneSettings;
  /** Sample logs by dataset: paths or globs, relative to the folder of the file. */
  readonly samples: Readonly<Record<string, string>>;
  readonly review: ReviewSettings;
  readonly terraform: readonly TerraformSettings[];
  readonly env: EnvSettings;
  /** Prices of a contract. */
  readonly prices: FileContext["prices"];
  /** Where log lines are, by name. */
  readonly engines: Readonly<Record<string, EngineSettings>>;
  readonly embedded: readonly EmbeddedFiles[];
  readonly format: FormatChoices;
  readonly defaultProfile: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Strings in YAML and JSON files that contain embedded texts. */
export interface EmbeddedFiles extends EmbeddedPath {
  /** A glob, relative to the folder of the file. */
  readonly files: string;
}

export interface ReadConfig {
  readonly config: Config;
  /** Problems of single settings; the rest of the file is still used. */
  readonly problems: readonly SyntaxProblem[];
  /** Problems that make a profile unusable. */
  readonly unusable: readonly UnusableProblem[];
}

export const emptyConfig: Config = {
  datasets: [],
  exclude: [],
  overrides: [],
  preset: undefined,
  severity: {},
  limits: {},
  fields: {},
  lists: undefined,
  listKinds: undefined,
  listItems: undefined,
  redirectItems: undefined,
  plan: undefined,
  zones: {},
  zone: {},
  samples: {},
  review: {},
  terraform: [],
  policies: [],
  env: {},
  prices: undefined,
  engines: {},
  embedded: [],
  format: {},
  defaultProfile: undefined,
  profiles: {},
};

/** Case and whitespace are ignored. The pattern does not check that '<' and '>' match; `takes` does. */
const ruleFieldType: Form = {
  kind: "form",
  what: 'a type, such as "String" or "Array<Integer>"',
  pattern:
    /^\s*((array|map)\s*<\s*)*(bool|boolean|int|integer|number|string|bytes|ip|ip\s+address)(\s*>)*\s*$/i,
  takes: (text) => isRuleFieldType(text),
  common: ["Boolean", "Integer", "String", "IP", "Array<String>", "Map<Array<String>>"],
};

const severityShape: SettingShape = {
  kind: "settings",
  settings: severitySettings(),
  currentName: currentCode,
};

const listKind: SettingShape = { kind: "word", words: listKindDocs };

const listObject: SettingShape = {
  kind: "settings",
  required: ["kind"],
  settings: {
    kind: { doc: "Type of the list.", shape: listKind },
    items: {
      doc: "Items of the list: addresses and networks, hostnames, AS numbers or redirects.",
      shape: {
        kind: "list",
        of: { kind: "either", short: { kind: "scalar" }, object: redirectItem },
        what: "an array of strings, integers or redirects",
      },
    },
  },
};

export const settings: Readonly<
  Record<Exclude<keyof Config, "listKinds" | "listItems" | "redirectItems"> | "$schema", Setting>
> = {
  $schema: { doc: "JSON schema of this file, for editors.", shape: { kind: "text" } },
  datasets: {
    doc: "Datasets of filters, by glob. Globs are relative to this folder; the last match applies. `// @dataset NAME` in a filter takes precedence.",
    shape: {
      kind: "named",
      of: { kind: "word", words: aboutDatasets.map(({ name, about }) => ({ name, doc: about })) },
      byGlob: true,
      ordered: true,
    },
  },
  preset: {
    doc: "Severities to start from. `severity` takes precedence.",
    shape: {
      kind: "word",
      words: [
        {
          name: "strict",
          doc: "Errors for fields that the phase does not have, and for values in a letter case that the field never has.",
        },
      ],
    },
  },
  severity: {
    doc: "Severity of each diagnostic. `weir explain` lists them.",
    shape: severityShape,
  },
  overrides: {
    doc: 'Severities for some files, as in `{ "files": "legacy/**", "severity": { "prefer-in": "off" } }`. If several match a file, the last one that sets a diagnostic applies.',
    shape: {
      kind: "list",
      what: "an array of objects",
      of: {
        kind: "settings",
        required: ["files", "severity"],
        settings: {
          files: {
            doc: "Glob of the files or folders, relative to this folder, or an array of globs, as in `exclude`.",
            shape: {
              kind: "list",
              single: true,
              what: "a glob or an array of globs",
              of: { kind: "glob" },
            },
          },
          severity: { doc: "Severity of each diagnostic in these files.", shape: severityShape },
        },
      },
    },
  },
  exclude: {
    doc: "Globs of files and folders that are not checked, formatted or tested, relative to this folder. The last one that matches decides, and `!` includes again. A file that you name or open is checked all the same.",
    shape: { kind: "list", what: "an array of globs", of: { kind: "glob" } },
  },
  limits: {
    doc: "Limits for log push filters. Those of the service are approximate.",
    shape: { kind: "settings", settings: limitSettings() },
  },
  fields: {
    doc: "Fields that are newer than Weir, with their types: by dataset, or under `rules` for rules.",
    shape: { kind: "settings", settings: fieldSettings() },
  },
  lists: {
    doc: 'Your lists, without `$`: an array of names, or an object with the type of each, as in `{ "office_ips": "ip" }`. Add its items, as in `{ "office_ips": { "kind": "ip", "items": ["198.51.100.0/24"] } }`, to try and test rules that use the list. Without this setting, no list is reported as unknown.',
    shape: {
      kind: "list",
      of: { kind: "text" },
      what: "an array of strings, or an object of names and types",
      named: { kind: "named", of: { kind: "either", short: listKind, object: listObject } },
    },
  },
  embedded: {
    doc: `Strings in YAML and JSON files that contain rules or filters, as in \`{ "files": "k8s/**/*.yaml", "path": "spec.rules[*].expression", "language": "${embeddedLanguages[0]}" }\`.`,
    shape: {
      kind: "list",
      what: "an array of objects",
      of: {
        kind: "settings",
        required: ["files", "path", "language"],
        settings: {
          files: { doc: "Glob of the files, relative to this folder.", shape: { kind: "glob" } },
          path: {
            doc: "Path to the strings: names separated by `.`, `[*]` for all items of an array.",
            shape: {
              kind: "form",
              what: 'a path, such as "spec.rules[*].expression"',
              pattern: /^[^.].*[^.]$|^[^.]$/,
              takes: (text) => readEmbeddedPath(text) !== undefined,
            },
          },
          language: {
            doc: "Language of the strings.",
            shape: {
              kind: "word",
              words: embeddedLanguages.map((name) => ({ name })),
            },
          },
        },
      },
    },
  },
  plan: {
    doc: "Plan of your zones. Without it, plans are not checked.",
    shape: { kind: "word", words: planNames.map((name) => ({ name })) },
  },
  ...zoneSettings,
  samples: {
    doc: "Sample logs by dataset, for `weir try` without `--logs`: a file, a folder or a glob, relative to this folder. A bucket (`s3://…`) is only read with `--logs samples:`.",
    shape: {
      kind: "settings",
      settings: Object.fromEntries(
        aboutDatasets.map(
          ({ name, about }) => [name, { doc: about, shape: { kind: "text" } }] as const,
        ),
      ),
    },
  },
  review: reviewSetting,
  terraform: terraformSetting,
  policies: policiesSetting,
  env: envSetting,
  prices: {
    doc: "Prices of your contract, for `weir cost` and the lab, instead of the public ones.",
    shape: { kind: "settings", settings: priceSettings() },
  },
  engines: enginesSetting,
  format: {
    doc: "Formatting options.",
    shape: { kind: "settings", settings: formatSettings() },
  },
  defaultProfile: {
    doc: "Profile to use unless another one is selected.",
    shape: { kind: "text" },
  },
  profiles: {
    doc: "Where to push, by name. Credentials do not belong here: they come from environment variables or your editor's secret storage, and are only sent to their own host.",
    shape: {
      kind: "named",
      of: { kind: "settings", settings: profileSettings(), isReported: isSecretName },
    },
  },
};

function severitySettings(): Readonly<Record<string, Setting>> {
  const words: Readonly<Record<Severity | "off", string>> = {
    error: "Blocks a push, and `weir check` exits with 1.",
    warning: "Probably a problem.",
    info: "Worth knowing.",
    hint: "Style, or a possible problem.",
    off: "Not reported.",
  };
  const shape: SettingShape = {
    kind: "word",
    words: Object.entries(words).map(([name, doc]) => ({ name, doc })),
  };
  const setting = (code: string): Setting => ({
    // Loads the languages, so only when it is read.
    get doc() {
      return summaryOf(code);
    },
    shape,
  });
  return Object.fromEntries(allCodes.map((it) => [it, setting(it)]));
}

function limitSettings(): Readonly<Record<keyof FileContext["limits"], Setting>> {
  const { operators, bytes } = serviceLimits;
  return {
    operators: {
      doc: "Maximum number of operators (conditions) in a filter.",
      shape: { kind: "count" },
      usual: operators,
    },
    bytes: {
      doc: "Maximum size of a filter as pushed, in bytes.",
      shape: { kind: "count" },
      usual: bytes,
    },
  };
}

function priceSettings(): Readonly<Record<string, Setting>> {
  const to = (name: string): Setting => ({
    doc: `Dollars for a gigabyte sent to ${name}, after those that are included.`,
    shape: { kind: "amount" },
  });
  return {
    r2: to("R2"),
    external: to("other destinations"),
    included: { doc: "Gigabytes a month without a charge.", shape: { kind: "amount" } },
  };
}

function fieldSettings(): Readonly<Record<string, Setting>> {
  const words: readonly Word[] = logFieldTypes.map((name) => ({ name }));
  const ofLogs: SettingShape = { kind: "named", of: { kind: "word", words } };
  const rules = { doc: "Fields for rules.", shape: { kind: "named", of: ruleFieldType } };
  return {
    ...Object.fromEntries(
      aboutDatasets.map(({ name, about }) => [name, { doc: about, shape: ofLogs }] as const),
    ),
    rules: rules as Setting,
  };
}

/** Never throws. Reads every valid part of the file. */
export function readConfig(text: string): ReadConfig {
  const json = parseJson(text);
  const reader = new Reader(text, [...json.errors]);
  const taken =
    json.root && reader.take(json.root, { kind: "settings", settings, isReported: isSecretName });
  const { $schema: _, ...found } = (taken ?? {}) as Partial<Config> & { $schema?: string };
  const config: Config = { ...emptyConfig, ...found, ...listsIn(json.root, found.lists, reader) };
  if (json.root?.kind !== "object") return { config, problems: reader.problems, unusable: [] };
  noteDefaultProfile(json.root, config, reader);
  noteRepeatedPolicies(json.root, reader);
  const globs = usedGlobs(json.root, config, reader);
  const unusable = withCredentials(
    [...profileProblems(json.root), ...engineProblems(json.root)],
    json.root,
  ).slice(0, maxDiagnostics);
  const engines = markedEngines(config.engines, json.root);
  return { config: { ...config, ...globs, engines }, problems: reader.problems, unusable };
}

function noteDefaultProfile(root: JsonObject, { profiles }: Config, reader: Reader): void {
  const name = propertyOf(root, "defaultProfile")?.value;
  if (name?.kind !== "string" || Object.hasOwn(profiles, name.value)) return;
  reader.unknown(name, Object.keys(profiles), `Unknown profile ${shorten(name.value)}.`);
}
