import { dirname } from "node:path/posix";
import { languageOfPath } from "../../../languages.ts";
import type { Result, Undo } from "../../../push/plan/plan.ts";
import { inPushOrder } from "../../../push/plan/plan.ts";
import { canceled } from "../../../push/result.ts";
import type { Session } from "../../../push/session/session.ts";
import type { SessionFile } from "../../../push/session/sessions.ts";
import { isFolder } from "../../../workspace/files/file-status.ts";
import { pathOf, uriBelow } from "../../files/disk.ts";
import type { FileResult, FileResults, Refusal } from "../../protocol.ts";
import { unsavedMessage } from "./open-files.ts";
import { Refused, refuse } from "./refused.ts";
import { type PromptOptions, type Running, readOnly } from "./running.ts";

/** A file that a command applies to. */
export interface TargetFile {
  readonly uri: string;
  /** Absolute, with `/`. */
  readonly path: string;
}

/** The files and folders that the arguments name. */
export function targetFiles({ args, editor, options }: Running): TargetFile[] {
  const uris = [...new Set([...(args.uris ?? []), ...(args.uri === undefined ? [] : [args.uri])])];
  if (uris.length === 0) {
    const open = editor.documents.keys().filter((it) => languageOfPath(it));
    const example = open.length === 1 ? open[0] : "file:///…";
    refuse(`'${options.name}' needs a file. Pass { "uri": "${example}" }.`);
  }
  return uris.map((uri) => ({ uri, path: pathOf(uri) ?? refuse(notAFile(uri)) }));
}

function notAFile(uri: string): string {
  if (uri.startsWith("untitled:")) return "The file was never saved. Save it first.";
  return `'${uri}' is not a local file. Pass a URI such as 'file:///…'.`;
}

/** The only file or folder that the arguments name. */
export function targetFile(running: Running): TargetFile {
  const [file, ...more] = targetFiles(running);
  if (file && more.length === 0) return file;
  return refuse(`'${running.options.name}' needs exactly one file.`);
}

/** Refuses folders and other file types. */
export function requireOurs(targets: readonly TargetFile[]): void {
  for (const { path } of targets) {
    if (isFolder(path)) refuse(`'${path}' is a folder. Pass the files in it.`);
    if (!languageOfPath(path)) refuse(`'${path}' is not a file type that can be pushed.`);
  }
}

export interface FileCommand extends PromptOptions {
  /** Overrides the profile of the arguments. */
  readonly profile?: string;
  readonly targets?: readonly TargetFile[];
  /** Sorts the files. */
  inOrder?(files: readonly Opened[]): Promise<readonly Opened[]>;
  /** `all` are the files of the command that have a session, in their order. */
  handle(
    path: string,
    session: Session,
    file: TargetFile,
    all: readonly SessionFile[],
  ): Promise<Handled>;
}

/** A result with its undo ID. */
export type Handled = Omit<Result, "undo"> & { readonly undo?: string | Undo };

export type Opened = TargetFile & { readonly work: SessionFile | Refusal };

/** Runs the work for each file in sequence. A failure does not stop the others. */
export async function eachFile(running: Running, command: FileCommand): Promise<FileResults> {
  const targets = command.targets ?? targetFiles(running);
  requireOurs(targets);
  const opened = await open(running, targets, command);
  const refusal = refusedAltogether(opened, running);
  if (refusal) throw new Refused(refusal);
  const results: FileResult[] = [];
  const ordered = inPushOrder((await command.inOrder?.(opened)) ?? opened);
  const all = ordered.flatMap(({ work }) => ("refusal" in work ? [] : [work]));
  for (const [i, it] of ordered.entries()) {
    if (opened.length > 1)
      running.options.progress.report(`${i + 1} of ${opened.length}: ${it.path}`);
    results.push({ uri: it.uri, ...(await run(it, running, command, all)) });
  }
  return { version: 1, results };
}

/** Requests all credentials before anything is sent. */
async function open(
  running: Running,
  targets: readonly TargetFile[],
  command: FileCommand,
): Promise<Opened[]> {
  const sessionFor = running.sessions(command, command.profile);
  const opened: Opened[] = [];
  for (const it of targets) {
    const isUnsaved = command.texts === "saved" && running.open.isUnsaved(it.path);
    const work = isUnsaved
      ? { refusal: unsavedMessage(nameOf(it.path)) }
      : await sessionFor(it.path);
    opened.push({ ...it, work });
  }
  return opened;
}

/** Why no file is processed: the command was canceled, a sign-in is missing, or every file is refused. */
function refusedAltogether(opened: readonly Opened[], running: Running): Refusal | undefined {
  if (running.isCanceled) return { refusal: canceled };
  const refused = opened.flatMap(({ work }) => ("refusal" in work ? [work] : []));
  const toSignIn = refused.find((it) => it.signInTo !== undefined);
  return toSignIn ?? (refused.length === opened.length ? refused[0] : undefined);
}

async function run(
  { uri, path, work }: Opened,
  running: Running,
  command: FileCommand,
  all: readonly SessionFile[],
): Promise<Omit<FileResult, "uri">> {
  const profile = command.profile ?? running.profile ?? "";
  if ("refusal" in work) return failed(path, profile, work.refusal);
  const { busy } = running.options;
  if (running.isCanceled) return { ...failed(work.path, profile, canceled), outcome: "skipped" };
  if (busy.has(path))
    return failed(work.path, profile, "A push or pull of this file is already running.");
  busy.add(path);
  try {
    const result = await command.handle(work.path, work.session, { uri, path }, all);
    return shownResult(result, work.session, running);
  } finally {
    busy.delete(path);
  }
}

/** A result as sent to the client. */
export function shownResult(
  { refused: _refused, reasons: _reasons, plan, undo, push, ...result }: Handled,
  { lock }: Pick<Session, "lock">,
  running: Running,
): Omit<FileResult, "uri"> {
  const text = running.shown.get(result.path);
  return {
    ...result,
    ...(typeof undo === "string" ? { undo } : undefined),
    ...(push === undefined ? undefined : { push: uriBelow(dirname(lock.path), push) }),
    ...(plan && { planned: running.hide(plan.title) }),
    ...(plan?.overwrites && { overwrites: plan.overwrites.reason }),
    ...(text === undefined ? undefined : { text }),
  };
}

function failed(path: string, profile: string, message: string): Omit<FileResult, "uri"> {
  return { path, profile, outcome: "failed", ids: {}, message };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The session of the one file, folder or `weir.json` of a command. */
export async function openOne(
  running: Running,
  prompt: PromptOptions = readOnly,
): Promise<SessionFile> {
  const { path } = targetFile(running);
  const work = await running.sessions(prompt)(isFolder(path) ? `${path}/.` : path);
  if (running.isCanceled) refuse(canceled);
  if ("refusal" in work) throw new Refused(work);
  return work;
}
