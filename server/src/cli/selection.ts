import { resolve } from "node:path";
import { hostOfPath, languageOfPath } from "../languages.ts";
import { globProblem, pathsMatcher } from "../text/path-globs.ts";
import { printable } from "../text/printable.ts";
import { type StagedFiles, stagedFiles } from "../workspace/files/git-files.ts";
import { withForwardSlashes } from "../workspace/files/paths.ts";
import { type BadInput, type Input, isBad } from "./inputs.ts";
import { type Io, UsageError } from "./io.ts";
import type { Settings } from "./settings.ts";

/** Options that leave out some of the files that a command finds. */
export const selectionOptions = {
  exclude: { type: "string", multiple: true, default: [] as string[] },
  "force-exclude": { type: "boolean", default: false },
  staged: { type: "boolean", default: false },
} as const;

/** The values of these options. */
export interface SelectionValues {
  readonly exclude: readonly string[];
  readonly "force-exclude": boolean;
  readonly staged: boolean;
}

type Inputs = readonly (Input | BadInput)[];

/** The files that the options select. */
export interface Selection {
  /** Files that are not excluded, and staged if these are asked for. */
  select(inputs: Inputs, settings: Settings): Inputs;
  /** The files that are not excluded and use other files. */
  selectUsers(inputs: Inputs, settings: Settings): readonly Input[];
  readonly staged: StagedFiles | undefined;
}

/** The inputs without those that `exclude` of `weir.json` leaves out; also named ones if `isForced`. */
export function withoutExcluded(
  inputs: Inputs,
  settings: Settings,
  { cwd }: Io,
  isForced = true,
): Inputs {
  return inputs.filter(
    (it) =>
      (it.isNamed && !isForced) ||
      !settings.isExcluded(isBad(it) ? resolve(cwd, it.path) : it.file),
  );
}

/** With `--staged`, the text of a file is the one that would be committed. */
export async function readSelection(values: SelectionValues, io: Io): Promise<Selection> {
  const isExcludedHere = pathsMatcher(excludeGlobs(values), withForwardSlashes(io.cwd));
  const staged = values.staged ? await stagedIn(io.cwd) : undefined;
  const isForced = values["force-exclude"];
  const notExcluded = (inputs: Inputs, settings: Settings) =>
    withoutExcluded(inputs, settings, io, isForced).filter(
      (it) => (it.isNamed && !isForced) || !isExcludedHere(it.path),
    );
  return {
    staged,
    select(inputs, settings) {
      const selected = notExcluded(inputs, settings);
      const kept = isForced ? selected.map(asFound) : selected;
      return staged ? onlyStaged(kept, staged) : kept;
    },
    selectUsers: (inputs, settings) =>
      notExcluded(inputs, settings).flatMap((it): readonly Input[] => {
        if (isBad(it) || staged?.untracked.has(it.file)) return [];
        return [{ ...it, isFoundHost: true, mayUse: true, stagedText: staged?.texts.get(it.file) }];
      }),
  };
}

function excludeGlobs({ exclude }: SelectionValues): readonly string[] {
  return exclude.map((it) => {
    const glob = withForwardSlashes(it);
    const problem = globProblem(glob);
    if (problem === undefined) return glob;
    throw new UsageError(`'--exclude ${it}': ${problem}`);
  });
}

/** A hook names every file of a commit, so one without anything of ours is no problem. */
function asFound(input: Input | BadInput): Input | BadInput {
  if (isBad(input)) return input.file === undefined ? input : { ...input, isFound: true };
  return hostOfPath(input.file) === input.language ? { ...input, isFoundHost: true } : input;
}

/** Advice about files that were changed on disk, but not as they are staged: a commit would contain the text before. */
export function aboutStaging(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const names = paths.map((it) => (/^[\w./-]+$/.test(it) ? it : JSON.stringify(it)));
  return `What is staged was not changed. Look at the files, and run: git add ${printable(names.join(" "))}\n`;
}

async function stagedIn(cwd: string): Promise<StagedFiles> {
  const isOurs = (it: string) => languageOfPath(it) !== undefined || hostOfPath(it) !== undefined;
  const found = await stagedFiles(cwd, isOurs);
  if ("error" in found) throw new UsageError(found.error);
  return found;
}

function onlyStaged(inputs: Inputs, { changed, texts }: StagedFiles): Inputs {
  return inputs.flatMap((it): Inputs => {
    if (isBad(it)) return it.isNamed ? [it] : [];
    if (!changed.has(it.file)) return [];
    const text = texts.get(it.file);
    return text === undefined ? [it] : [{ ...it, stagedText: text }];
  });
}
