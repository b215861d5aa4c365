import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, readSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import picomatch from "picomatch";
import { type AnyLanguage, hostOfPath, languageOfPath, languages } from "../languages.ts";
import { alternatives } from "../text/wording.ts";
import { reasonOf, refused, writeReasonOf } from "../workspace/files/file-errors.ts";
import { findFiles, statOrError } from "../workspace/files/find-files.ts";
import { baseFor, requireInside } from "../workspace/files/inside.ts";
import { mostBytes, openFoundFile, writeOwnFile } from "../workspace/files/own-files.ts";
import { slashed } from "../workspace/files/paths.ts";
import { type Io, UsageError } from "./io.ts";

/** A file to look at. `path` is how it is shown: relative to the working folder, with `/`. */
export interface Input {
  readonly path: string;
  /** Absolute, with `/`. */
  readonly file: string;
  readonly language: AnyLanguage;
  /** The folder that is worked on: links in it do not lead out of it. */
  readonly folder: string;
  /** A file that may hold texts of ours, found in a folder. Nobody asked for it by name. */
  readonly isFoundHost?: true;
}

/** A path that leads to nothing we can look at. */
export interface BadInput {
  readonly path: string;
  readonly language: AnyLanguage | undefined;
  readonly error: string;
}

/** What a command accepts beside files of our languages. */
export interface Accepted {
  /** Files that are named themselves. */
  readonly named?: readonly AnyLanguage[];
  /** Files that may hold texts of ours. */
  readonly hosts?: boolean;
}

/** The files that the arguments mean, each once, in the order of the arguments. */
export function findInputs(
  paths: readonly string[],
  io: Io,
  also: Accepted = {},
): (Input | BadInput)[] {
  // One path finds nothing twice.
  if (paths.length < 2) return expand(paths[0] ?? ".", io.cwd, also);
  const byPath = new Map<string, Input | BadInput>();
  for (const found of paths.flatMap((it) => expand(it, io.cwd, also))) {
    if (!byPath.has(found.path)) byPath.set(found.path, found);
  }
  return [...byPath.values()];
}

export function isBad(input: Input | BadInput): input is BadInput {
  return "error" in input;
}

/** The text of a file without a byte order mark, or why there is none. */
export function readInput({
  file,
  folder,
}: Pick<Input, "file" | "folder">): { text: string; bom: boolean } | { error: string } {
  let descriptor: number | undefined;
  try {
    descriptor = openFoundFile(file, folder);
    const bytes = readWhole(descriptor);
    if (bytes) return decode(bytes);
    return {
      error: `The file is ${megabytes(fstatSync(descriptor).size)} MB; the limit is 16 MB.`,
    };
  } catch (error) {
    return { error: reasonOf(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Many small files are read into one buffer, one after the other. */
let buffer = Buffer.allocUnsafe(64 * 1024);

/** Undefined when there is too much. To read until nothing comes is faster than to ask for the size first. */
function readWhole(descriptor: number): Buffer | undefined {
  let length = 0;
  while (length <= mostBytes) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
  }
  return undefined;
}

export async function readStdin(stdin: Readable): Promise<{ text: string } | { error: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes) return { error: "Standard input exceeds the limit of 16 MB." };
    chunks.push(bytes);
  }
  return decode(Buffer.concat(chunks));
}

/** The language of standard input is that of the file it stands for. */
export function stdinLanguage(filename: string | undefined, also: Accepted = {}): AnyLanguage {
  if (filename === undefined) {
    throw new UsageError(
      `Standard input has no name. Add '--stdin-filename NAME' with a name that ends in ${extensions}.`,
    );
  }
  const language = languageIn(`/${slashed(filename)}`, also);
  if (!language) throw new UsageError(`Unknown file type '${filename}'. Expected ${extensions}.`);
  return language;
}

const extensions = alternatives(languages.flatMap((it) => it.extensions));

function languageIn(file: string, { named = [], hosts }: Accepted): AnyLanguage | undefined {
  return (
    languageOfPath(file) ??
    named.find((it) => it.extensions.some((end) => file.endsWith(end))) ??
    (hosts ? hostOfPath(file) : undefined)
  );
}

function expand(path: string, cwd: string, also: Accepted): (Input | BadInput)[] {
  const file = slashed(resolve(cwd, path));
  const found = statOrError(file);
  if (found && "error" in found)
    return [{ path: shown(file, cwd), language: languageOfPath(file), error: found.error }];
  if (!found && isGlob(slashed(path))) return matching(path, cwd, also);
  const base = baseFor(file, slashed(cwd));
  const refusal = found && refusalOf(file, base);
  if (refusal !== undefined)
    return [{ path: shown(file, cwd), language: languageOfPath(file), error: refusal }];
  if (found?.isDirectory()) return inFolder(file, cwd, also, () => true);
  return [named(file, cwd, found, base, also)];
}

/** Somebody may name a link without knowing: a shell writes out what a pattern matches. */
function refusalOf(file: string, base: string): string | undefined {
  try {
    requireInside(file, base);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function inFolder(
  folder: string,
  cwd: string,
  { hosts }: Accepted,
  wanted: (path: string) => boolean,
): (Input | BadInput)[] {
  const isHost = (path: string) => hosts === true && hostOfPath(path) !== undefined;
  const isOurs = (path: string) => languageOfPath(path) !== undefined || isHost(path);
  return findFiles(folder, (it) => isOurs(it) && wanted(it)).map((found) => {
    if ("error" in found)
      return { path: shown(found.path, cwd), language: undefined, error: found.error };
    const input = named(found.path, cwd, plainFile, folder, { hosts: hosts === true });
    return languageOfPath(found.path) ? input : { ...input, isFoundHost: true };
  });
}

const plainFile = { isFile: () => true };

function named(
  file: string,
  cwd: string,
  found: { isFile(): boolean } | undefined,
  folder: string,
  also: Accepted,
): Input | BadInput {
  const path = shown(file, cwd);
  const language = languageIn(file, also);
  if (!found) return { path, language, error: reasonOf({ code: "ENOENT" }) };
  // A pipe or a device might never end.
  if (!found.isFile()) return { path, language, error: reasonOf({ code: refused.notPlain }) };
  if (language) return { path, file, language, folder };
  return { path, language, error: `Unknown file type. Expected ${extensions}.` };
}

function matching(path: string, cwd: string, also: Accepted): (Input | BadInput)[] {
  const { base, glob } = picomatch.scan(slashed(path));
  const folder = slashed(resolve(cwd, base || "."));
  // Compared from the folder on, as the way to it may hold characters that mean something in a glob.
  const matches = picomatch(glob, { dot: true });
  const below = folder.endsWith("/") ? folder.length : folder.length + 1;
  const isThere = statOrError(folder) !== undefined;
  const refusal = isThere ? refusalOf(folder, baseFor(folder, slashed(cwd))) : undefined;
  if (refusal !== undefined) return [{ path, language: undefined, error: refusal }];
  const found = isThere ? inFolder(folder, cwd, also, (it) => matches(it.slice(below))) : [];
  return found.length > 0 ? found : [{ path, language: undefined, error: "No matching files." }];
}

function decode(bytes: Buffer): { text: string; bom: boolean } | { error: string } {
  if (!isUtf8(bytes)) {
    const utf16 =
      (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return {
      error: utf16 ? "The file is UTF-16. Save it as UTF-8." : "The file is not valid UTF-8.",
    };
  }
  const text = bytes.toString("utf8");
  const bom = text.charCodeAt(0) === 0xfeff;
  return { text: bom ? text.slice(1) : text, bom };
}

function isGlob(path: string): boolean {
  return picomatch.scan(path).isGlob === true;
}

function shown(file: string, cwd: string): string {
  // Most files lie below the working folder, and then no path has to be worked out.
  const below = slashed(cwd);
  if (file.startsWith(`${below}/`)) return file.slice(below.length + 1);
  return slashed(relative(cwd, file)) || ".";
}

/** Rounded up, so that what is over a limit reads as over it. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes * 10) / (1024 * 1024)) / 10).toFixed(1);
}

/** Puts a text back where it was read from. Gives the reason when that cannot be done. */
export function writeInput(
  { path, file, folder }: Input,
  text: string,
  bom: boolean,
): string | undefined {
  try {
    writeOwnFile(file, (bom ? "\ufeff" : "") + text, folder);
    return undefined;
  } catch (error) {
    return writeReasonOf(error, path);
  }
}
