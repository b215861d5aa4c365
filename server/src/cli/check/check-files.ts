import { resolve } from "node:path";
import { reportedDiagnostics } from "../../core/host-syntax.ts";
import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  isTraceTest,
} from "../../languages.ts";
import { configLanguage } from "../../workspace/config-language.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { TerraformFindings } from "../../workspace/terraform-findings.ts";
import {
  type Accepted,
  type BadInput,
  findInputs,
  type Input,
  isBad,
  isForeign,
  readInput,
  readStdin,
  stdinLanguage,
  tidyBeside,
} from "../inputs.ts";
import type { Io } from "../io.ts";
import { Progress } from "../progress.ts";
import type { FileReport } from "../report.ts";
import type { Selection } from "../selection.ts";
import type { Settings } from "../settings.ts";
import { TraceTests } from "../trace/tests.ts";
import { type Fixing, fixedText, fixesOf, writeFixes } from "./fixes.ts";
import { notCheckedParts, withFindings } from "./terraform-reports.ts";

export interface Checked {
  readonly reports: readonly FileReport[];
  /** Files that were named, but contain nothing to check. */
  readonly empty: readonly string[];
  /** Files that were checked themselves, not only through others. */
  readonly checked: readonly string[];
  /** Files that `--fix` would change as they are staged. */
  readonly toStage: readonly string[];
}

/** Checks standard input. */
export async function stdinReport(
  io: Io,
  settings: Settings,
  filename: string | undefined,
): Promise<Checked> {
  const language = stdinLanguage(filename, accepted);
  const path = filename ?? "-";
  const read = await readStdin(io.stdin);
  // It is not the file, so nothing is known about that.
  const none = { empty: [], checked: [], toStage: [] };
  if ("error" in read) return { ...none, reports: [unreadable(path, language, read.error)] };
  const file = resolve(io.cwd, path);
  const elsewhere = new TerraformFindings();
  const report = reportOf(path, language, read.text, file, settings, elsewhere);
  if (!report) return { ...none, reports: [], empty: [path] };
  return { ...none, reports: withFindings([report], elsewhere, io.cwd, settings) };
}

const accepted: Accepted = { named: [configLanguage], hosts: true };

/** The files to check. Jobs and rules of the others are known too. */
export function inputsToCheck(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  selection: Selection,
): readonly (Input | BadInput)[] {
  const found = findInputs(paths, io, accepted);
  settings.know(found, paths);
  const selected = selection.select(found, settings);
  settings.willCheck(selected);
  return selected;
}

function textToCheck(input: Input, settings: Settings, isUnchanged: boolean) {
  const isOnDisk = isUnchanged && input.stagedText === undefined;
  return (isOnDisk ? settings.readBefore(input.file) : undefined) ?? readInput(input);
}

/** Checks files, after fixing them. */
export function fileReports(
  inputs: readonly (Input | BadInput)[],
  io: Io,
  settings: Settings,
  fix: Fixing,
): Checked {
  const reports: FileReport[] = [];
  const empty: string[] = [];
  const checked: string[] = [];
  const elsewhere = new TerraformFindings();
  const progress = new Progress(io);
  if (fix) tidyBeside(inputs);
  const toStage = fix ? stagedToFix(inputs, settings, fix) : [];
  // Fix all files before reporting, because a diagnostic may refer to positions in other files. What is staged is only reported.
  const fixes = new Map(fix ? fixesOf(inputs.map(onDisk), settings, fix, progress) : []);
  const errors = writeFixes(fixes);
  const check = (input: Input) => {
    const { path, file, language } = input;
    const isChanged = fixes.delete(file);
    const error = errors.get(file);
    const read = error === undefined ? textToCheck(input, settings, !fix) : { error };
    if ("error" in read) {
      if (error !== undefined || !isForeign(input))
        reports.push(unreadable(path, language, read.error));
      return;
    }
    const found = reportOf(path, language, read.text, file, settings, elsewhere);
    if (found?.error === undefined) checked.push(path);
    const report = withoutRefusal(input, found);
    if (report) reports.push(isChanged ? { ...report, fixed: true } : report);
    else if (isChanged) reports.push(fixedReport(path, language.id));
    else if (!input.isFoundHost) empty.push(path);
  };
  for (const input of inputs) {
    if (!fix) progress.step();
    if (isBad(input)) reports.push(unreadable(input.path, input.language, input.error));
    else check(input);
  }
  // Files that were fixed, because others use their texts.
  for (const [file, { input }] of fixes) {
    const error = errors.get(file);
    const report = fixedReport(input.path, input.language.id);
    reports.push(error === undefined ? report : unreadable(input.path, input.language, error));
    if (isStaged(inputs)) toStage.push(input.path);
  }
  progress.clear();
  return {
    reports: withFindings(reports, elsewhere, io.cwd, settings),
    empty,
    checked,
    toStage,
  };
}

function onDisk(input: Input | BadInput): Input | BadInput {
  return isBad(input) ? input : { ...input, stagedText: undefined };
}

function isStaged(inputs: readonly (Input | BadInput)[]): boolean {
  return inputs.some((it) => !isBad(it) && it.stagedText !== undefined);
}

function stagedToFix(
  inputs: readonly (Input | BadInput)[],
  settings: Settings,
  fix: Fixing,
): string[] {
  if (!isStaged(inputs)) return [];
  return inputs.filter((it) => fixedText(it, settings, fix) !== undefined).map((it) => it.path);
}

/** A file whose only texts are used by others. */
function fixedReport(path: string, language: string): FileReport {
  return { path, language, text: "", diagnostics: [], fixed: true };
}

/** A file of another kind that was found, and not named, is no error. */
function withoutRefusal(
  { isFoundHost }: Input,
  report: FileReport | undefined,
): FileReport | undefined {
  if (!isFoundHost || report?.error === undefined) return report;
  const { error: reason, ...rest } = report;
  const start = { line: 0, character: 0 };
  return { ...rest, notChecked: [{ range: { start, end: start }, reason, kind: "text" }] };
}

function reportOf(
  path: string,
  language: AnyLanguage,
  text: string,
  file: string,
  settings: Settings,
  elsewhere: TerraformFindings,
): FileReport | undefined {
  if (language.mayHaveTexts?.(text) === false) {
    settings.reportConfig(withForwardSlashes(file));
    return undefined;
  }
  const isConfig = language === configLanguage;
  const context = isConfig ? defaultContext : contextFor(file, text, settings);
  const analysis = language.analyze(text, context);
  // Host files without embedded filters or rules are not listed.
  const refusal = analysis.refusal?.();
  if (refusal !== undefined) return unreadable(path, language, refusal);
  const unchecked = analysis.notChecked?.() ?? [];
  const diagnostics = reportedDiagnostics(analysis, context.severity);
  const isEmpty = analysis.regions?.().length === 0 && unchecked.length === 0;
  if (isEmpty && diagnostics.length === 0) return undefined;
  const others = analysis.elsewhere?.();
  if (others) elsewhere.add(withForwardSlashes(file), others);
  const notChecked = unchecked.length > 0 ? notCheckedParts(unchecked, text) : undefined;
  const found = diagnostics.map((it) => settings.withShownPaths(settings.withSource(it, file)));
  const id = isConfig ? "json" : language.id;
  // The text of a clean file is not needed; keeping thousands would waste memory.
  const shown = found.length > 0 ? text : "";
  return {
    ...{ path, language: id, text: shown, diagnostics: found },
    ...(notChecked && { notChecked }),
  };
}

/** Tests of a whole configuration name its rules. */
function contextFor(file: string, text: string, settings: Settings): FileContext {
  const context = settings.contextFor(file);
  if (!isTraceTest(file)) return context;
  return { ...context, rulesOfTests: () => new TraceTests(settings.io).rulesFor(file, text) };
}

function unreadable(path: string, language: AnyLanguage | undefined, error: string): FileReport {
  return { path, language: language?.id ?? "", text: "", diagnostics: [], error };
}
