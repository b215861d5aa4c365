import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import {
  type AnyLanguage,
  hostLanguages,
  hostOfPath,
  languageOfPath,
  languages,
  mostPlanBytes,
  refusalByStart,
  startsLikePlan,
} from "../languages.ts";
import { type GlobBelow, globMatcher, splitGlob } from "../text/glob.ts";
import { alternatives } from "../text/wording.ts";
import { baseFor, requireInside } from "../workspace/files/contained-paths.ts";
import { reasonOf, refused, writeReasonOf } from "../workspace/files/file-errors.ts";
import { statOrError } from "../workspace/files/file-status.ts";
import { findFiles } from "../workspace/files/find-files.ts";
import { removeLeftovers } from "../workspace/files/leftovers.ts";
import {
  mostBytes,
  openFoundFile,
  stateFolderAbove,
  writeOwnFile,
} from "../workspace/files/own-files.ts";
import { withForwardSlashes } from "../workspace/files/paths.ts";
import { configName } from "../workspace/workspace.ts";
import { type Io, UsageError } from "./io.ts";

/** A file to process. `path` is for display: relative to the working folder, with `/`. */
export interface Input {
  readonly path: string;
  /** Absolute, with `/`. */
  readonly file: string;
  readonly language: AnyLanguage;
  /** The folder being processed; links must not lead out of it. */
  readonly folder: string;
  /** A host file (with embedded filters or rules) found in a folder, not named by the user. */
  readonly isFoundHost?: true;
  /** Named by the user, not found in a folder. */
  readonly isNamed?: true;
  /** It may use a file of the run, which is not known before it is analyzed. */
  readonly mayUse?: true | undefined;
  /** Read instead of the file. */
  readonly stagedText?: string | undefined;
}

/** A path that cannot be processed. */
export interface BadInput {
  readonly path: string;
  readonly language: AnyLanguage | undefined;
  readonly error: string;
  readonly isNamed?: true;
  /** Set for a file of an unknown type, which others may read. Absolute, with `/`. */
  readonly file?: string;
  /** No error if nothing reads it. */
  readonly isFound?: true;
  readonly mayUse?: never;
}

/** Accepted file types besides our languages. */
export interface Accepted {
  /** Files with fixed names, such as `weir.json`. */
  readonly named?: readonly AnyLanguage[];
  /** Files with embedded filters or rules. */
  readonly hosts?: boolean;
  /** Of a command that takes no such files: its name, and what to run instead on `PATH`. */
  readonly command?: string;
  readonly instead?: string;
}

/** For commands that push: files of other tools are pushed by these. */
export function pushedElsewhere(command: string): Accepted {
  const instead =
    "Its own tool applies it. Run 'weir check PATH' to check the rules and filters in it.";
  return { command, instead };
}

/** The files of the arguments, without duplicates, in the order of the arguments. */
export function findInputs(
  paths: readonly string[],
  io: Io,
  also: Accepted = {},
): (Input | BadInput)[] {
  // A single path has no duplicates.
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

/** The text of a file without its byte order mark, or an error. */
export function readInput({
  file,
  folder,
  stagedText,
}: Pick<Input, "file" | "folder" | "stagedText">):
  | { text: string; bom: boolean }
  | { error: string } {
  if (stagedText !== undefined) return withoutBom(stagedText);
  let descriptor: number | undefined;
  try {
    descriptor = openFoundFile(file, folder);
    const bytes = readWhole(descriptor) ?? readPlan(descriptor);
    if (bytes) return decode(bytes);
    return {
      error: `The file is ${megabytes(fstatSync(descriptor).size)} MB; the limit is ${megabytes(limitOf(buffer))} MB.`,
    };
  } catch (error) {
    return { error: reasonOf(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether a file that was found and cannot be read is none of ours: its bytes have none of our words. */
export function isForeign({ file, isFoundHost }: Input): boolean {
  if (!isFoundHost) return false;
  try {
    return !ourWords.test(readFileSync(file).toString("latin1").replaceAll("\0", ""));
  } catch {
    return false;
  }
}

const ourWords = /cloudflare_|\b(?:expression|destination_conf|cfrule|lpfilter|lpjob)\b|"where"/;

/** Reused for all files, because most are small. */
let buffer = Buffer.allocUnsafe(64 * 1024);

/** Undefined for a file over the limit. Reading to the end is faster than asking for the size first. */
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

/** A plan may be larger. `buffer` has its start. */
function readPlan(descriptor: number): Buffer | undefined {
  const { size } = fstatSync(descriptor);
  if (size > limitOf(buffer)) return undefined;
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read)
    read = readSync(descriptor, bytes, length, size - length, length);
  return bytes.subarray(0, length);
}

/** By the start of a text. */
function limitOf(bytes: Buffer): number {
  return startsLikePlan(startOf(bytes)) ? mostPlanBytes : mostBytes;
}

const headBytes = 2000;

/** The first characters of a file, in UTF-8 or UTF-16. */
function startOf(bytes: Buffer): string {
  const head = bytes.subarray(0, headBytes);
  return new TextDecoder(encodingOf(head)).decode(head);
}

function encodingOf(bytes: Buffer): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

export async function readStdin(stdin: Readable): Promise<{ text: string } | { error: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    chunks.push(bytes);
    if (size <= mostBytes) continue;
    const most = limitOf(Buffer.concat(chunks.slice(0, 100), headBytes));
    if (size > most) return { error: `Standard input exceeds the limit of ${megabytes(most)} MB.` };
  }
  return decode(Buffer.concat(chunks));
}

/** The language of standard input, by `--stdin-filename`. */
export function stdinLanguage(filename: string | undefined, also: Accepted = {}): AnyLanguage {
  if (filename === undefined) {
    throw new UsageError(
      `Standard input has no name. Add '--stdin-filename NAME' with a name that ends in ${extensions}.`,
    );
  }
  const language = languageIn(`/${withForwardSlashes(filename)}`, also);
  if (!language)
    throw new UsageError(
      refusalOfType(filename, also) ?? `Unknown file type '${filename}'. ${expected(also)}`,
    );
  return language;
}

const extensions = alternatives(languages.flatMap((it) => it.extensions));

/** Hosts have many extensions, so they are listed by name. */
function expected({ hosts }: Accepted): string {
  if (!hosts) return `Expected ${extensions}.`;
  const names = [...new Set(hostLanguages.map((it) => it.title.replace(/ file$/, "")))];
  return `Expected ${extensions}, or a ${names.slice(0, -1).join(", ")} or ${names.at(-1)} file.`;
}

function languageIn(file: string, { named = [], hosts }: Accepted): AnyLanguage | undefined {
  return (
    languageOfPath(file) ??
    named.find((it) => it.extensions.some((end) => file.endsWith(end))) ??
    (hosts ? hostOfPath(file) : undefined)
  );
}

function expand(path: string, cwd: string, also: Accepted): (Input | BadInput)[] {
  const file = withForwardSlashes(resolve(cwd, path));
  const found = statOrError(file);
  if (found && "error" in found)
    return [
      { path: shown(file, cwd), language: languageOfPath(file), error: found.error, isNamed },
    ];
  if (!found && path === "-") return [{ path, language: undefined, error: notStdin, isNamed }];
  const glob = found ? undefined : splitGlob(withForwardSlashes(path));
  if (glob) return matching(path, glob, cwd, also);
  const base = baseFor(file, withForwardSlashes(cwd));
  const refusal = found && refusalOf(file, base);
  if (refusal !== undefined)
    return [{ path: shown(file, cwd), language: languageOfPath(file), error: refusal, isNamed }];
  if (found?.isDirectory()) return inFolder(file, cwd, also, () => true);
  return [{ ...named(file, cwd, found, base, also), isNamed }];
}

const isNamed = true as const;

/** Commands that read standard input do so before they look for files. */
const notStdin = "Standard input cannot be read here. Use the name of a file.";

/** The user may not know that a path is a link, because shells expand globs. */
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
  return findFiles(folder, (it) => isOurs(it) && wanted(it)).flatMap((found) => {
    const { path: file } = found;
    const path = shown(file, cwd);
    if ("error" in found) return { path, language: undefined, error: found.error };
    const own = languageOfPath(file);
    if (own) return { path, file, language: own, folder };
    const language = hostOfPath(file);
    return language ? { path, file, language, folder, isFoundHost: true } : [];
  });
}

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
  // Reading a pipe or a device might never end.
  if (!found.isFile()) return { path, language, error: reasonOf({ code: refused.notPlain }) };
  if (language) return { path, file, language, folder };
  const refusal = also.hosts ? refusalByStart(path, firstCharacters(file)) : undefined;
  if (refusal !== undefined) return { path, language, error: refusal };
  return {
    path,
    language,
    file,
    error: refusalOfType(path, also) ?? `Unknown file type. ${expected(also)}`,
  };
}

/** A file type that only other commands take. */
function refusalOfType(path: string, { command, instead }: Accepted): string | undefined {
  const host = hostOfPath(path);
  if (!host || command === undefined || instead === undefined) return undefined;
  if (basename(path) === configName)
    return `'weir ${command}' does not take ${configName}. Run 'weir check ${path}' to check it.`;
  return `'weir ${command}' does not take a ${host.title}. ${instead.replaceAll("PATH", path)}`;
}

/** The first characters of a file that is of no known type; none if it cannot be read. */
function firstCharacters(file: string): string {
  const head = Buffer.alloc(4);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    return head.toString("latin1", 0, readSync(descriptor, head));
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function matching(
  path: string,
  { base, glob }: GlobBelow,
  cwd: string,
  also: Accepted,
): (Input | BadInput)[] {
  const folder = withForwardSlashes(resolve(cwd, base || "."));
  // Matched relative to the folder, whose path may contain glob characters.
  const matches = globMatcher(glob);
  const below = folder.endsWith("/") ? folder.length : folder.length + 1;
  const exists = statOrError(folder) !== undefined;
  const refusal = exists ? refusalOf(folder, baseFor(folder, withForwardSlashes(cwd))) : undefined;
  if (refusal !== undefined) return [{ path, language: undefined, error: refusal, isNamed }];
  const found = exists ? inFolder(folder, cwd, also, (it) => matches(it.slice(below))) : [];
  if (found.length > 0) return found;
  return [{ path, language: undefined, error: "No matching files.", isNamed }];
}

function decode(bytes: Buffer): { text: string; bom: boolean } | { error: string } {
  if (!isUtf8(bytes)) {
    const encoding = encodingOf(bytes);
    if (encoding === "utf-8") return { error: "The file is not valid UTF-8." };
    // PowerShell writes the output of programs so. A plan is only read.
    if (startsLikePlan(startOf(bytes)))
      return { text: new TextDecoder(encoding).decode(bytes), bom: true };
    return { error: "The file is UTF-16. Save it as UTF-8." };
  }
  return withoutBom(bytes.toString("utf8"));
}

function withoutBom(text: string): { text: string; bom: boolean } {
  const bom = text.charCodeAt(0) === 0xfeff;
  return { text: bom ? text.slice(1) : text, bom };
}

function shown(file: string, cwd: string): string {
  // Fast path: most files are below the working folder.
  const below = withForwardSlashes(cwd);
  if (file.startsWith(below) && file[below.length] === "/") return file.slice(below.length + 1);
  return withForwardSlashes(relative(cwd, file)) || ".";
}

/** Rounded up, so that a size over the limit is shown as over it. */
function megabytes(bytes: number): string {
  return `${Math.ceil((bytes * 10) / (1024 * 1024)) / 10}`;
}

/** Deletes what interrupted runs left beside the files. For commands that write. */
export function tidyBeside(inputs: readonly (Input | BadInput)[]): void {
  const folders = new Set(inputs.flatMap((it) => (isBad(it) ? [] : [dirname(it.file)])));
  for (const it of folders) removeLeftovers(it);
}

/** Writes a text back to its file. Returns an error message on failure. */
export function writeInput(
  { path, file, folder }: Input,
  text: string,
  bom: boolean,
): string | undefined {
  try {
    const aside = stateFolderAbove(file);
    writeOwnFile(file, (bom ? "\ufeff" : "") + text, folder, { aside });
    return undefined;
  } catch (error) {
    return writeReasonOf(error, path);
  }
}
