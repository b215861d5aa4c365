import { resolve } from "node:path";
import type { Analysis } from "../../core/analysis.ts";
import { firstErrorIn } from "../../core/diagnostic.ts";
import { fits, type NotShrunk, type Shrinking } from "../../core/shrink/size.ts";
import { type AnyLanguage, languageOfText } from "../../languages.ts";
import { applyEdits } from "../../text/edit.ts";
import { Lines, type Range } from "../../text/lines.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import {
  findInputs,
  type Input,
  isBad,
  isForeign,
  readInput,
  readStdin,
  writeInput,
} from "../inputs.ts";
import type { Io } from "../io.ts";
import { Progress } from "../progress.ts";
import type { Settings } from "../settings.ts";

interface Place {
  /** The range in the original file. */
  readonly range: Range;
}

/** A filter or rule of a file. */
export type ShrunkText =
  | (Place &
      Pick<Shrinking, "before" | "after" | "limits" | "isUnproved" | "isCutShort"> & {
        readonly fits: boolean;
      })
  | (Place & { readonly error: string });

export interface ShrunkFile {
  readonly path: string;
  /** Whether the texts are embedded in another language, such as Terraform. */
  readonly isHost: boolean;
  /** The new content of the file. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly texts: readonly ShrunkText[];
  /** Why the file cannot be read or written. */
  readonly error?: string;
}

export function shrinkFiles(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  write: boolean,
): ShrunkFile[] {
  const inputs = findInputs(paths, io, { hosts: true });
  settings.know(inputs, paths);
  const progress = new Progress(io);
  const files = inputs.flatMap((input) => {
    progress.step();
    return isBad(input) ? [unreadable(input)] : shrinkFile(input, settings, write);
  });
  progress.clear();
  return files;
}

function shrinkFile(input: Input, settings: Settings, write: boolean): ShrunkFile[] {
  const read = readInput(input);
  if ("error" in read) return isForeign(input) ? [] : [unreadable({ ...input, ...read })];
  const file = shrinkText(input, read.text, settings);
  if (input.isFoundHost && file.texts.length === 0) return [];
  const error = write && file.isChanged ? writeInput(input, file.text, read.bom) : undefined;
  return [error === undefined ? file : { ...file, error }];
}

export async function shrinkStdin(io: Io, settings: Settings): Promise<ShrunkFile> {
  const path = "-";
  const read = await readStdin(io.stdin);
  if ("error" in read) return unreadable({ path, ...read });
  const file = withForwardSlashes(resolve(io.cwd, path));
  return shrinkText({ path, file, language: languageOfText(read.text) }, read.text, settings);
}

function unreadable({ path, error }: { path: string; error: string }): ShrunkFile {
  return { path, isHost: false, text: "", isChanged: false, texts: [], error };
}

function shrinkText(
  { path, file, language }: { path: string; file: string; language: AnyLanguage },
  before: string,
  settings: Settings,
): ShrunkFile {
  const analysis = language.analyze(before, settings.contextFor(file));
  const found = analysis.shrink?.({ start: 0, end: before.length }) ?? [];
  const text = applyEdits(
    before,
    found.flatMap((it) => ("error" in it ? [] : it.edits)),
  );
  const lines = new Lines(before);
  return {
    path,
    isHost: analysis.regions !== undefined,
    text,
    isChanged: text !== before,
    texts: found.map((it) => shrunkText(it, lines, analysis)),
  };
}

function shrunkText(it: Shrinking | NotShrunk, lines: Lines, analysis: Analysis): ShrunkText {
  const range = lines.rangeOf(it);
  if ("error" in it) return { range, error: it.error + adviceFor(it, analysis) };
  const { before, after, limits, isUnproved, isCutShort } = it;
  return { range, before, after, limits, isUnproved, isCutShort, fits: fits(it) };
}

function adviceFor(it: NotShrunk, analysis: Analysis): string {
  const error = firstErrorIn(it, analysis.diagnostics());
  return error ? " Run 'weir check' to see the errors." : "";
}
