import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { brokenGap, refusalText } from "../../core/configuration/broken.ts";
import type { Configuration, Gap } from "../../core/configuration/model.ts";
import { type FileContext, mayConfigure, syntaxFaultIn } from "../../languages.ts";
import { quotedList } from "../../text/wording.ts";
import {
  type ConfigurationSource,
  configurationOfFiles,
} from "../../workspace/configuration/files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { FoundConfig } from "../../workspace/workspace.ts";
import { findInputs, type Input, isBad, readInput } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import { Settings, type TerraformValues } from "../settings.ts";

/** The joint configuration of the files of the paths. */
export interface FoundConfiguration {
  readonly configuration: Configuration;
  /** Of the first file: the lists and fields of the workspace. */
  readonly context: FileContext;
  /** Of the files, by their paths as shown. */
  readonly texts: ReadonlyMap<string, FoundText>;
  /** The folders of the modules that are called. */
  readonly modules: readonly string[];
  /** The environments of Terraform that there are. Several are to be read one by one. */
  readonly environments: readonly string[];
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
  const bad = inputs.filter(isBad);
  const named = bad.find((it) => it.isNamed);
  if (named) throw new UsageError(`${named.path}: ${named.error}`);
  const files = inputs.filter((it): it is Input => !isBad(it));
  settings.know(files, paths);
  const unread = bad.map((it) => unreadGap(it.path, it.error));
  const texts = new Map<string, FoundText>();
  const sources = files.flatMap((input): ConfigurationSource[] => {
    const { path, file } = input;
    const read = readInput(input);
    if ("error" in read) {
      if (input.isNamed) throw new UsageError(`${path}: ${read.error}`);
      unread.push(...gapOfUnread(input, read.error));
      return [];
    }
    const fault = input.isNamed && syntaxFaultIn(read.text, path);
    if (fault) throw new UsageError(refusalText(brokenGap(path, read.text, fault)));
    const context = settings.contextFor(file);
    texts.set(path, { input, text: read.text, context });
    return [{ path, file, text: read.text, context, config: settings.configFor(file) }];
  });
  const read = configurationOfFiles(sources, {
    side,
    modules,
    shown: (it) => withForwardSlashes(relative(io.cwd, it)),
    readBeside: readText,
    look: ({ path, text, context }, { rulesets }) => {
      const input = texts.get(path)?.input;
      // Before, a plan may have none.
      if (!input || input.isFoundHost || rulesets.length > 0) return;
      const refusal = input.language.analyze(text, context).refusal?.();
      if (refusal !== undefined) throw new UsageError(`${path}: ${refusal}`);
    },
  });
  const configuration = { ...read, gaps: [...read.gaps, ...unread] };
  const isNamed = ({ place }: Gap) => texts.get(place?.path ?? "")?.input.isNamed;
  const brokenPaths = new Set(read.gaps.flatMap((it) => (it.isBroken ? [it.place?.path] : [])));
  const isAll = [...texts].every(
    ([path, { text }]) => brokenPaths.has(path) || !mayConfigure(text, path),
  );
  const broken = configuration.gaps.find((it) => it.isBroken && (isAll || isNamed(it)));
  if (broken) throw new UsageError(refusalText(broken));
  refuseSettings(settings);
  const here = files[0]?.file ?? withForwardSlashes(resolve(io.cwd, "rules.cfrule"));
  const context = settings.contextFor(here);
  const environments = [...settings.environmentNames];
  return { configuration, context, texts, modules: read.modules, environments };
}

/** The configuration of each environment of Terraform; a single one, if there are not several. */
export function readEnvironments(
  paths: readonly string[],
  io: Io,
  values: TerraformValues = {},
): readonly (FoundConfiguration & { readonly environment?: string })[] {
  const read = (more?: TerraformValues) =>
    readConfiguration(paths, io, new Settings(io, undefined, { ...values, ...more }));
  const all = read();
  if (all.environments.length < 2) return [all];
  return all.environments.map((only) => ({ ...read({ only }), environment: only }));
}

/** For commands that read a single configuration. */
export function severalEnvironments(names: readonly string[]): UsageError {
  const known = quotedList(names);
  return new UsageError(
    `Several environments of Terraform: ${known}. Select one with '--var-file FILE'.`,
  );
}

/** Settings decide what files mean, so nothing is claimed without them. */
export function refuseSettings({ broken, reports }: Settings): void {
  if (!broken) return;
  for (const { path, text, diagnostics } of reports)
    for (const it of diagnostics)
      if (it.severity === "error") throw new UsageError(refusalText(brokenGap(path, text, it)));
}

function unreadGap(what: string, why: string, content?: string): Gap {
  return { what, why, mayChange: "everything", content };
}

/** A file without any of our words is not about rules, also if it is too large or in another encoding. */
function gapOfUnread({ path, file }: Input, why: string): readonly Gap[] {
  try {
    const bytes = readFileSync(file);
    const words = bytes.toString("latin1").replaceAll("\0", "");
    return mayConfigure(words, path)
      ? [unreadGap(path, why, createHash("sha256").update(bytes).digest("hex"))]
      : [];
  } catch {
    return [unreadGap(path, why)];
  }
}

function readText({ folder }: FoundConfig, name: string): string | undefined {
  try {
    return readFileSync(`${folder}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}
