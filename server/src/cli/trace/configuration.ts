import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Configuration, Gap } from "../../core/configuration/model.ts";
import type { FileContext } from "../../languages.ts";
import {
  type ConfigurationSource,
  configurationOfFiles,
} from "../../workspace/configuration/files.ts";
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
  /** The folders of the modules that are called. */
  readonly modules: readonly string[];
}

export interface FoundText {
  readonly input: Input;
  readonly text: string;
  readonly context: FileContext;
}

/** Throws for a file that was named and cannot be read. */
export function readConfiguration(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  side: "before" | "after" = "after",
  modules: readonly string[] = [],
): FoundConfiguration {
  const inputs = findInputs(paths, io, { hosts: true });
  const bad = inputs.find(isBad);
  if (bad) throw new UsageError(`${bad.path}: ${bad.error}`);
  const files = inputs.filter((it): it is Input => !isBad(it));
  settings.know(files, paths);
  const texts = new Map<string, FoundText>();
  const unread: Gap[] = [];
  const sources = files.flatMap((input): ConfigurationSource[] => {
    const { path, file } = input;
    const read = readInput(input);
    if ("error" in read) {
      if (input.isFoundHost) {
        unread.push({ what: path, why: read.error, mayChange: "everything" });
        return [];
      }
      throw new UsageError(`${path}: ${read.error}`);
    }
    const context = settings.contextFor(file);
    texts.set(path, { input, text: read.text, context });
    return [{ path, file, text: read.text, context, config: settings.configFor(file) }];
  });
  const found = configurationOfFiles(sources, {
    side,
    modules,
    shown: (it) => withForwardSlashes(relative(io.cwd, it)),
    readBeside: readText,
    look: ({ path, text, context }, { rulesets }) => {
      const input = texts.get(path)?.input;
      // Before, a plan may have none.
      if (!input || input.isFoundHost || rulesets.length > 0) return;
      const refusal = input.language.analyse(text, context).refusal?.();
      if (refusal !== undefined) throw new UsageError(`${path}: ${refusal}`);
    },
  });
  const here = files[0]?.file ?? withForwardSlashes(resolve(io.cwd, "rules.cfrule"));
  const context = settings.contextFor(here);
  const configuration = { ...found, gaps: [...found.gaps, ...unread] };
  return { configuration, context, texts, modules: found.modules };
}

function readText({ folder }: FoundConfig, name: string): string | undefined {
  try {
    return readFileSync(`${folder}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}
