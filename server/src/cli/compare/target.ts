import { dirname, resolve } from "node:path";
import { type Item, itemsIn } from "../../compare/items.ts";
import { placesOf, selectedIn } from "../../compare/select.ts";
import type { Meaning } from "../../core/solver/meaning.ts";
import { filterFileOf, isJob, languageOfPath } from "../../languages.ts";
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
export async function textOfCommit({ input }: Target, commit: string): Promise<string> {
  const read = await textInCommit(input.file, input.path, commit);
  if ("error" in read) throw new UsageError(read.error);
  return read.text;
}

/** The items of a target's file in a commit. The filter file of a job is also that of the commit. */
export async function itemsOfCommit(
  target: Target,
  text: string,
  commit: string,
  settings: Settings,
): Promise<readonly Item[]> {
  const filter = filterFileIn(target, text);
  const read = filter && (await textInCommit(filter.file, filter.path, commit));
  return itemsOf(target, text, settings, read);
}

/** The filters, rules and jobs of a target's file, with the settings of the file. */
export function itemsOf(
  target: Target,
  text: string,
  settings: Settings,
  filterText?: FileText,
): readonly Item[] {
  const { input } = target;
  const items = itemsIn(text, input.language, settings.contextFor(input.file));
  const filter = filterFileIn(target, text);
  if (!filter) return items;
  const read = filterText ?? readInput({ file: filter.file, folder: input.folder });
  const meaning = filterMeaning(filter, read, target, settings);
  return items.map((it) => ({ ...it, meaning: () => meaning }));
}

type FileText = { readonly text: string } | { readonly error: string };

function filterFileIn({ input }: Target, text: string) {
  const filter = isJob(input.path) ? filterFileOf(text) : undefined;
  if (!filter) return undefined;
  return { ...filter, file: withForwardSlashes(resolve(dirname(input.file), filter.path)) };
}

/** A job is compared by its filter, which is in another file. */
function filterMeaning(
  { path, file, dataset }: NonNullable<ReturnType<typeof filterFileIn>>,
  read: FileText,
  { name }: Target,
  settings: Settings,
): Meaning | undefined {
  if ("error" in read) throw new UsageError(`'${path}', the filter of '${name}': ${read.error}`);
  const forced = dataset === undefined ? {} : { forcedDataset: dataset };
  const context = { ...settings.contextFor(file), ...forced };
  return languageOfPath(file)?.analyse(read.text, context).meaning?.();
}

/** The only item, or the selected one. */
export function theItem(target: Target, items: readonly Item[], text: string): Item {
  const [only, ...more] = selectedIn(items, target, text);
  if (only && more.length === 0) return only;
  throw new UsageError(
    only
      ? `'${target.name}' has ${placesOf([only, ...more], text)}. Use PATH:LINE or PATH#REF.`
      : `No rule or filter found at '${target.name}'.`,
  );
}

/** Refuses an item that has errors or holes. */
export function requireMeaning(item: Item, name: string): Meaning {
  const meaning = item.meaning();
  if (meaning) return meaning;
  throw new UsageError(
    `'${name}' cannot be compared: it has errors, or parts that Weir cannot know. Run 'weir check' to see the errors.`,
  );
}
