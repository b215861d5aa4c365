import type { FileContext } from "../../languages.ts";
import { pathsMatcher } from "../../text/path-globs.ts";
import type { Config, EmbeddedFiles } from "./config.ts";

/** What the globs of a `weir.json` in a folder mean for a file. Paths are relative to the folder. */
export function matchersOf(config: Config, folder: string) {
  const covering = <T>(items: readonly T[], globsOf: (item: T) => readonly string[]) => {
    const matchers = items.map((it) => ({ it, matches: pathsMatcher(globsOf(it), folder) }));
    return (path: string) => matchers.filter(({ matches }) => matches(path)).map(({ it }) => it);
  };
  const datasets = covering(config.datasets, ([glob]) => [glob]);
  const overrides = covering(config.overrides, (it) => it.files);
  return {
    isExcluded: pathsMatcher(config.exclude, folder),
    datasetOf: (path: string): string | undefined => datasets(path).at(-1)?.[1],
    severityOf(path: string): FileContext["severity"] {
      const found = overrides(path);
      if (found.length === 0) return config.severity;
      return Object.assign({}, config.severity, ...found.map((it) => it.severity));
    },
    embeddedIn: covering<EmbeddedFiles>(config.embedded, (it) => [it.files]),
  };
}
