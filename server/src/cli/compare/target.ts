import { dirname, resolve } from "node:path";
import type { Side } from "../../compare/compare-two.ts";
import { type Item, itemsIn } from "../../compare/items.ts";
import { brokenGap, refusalText } from "../../core/configuration/broken.ts";
import {
  type FileContext,
  filterFileOf,
  hostLanguages,
  isJob,
  syntaxFaultIn,
} from "../../languages.ts";
import { textInCommit } from "../../workspace/files/git-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { findInputs, type Input, isBad, readInput } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** A file to compare, or one of the texts in it. */
export interface Target {
  /** As the user wrote it. */
  readonly name: string;
  readonly input: Input;
  /** `PATH:LINE`, 1-based. */
  readonly line?: number | undefined;
  /** `PATH#REF`. */
  readonly ref?: string | undefined;
}

export function targetOf(name: string, io: Io): Target {
  const targets = readings(name).map(({ path, ...place }) => ({
    ...place,
    input: inputAt(path, io),
  }));
  for (const { input, line, ref } of targets)
    if (!("error" in input)) return { name, input, line, ref };
  const reasons = targets.flatMap(({ input }) => ("error" in input ? input.error : []));
  throw new UsageError(`'${name}': ${reasons.at(-1)}`);
}

/** A path, then `PATH:LINE`, then `PATH#REF`; a file name and a `ref` may contain these signs, too. */
function readings(name: string): readonly { path: string; line?: number; ref?: string }[] {
  const [, path, line] = /^(.+):([1-9]\d*)$/.exec(name) ?? [];
  const signs = [...name.matchAll(/(?<=.)#(?=.)/g)].map((it) => it.index);
  return [
    { path: name },
    ...(path === undefined ? [] : [{ path, line: Number(line) }]),
    ...signs.map((at) => ({ path: name.slice(0, at), ref: name.slice(at + 1) })),
  ];
}

function inputAt(path: string, io: Io): Input | { readonly error: string } {
  const [found, ...more] = findInputs([path], io, { hosts: true });
  if (!found || more.length > 0) return { error: "Expected one file, not a folder." };
  if (isBad(found)) return found;
  const isFile = found.file === withForwardSlashes(resolve(io.cwd, path));
  return isFile ? found : { error: "Expected one file, not a folder." };
}

export function textOf(target: Target): string {
  const { name, input } = target;
  const read = readInput(input);
  if ("error" in read) throw new UsageError(`'${name}': ${read.error}`);
  refuseBroken(target, read.text);
  return read.text;
}

function refuseBroken({ input: { language, path } }: Target, text: string, version = ""): void {
  const fault = hostLanguages.includes(language) ? syntaxFaultIn(text, path) : undefined;
  if (fault) throw new UsageError(refusalText(brokenGap(`${path}${version}`, text, fault)));
}

/** The text of a target's file in a commit. */
export async function textOfCommit(target: Target, commit: string): Promise<string> {
  const { input } = target;
  const read = await textInCommit(input.file, input.path, commit);
  if ("error" in read) throw new UsageError(read.error);
  refuseBroken(target, read.text, ` in ${commit}`);
  return read.text;
}

/** The items of a target's file in a commit. The filter file of a job is read from the commit, too. */
export async function itemsOfCommit(
  target: Target,
  text: string,
  commit: string,
  settings: Settings,
): Promise<readonly Item[]> {
  const path = isJob(target.input.path) ? filterFileOf(text)?.path : undefined;
  const read = path && (await textInCommit(filterFileOfTarget(target, path), path, commit));
  return settings.inCommit(target.input.file, commit, (context) =>
    itemsWith(context, target, text, settings, read || undefined),
  );
}

/** The filters, rules and jobs of a target's file, with the settings of the file. */
export function itemsOf(target: Target, text: string, settings: Settings): readonly Item[] {
  return itemsWith(settings.contextFor(target.input.file), target, text, settings);
}

function itemsWith(
  context: FileContext,
  target: Target,
  text: string,
  settings: Settings,
  filterText?: FileText,
): readonly Item[] {
  const { input, name } = target;
  return itemsIn(text, input.language, context, (path) => {
    const file = filterFileOfTarget(target, path);
    const read = filterText ?? readInput({ file, folder: input.folder });
    if ("error" in read) throw new UsageError(`'${path}', the filter of '${name}': ${read.error}`);
    return { text: read.text, context: settings.contextFor(file) };
  });
}

type FileText = { readonly text: string } | { readonly error: string };

function filterFileOfTarget({ input }: Target, path: string): string {
  return withForwardSlashes(resolve(dirname(input.file), path));
}

/** The target as one of two that are compared. */
export function sideOf(target: Target, text: string, items: readonly Item[]): Side {
  return {
    name: `'${target.input.path}'`,
    text,
    items,
    selection: target,
    howToSelect: "Use PATH:LINE or PATH#REF.",
    whyUnreadable: () => "Run 'weir check' to see the errors.",
  };
}
