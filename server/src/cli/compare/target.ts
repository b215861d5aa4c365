import { dirname, resolve } from "node:path";
import type { EmbeddedRegion } from "../../core/analysis.ts";
import type { Meaning } from "../../core/solver/meaning.ts";
import { type FileContext, filterFileOf, isJob, languageOfPath } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { textInCommit } from "../../workspace/files/text-in-commit.ts";
import { findInputs, type Input, isBad, readInput } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** A file to compare, or one of the texts in it. */
export interface Target {
  /** As the user wrote it. */
  readonly name: string;
  readonly input: Input;
  /** `PATH:LINE`, 1-based. */
  readonly line: number | undefined;
  /** `PATH#REF`. */
  readonly ref: string | undefined;
}

export function targetOf(name: string, io: Io): Target {
  const whole = inputAt(name, io);
  if (whole && !("error" in whole)) return { name, input: whole, line: undefined, ref: undefined };
  const [, path = "", sign, place = ""] = /^(.+)([:#])([^:#]+)$/.exec(name) ?? [];
  const line = sign === ":" && /^[1-9]\d*$/.test(place) ? Number(place) : undefined;
  const ref = sign === "#" ? place : undefined;
  const input = line || ref ? inputAt(path, io) : undefined;
  if (input && !("error" in input)) return { name, input, line, ref };
  const reason = (input ?? whole)?.error ?? "Expected a file.";
  throw new UsageError(`'${name}': ${reason}`);
}

function inputAt(path: string, io: Io): Input | { readonly error: string } | undefined {
  const [found, ...more] = findInputs([path], io, { hosts: true });
  if (!found || more.length > 0) return { error: "Expected one file, not a folder." };
  if (isBad(found)) return found;
  const isFile = found.file === withForwardSlashes(resolve(io.cwd, path));
  return isFile ? found : { error: "Expected one file, not a folder." };
}

export function textOf({ name, input }: Target): string {
  const read = readInput(input);
  if ("error" in read) throw new UsageError(`'${name}': ${read.error}`);
  return read.text;
}

/** The text of a target's file in a commit. */
export async function textOfCommit({ name, input }: Target, commit: string): Promise<string> {
  const read = await textInCommit(input.file, input.path, commit);
  if ("error" in read) throw new UsageError(read.error);
  // A separate filter file would be read from disk, not from the commit.
  const filter = isJob(input.path) ? filterFileOf(read.text) : undefined;
  if (filter)
    throw new UsageError(`The filter of '${name}' is in '${filter.path}'. Compare that file.`);
  return read.text;
}

/** Whether a target has the same text with holes in two versions of a host file. The values of the holes are unknown here. */
export function isSameInHost(
  target: Target,
  versions: readonly [string, string],
  settings: Settings,
): boolean {
  const [now, before] = versions.map((text) => {
    const analysis = target.input.language.analyse(text, settings.contextFor(target.input.file));
    if (!analysis.regions) return undefined;
    return analysis.embedded?.()[regionOf(target, analysis.regions(), text)]?.source?.();
  });
  return now !== undefined && now === before;
}

/** The meaning of a target's text, with the settings of its file. */
export function meaningIn(target: Target, text: string, settings: Settings): Meaning {
  const { input, name } = target;
  const filter = isJob(input.path) ? filterFileOf(text) : undefined;
  if (filter) {
    const file = withForwardSlashes(resolve(dirname(input.file), filter.path));
    const read = readInput({ file, folder: input.folder });
    if ("error" in read)
      throw new UsageError(`'${filter.path}', the filter of '${name}': ${read.error}`);
    const context = settings.contextFor(file);
    const forced = filter.dataset === undefined ? {} : { forcedDataset: filter.dataset };
    return requireMeaning(analyse(file, read.text, { ...context, ...forced }), filter.path);
  }
  const context = settings.contextFor(input.file);
  const analysis = input.language.analyse(text, context);
  if (!analysis.regions) return requireMeaning(analysis.meaning?.(), name);
  const index = regionOf(target, analysis.regions(), text);
  return requireMeaning(analysis.embedded?.()[index]?.analysis.meaning?.(), name);
}

export interface TextMeaning {
  readonly meaning: Meaning | undefined;
  readonly source: string | undefined;
}

/**
 * The texts of a host file by `ref` or position. Undefined for other files, and for a target that selects a single text.
 */
export function meaningsIn(
  { input, line, ref }: Target,
  text: string,
  settings: Settings,
): ReadonlyMap<string, TextMeaning> | undefined {
  if (line !== undefined || ref !== undefined) return undefined;
  const analysis = input.language.analyse(text, settings.contextFor(input.file));
  const regions = analysis.regions?.();
  if (!regions || regions.length === 1) return undefined;
  const texts = analysis.embedded?.() ?? [];
  // A job is compared by its filter, which is a region itself.
  const own = regions.flatMap(({ start, end, ref }, index) => {
    const next = regions[index + 1];
    const isJobOfNext = next && start <= next.start && next.end <= end;
    return isJobOfNext ? [] : [{ ref, text: texts[index] }];
  });
  return new Map(
    own.map(({ ref, text }, index) => [
      ref ?? `${index + 1}`,
      { meaning: text?.analysis.meaning?.(), source: text?.source?.() },
    ]),
  );
}

function analyse(file: string, text: string, context: FileContext): Meaning | undefined {
  return languageOfPath(file)?.analyse(text, context).meaning?.();
}

function requireMeaning(meaning: Meaning | undefined, name: string): Meaning {
  if (meaning) return meaning;
  throw new UsageError(
    `'${name}' cannot be compared: it has errors, or parts that Weir cannot know. Run 'weir check' to see the errors.`,
  );
}

/** The index of the selected text. */
function regionOf(
  { name, line, ref }: Target,
  regions: readonly EmbeddedRegion[],
  text: string,
): number {
  const lines = new Lines(text);
  const isWanted = (it: EmbeddedRegion): boolean => {
    if (ref !== undefined) return it.ref === ref;
    if (line === undefined) return true;
    return lines.positionAt(it.start).line + 1 <= line && line <= lines.positionAt(it.end).line + 1;
  };
  const found = regions.flatMap((it, index) => (isWanted(it) ? [index] : []));
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  throw new UsageError(
    only !== undefined
      ? `'${name}' has ${found.length} rules and filters here. Use PATH:LINE or PATH#REF.`
      : `No rule or filter found at '${name}'.`,
  );
}
