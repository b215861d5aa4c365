import picomatch from "picomatch";
import { type Context, defaultContext, defaultDataset } from "../core/context.ts";
import { type Config, emptyConfig, type ReadConfig, readConfig } from "./config.ts";

export const configName = "weir.json";

/** What the caller adds to the settings of a file's `weir.json`. */
export interface CallerOptions {
  readonly forcedDataset?: string | undefined;
  readonly defaultDataset?: string | undefined;
}

/** A `weir.json` that was found, with the folder it stands in. */
export interface FoundConfig extends ReadConfig {
  readonly path: string;
  readonly folder: string;
}

/**
 * Finds the settings that count for a file: those of the nearest `weir.json` above it.
 * Paths may be URIs or file paths; all they need is `/` between their parts.
 */
export class Workspace {
  private readonly found = new Map<string, FoundConfig | undefined>();
  private readonly matchers = new Map<string, (path: string) => boolean>();

  /** `read` gives the text of a file, or undefined when there is none. */
  constructor(private readonly read: (path: string) => string | undefined) {}

  /** Everything is read anew from now on. */
  forget(): void {
    this.found.clear();
  }

  contextFor(path: string, options: CallerOptions = {}): Context {
    const nearest = this.configFor(path);
    const { datasets, severity, limits, fields, lists, plan } = nearest?.config ?? emptyConfig;
    const relative = nearest ? relativeTo(nearest.folder, path) : path;
    const dataset = this.datasetOf(datasets, relative) ?? options.defaultDataset ?? defaultDataset;
    return {
      forcedDataset: options.forcedDataset,
      datasets: [dataset],
      limits: { ...defaultContext.limits, ...limits },
      extraFields: fields,
      severity,
      lists,
      plan,
    };
  }

  configFor(path: string): FoundConfig | undefined {
    const folder = parentOf(path);
    if (folder === undefined) return undefined;
    if (this.found.has(folder)) return this.found.get(folder);
    const text = this.read(`${folder}/${configName}`);
    const found =
      text === undefined
        ? this.configFor(folder)
        : { ...readConfig(text), folder, path: `${folder}/${configName}` };
    this.found.set(folder, found);
    return found;
  }

  private datasetOf(globs: Config["datasets"], path: string): string | undefined {
    return globs.findLast(([glob]) => this.matcher(glob)(path))?.[1];
  }

  private matcher(glob: string): (path: string) => boolean {
    const known = this.matchers.get(glob);
    if (known) return known;
    const made = picomatch(glob.replace(/^\.\//, ""), { dot: true });
    this.matchers.set(glob, made);
    return made;
  }
}

function parentOf(path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? undefined : path.slice(0, slash);
}

/** A URI carries escapes that globs do not have. */
function relativeTo(folder: string, path: string): string {
  const relative = path.slice(folder.length + 1);
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return relative;
  try {
    return decodeURIComponent(relative);
  } catch {
    return relative;
  }
}
