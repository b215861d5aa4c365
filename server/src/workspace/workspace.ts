import type { RuleSetAround } from "../core/configuration/rule-file.ts";
import type { Policies } from "../core/policies.ts";
import {
  allCodes,
  compilePattern,
  defaultContext,
  defaultDataset,
  type FileContext,
  isFilter,
  isJob,
  isRule,
  type OperatorSpelling,
} from "../languages.ts";
import { pathsMatcher } from "../text/path-globs.ts";
import {
  type Config,
  type EmbeddedFiles,
  emptyConfig,
  type ReadConfig,
  readConfig,
} from "./config/config.ts";
import { reasonOf } from "./files/file-errors.ts";
import { parentOf } from "./files/parents.ts";
import { type Jobs, placeFrom } from "./jobs.ts";
import { policiesOf } from "./policies/policies.ts";

export const configName = "weir.json";

/** Options of the caller, in addition to the settings of a file's `weir.json`. */
export interface CallerOptions {
  readonly forcedDataset?: string | undefined;
  readonly defaultDataset?: string | undefined;
  readonly operators?: OperatorSpelling | undefined;
  readonly onCrash?: FileContext["onCrash"];
  readonly terraform?: FileContext["terraform"];
  readonly rulesOfTests?: FileContext["rulesOfTests"];
  /** The folder to search for jobs and filters if there is no `weir.json`. */
  readonly folder?: string | undefined;
}

/** Access to the files of the workspace and to the date. */
export interface WorkspaceEnvironment {
  /** The jobs and filters below a folder, or around the file if there is none; undefined while unknown. */
  jobsBelow(folder: string | undefined, file: string): Jobs | undefined;
  /** Whether a path relative to a file resolves to another file. */
  leadsToFile(from: string, path: string): boolean;
  /** The day, as in `2026-11-15`. */
  today(): string;
  /** The other rules of the set that a rule may be in. */
  ruleSet?(path: string): RuleSetAround | undefined;
}

/** A `weir.json` and its folder. */
export interface FoundConfig extends ReadConfig {
  readonly path: string;
  readonly folder: string;
}

/**
 * Finds the settings that apply to a file: the nearest `weir.json` above it. Paths may be URIs or file paths, with `/`
 * between their parts.
 */
export class Workspace {
  private readonly found = new Map<string, FoundConfig | undefined>();
  /** The settings of the folder that was requested last. */
  private last: { readonly folder: string; readonly found: FoundConfig | undefined } | undefined;
  private readonly matchers = new WeakMap<FoundConfig, ReturnType<typeof matchersOf>>();

  /** `read` returns the text of a file, or undefined if it does not exist. It throws if the file cannot be read. */
  constructor(
    private readonly read: (path: string) => string | undefined,
    private readonly environment?: WorkspaceEnvironment,
  ) {}

  /** Clears the cache. */
  forget(): void {
    this.found.clear();
    this.last = undefined;
  }

  contextFor(path: string, options: CallerOptions = {}): FileContext {
    const nearest = this.configFor(path);
    const {
      limits,
      fields,
      lists,
      listKinds,
      listItems,
      redirectItems,
      plan,
      prices,
      format,
      profiles,
    } = nearest?.config ?? emptyConfig;
    const ofFile = nearest && this.matchersIn(nearest);
    const relative = nearest ? relativeTo(nearest.folder, path) : path;
    const dataset = ofFile?.datasetOf(relative) ?? options.defaultDataset ?? defaultDataset;
    const folder = nearest?.folder ?? options.folder;
    const ofJobs = options.forcedDataset === undefined ? this.datasetsOfJobs(path, folder) : [];
    const context: FileContext = {
      forcedDataset: options.forcedDataset,
      datasets: ofJobs.length > 0 ? ofJobs : [dataset],
      isForJobs: ofJobs.length > 0,
      limits: { ...defaultContext.limits, ...limits },
      extraFields: fields,
      severity: ofFile?.severityOf(relative) ?? {},
      codes: allCodes,
      lists,
      listKinds,
      listItems,
      redirectItems,
      plan,
      prices,
      embedded: ofFile?.embeddedIn(relative) ?? [],
      policies: ofFile?.policiesOf(relative),
      isPushed: Object.keys(profiles).length > 0,
      ruleSet: isRule(path) ? this.environment?.ruleSet?.(path) : undefined,
      onCrash: options.onCrash,
      terraform: options.terraform,
      rulesOfTests: options.rulesOfTests,
      format: { operators: format.operators ?? options.operators },
    };
    return this.environment && isJob(path)
      ? withFiles(context, path, folder, this.environment, this.read)
      : context;
  }

  /** Whether `exclude` of a `weir.json` in this folder or above it names the file or a folder that contains it. */
  isExcluded(path: string): boolean {
    for (let it = this.configFor(path); it; it = this.configFor(it.folder)) {
      if (this.matchersIn(it).isExcluded(relativeTo(it.folder, path))) return true;
    }
    return false;
  }

  private matchersIn(found: FoundConfig): ReturnType<typeof matchersOf> {
    const folder = plainPath(found.folder).replace(/^file:\/\//, "");
    const matchers = this.matchers.get(found) ?? matchersOf(found.config, folder);
    this.matchers.set(found, matchers);
    return matchers;
  }

  /** The datasets of the jobs that refer to a filter. */
  private datasetsOfJobs(path: string, folder: string | undefined): readonly string[] {
    const jobs = isFilter(path) ? this.environment?.jobsBelow(folder, path) : undefined;
    return jobs?.datasetsOf(plainPath(path), folder && plainPath(folder)) ?? [];
  }

  configFor(path: string): FoundConfig | undefined {
    // Fast path: files are mostly requested folder by folder.
    if (this.last && isIn(path, this.last.folder)) return this.last.found;
    const folder = parentOf(path);
    if (folder === undefined) return undefined;
    const found = this.configIn(folder);
    this.last = { folder, found };
    return found;
  }

  private configIn(folder: string): FoundConfig | undefined {
    if (this.found.has(folder)) return this.found.get(folder);
    const path = `${folder}/${configName}`;
    const read = this.readAt(path);
    const found = read === undefined ? this.configFor(folder) : { ...read, folder, path };
    this.found.set(folder, found);
    return found;
  }

  /** Unreadable settings are not replaced by the settings of a parent folder, which are not intended for this one. */
  private readAt(path: string): ReadConfig | undefined {
    try {
      const text = this.read(path);
      return text === undefined ? undefined : readConfig(text);
    } catch (error) {
      const message = `Cannot read '${configName}'. ${reasonOf(error)}`;
      const problems = [{ start: 0, end: 0, message, fixes: [] }];
      return { config: emptyConfig, problems, unusable: [] };
    }
  }
}

/** Whether the folder is the innermost one that contains the file. */
function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder) && path.lastIndexOf("/") === folder.length;
}

function relativeTo(folder: string, path: string): string {
  return plainPath(path.slice(folder.length + 1), path);
}

/** Decodes a URI and normalizes drive letters: globs and paths in files have no escapes. `part` is `path` or a part of it. */
export function plainPath(part: string, path: string = part): string {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return part;
  try {
    const plain = decodeURIComponent(part);
    return plain.replace(/^file:\/\/\/[A-Z]:/, (start) => start.toLowerCase());
  } catch {
    return part;
  }
}

/** Adds the files that a job can refer to, lazily, because most jobs do not need them. */
function withFiles(
  context: FileContext,
  path: string,
  folder: string | undefined,
  environment: WorkspaceEnvironment,
  read: (path: string) => string | undefined,
): FileContext {
  const job = plainPath(path);
  const jobs = () => environment.jobsBelow(folder, path);
  return {
    ...context,
    get today() {
      return environment.today();
    },
    get files() {
      return jobs()?.filtersFor(job, folder && plainPath(folder));
    },
    filterText(filter) {
      const isUri = job !== path;
      const known = this.hasFile?.(filter);
      return known ? read(placeFrom(path, isUri ? encodeURI(filter) : filter)) : undefined;
    },
    hasFile(filter) {
      const place = placeFrom(job, filter);
      // On a case-insensitive disk, a path with the wrong case resolves, but it would not elsewhere.
      if (jobs()?.hasFilter(place)) return true;
      return environment.leadsToFile(path, filter) && !jobs()?.hasTwin(place);
    },
  };
}

/** Checks for rules that the service refuses today, or that match nothing. */
const strictSeverity: FileContext["severity"] = {
  "phase-availability": "error",
  "value-case": "error",
};

/** The day in UTC, as in `2026-11-15`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The matchers for the globs of a `weir.json` in a folder. Paths are relative to the folder. */
function matchersOf(config: Config, folder: string) {
  const covering = <T>(items: readonly T[], globsOf: (item: T) => readonly string[]) => {
    const matchers = items.map((it) => ({ it, matches: pathsMatcher(globsOf(it), folder) }));
    return (path: string) => matchers.filter(({ matches }) => matches(path)).map(({ it }) => it);
  };
  const datasets = covering(config.datasets, ([glob]) => [glob]);
  const overrides = covering(config.overrides, (it) => it.files);
  const policies = covering(config.policies, ({ files = ["**"] }) => files);
  const policySets = new Map<string, Policies>();
  const [zone, ...otherZones] = new Set(Object.values(config.profiles).map((it) => it.zone));
  return {
    policiesOf(path: string): Policies | undefined {
      const found = config.policies.length === 0 ? [] : policies(path);
      if (found.length === 0) return undefined;
      // One for all files, because contexts are compared.
      const key = found.map((it) => config.policies.indexOf(it)).join();
      const known =
        policySets.get(key) ??
        policiesOf(
          found,
          { zone: otherZones.length === 0 ? zone : undefined, zones: config.zones },
          compilePattern,
        );
      policySets.set(key, known);
      return known;
    },
    isExcluded: pathsMatcher(config.exclude, folder),
    datasetOf: (path: string): string | undefined => datasets(path).at(-1)?.[1],
    severityOf(path: string): FileContext["severity"] {
      const found = overrides(path);
      const preset = config.preset === "strict" ? strictSeverity : undefined;
      if (found.length === 0 && !preset) return config.severity;
      return Object.assign({}, preset, config.severity, ...found.map((it) => it.severity));
    },
    embeddedIn: covering<EmbeddedFiles>(config.embedded, (it) => [it.files]),
  };
}
