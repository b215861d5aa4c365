import { printable, printableJson } from "../../text/printable.ts";
import { thousands } from "../../text/wording.ts";
import type { TryAnswer } from "../../try/answer.ts";
import type { Subject } from "../../try/subject.ts";
import { leftOutText } from "../../try/try.ts";
import type { ResolvedTry } from "../../try/try-request.ts";
import { exit, type Io } from "../io.ts";
import { paintFor } from "../render/paint.ts";
import { renderTry } from "../render/try.ts";
import { notJudged, type ShareLimits, unknownFields, violations } from "./guards.ts";
import type { FoundSubject } from "./subjects.ts";

export interface Output {
  readonly found: readonly FoundSubject[];
  readonly format: "pretty" | "json";
  readonly limits: ShareLimits;
  /** Not for an engine, which knows its columns. */
  readonly texts?: ResolvedTry["texts"];
}

/** Writes the results and returns the exit code. */
export function report(
  given: TryAnswer,
  { found, format, limits, texts = [] }: Output,
  write: (text: string) => void,
  io: Io,
): number {
  const results = [...given.results, ...found.flatMap(unreadableResult)];
  const full: TryAnswer = { ...given, results };
  tellProblems(full, io);
  write(format === "json" ? `${printableJson(full)}\n` : renderTry(full, paintFor(io.color)));
  const outside = violations(full, limits);
  const unknown = unknownFields(given, texts);
  for (const it of [...notJudged(full, limits), ...outside, ...unknown]) io.err(`weir: ${it}\n`);
  if (unknown.length > 0 || !found.every(isSubject)) return exit.couldNotRun;
  return statusOf(full, outside.length > 0);
}

export function isSubject(it: FoundSubject): it is Subject {
  return !("error" in it);
}

function unreadableResult(it: FoundSubject): TryAnswer["results"][number][] {
  if (isSubject(it)) return [];
  return [{ path: it.path, language: it.language?.id ?? "", error: it.error }];
}

/** More are usually for one reason; the JSON has all of them. */
const mostErrors = 20;

function tellProblems({ logs }: TryAnswer, io: Io): void {
  const { errors = [], notes = [], unreadableLines = [], unreadable, leftOut } = logs;
  for (const { path, message } of [...errors.slice(0, mostErrors), ...notes])
    io.err(`weir: ${printable(`${path}: ${message}`)}\n`);
  if (errors.length > mostErrors)
    io.err(`weir: … and ${thousands(errors.length - mostErrors)} more logs could not be read\n`);
  if (leftOut) io.err(`weir: ${printable(leftOutText(leftOut.files, leftOut.first))}\n`);
  for (const { path, line, message } of unreadableLines)
    io.err(`${printable(`${path}:${line}: ${message}`)}\n`);
  const more = unreadable - unreadableLines.length;
  if (more > 0) io.err(`… and ${more} more unreadable lines\n`);
}

function statusOf({ logs, results }: TryAnswer, isOutside: boolean): number {
  if (logs.errors !== undefined) return exit.couldNotRun;
  return isOutside || results.some((it) => it.error !== undefined) ? exit.found : exit.fine;
}
