import { resolve } from "node:path";
import { hostOfPath, languageOfPath } from "../languages.ts";
import { globProblem, pathsMatcher } from "../text/path-globs.ts";
import { printable } from "../text/printable.ts";
import { stagedFiles, stagedText } from "../workspace/files/git-files.ts";
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

/** What the options select. */
export interface Selection {
  /** Files that are not excluded, and staged if these are asked for. */
  select(inputs: Inputs, settings: Settings): Inputs;
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
  const staged = values.staged ? await stagedTexts(io.cwd) : undefined;
  return {
    select(inputs, settings) {
      const isForced = values["force-exclude"];
      const selected = withoutExcluded(inputs, settings, io, isForced).filter(
        (it) => (it.isNamed && !isForced) || !isExcludedHere(it.path),
      );
      const kept = isForced ? selected.map(asFound) : selected;
      return staged ? onlyStaged(kept, staged) : kept;
    },
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
  const isHost = !isBad(input) && hostOfPath(input.file) === input.language;
  return isHost ? { ...input, isFoundHost: true } : input;
}

/** What to do about files that were changed on disk, but not as they are staged: a commit would contain the text before. */
export function aboutStaging(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const names = paths.map((it) => (/^[\w./-]+$/.test(it) ? it : JSON.stringify(it)));
  return `What is staged was not changed. Look at the files, and run: git add ${printable(names.join(" "))}\n`;
}

/** Staged texts by path; undefined if Git cannot read one. */
type StagedTexts = ReadonlyMap<string, string | undefined>;

async function stagedTexts(cwd: string): Promise<StagedTexts> {
  const found = await stagedFiles(cwd);
  if ("error" in found) throw new UsageError(found.error);
  const texts = new Map<string, string | undefined>();
  // One after the other, because each is a process.
  for (const it of found) {
    const isOurs = languageOfPath(it) !== undefined || hostOfPath(it) !== undefined;
    if (isOurs) texts.set(it, await stagedText(cwd, it));
  }
  return texts;
}

function onlyStaged(inputs: Inputs, staged: StagedTexts): Inputs {
  return inputs.flatMap((it) => {
    if (!staged.has(it.path)) return isBad(it) && it.isNamed ? [it] : [];
    const text = staged.get(it.path);
    return isBad(it) || text === undefined ? [it] : [{ ...it, stagedText: text }];
  });
}
