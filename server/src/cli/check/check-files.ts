import { resolve } from "node:path";
import { reportedDiagnostics } from "../../core/host-syntax.ts";
import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  isTraceTest,
} from "../../languages.ts";
import { appliedOf } from "../../library/diagnostic.ts";
import { configLanguage } from "../../workspace/config-language.ts";
import type { StagedFiles } from "../../workspace/files/git-files.ts";
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
import { type FixedFile, type Fixing, fixedText, fixesOf, writeFixes } from "./fixes.ts";
import { notCheckedParts, withFindings } from "./terraform-reports.ts";

export interface Checked {
  readonly reports: readonly FileReport[];
  /** Files that were named, but contain nothing to check. */
  readonly empty: readonly string[];
  /** Files that were checked themselves, not only through others. */
  readonly checked: readonly string[];
  /** Files that `--fix` would change as they are staged. */
  readonly toStage: readonly string[];
  /** The paths of other files that decide what is found. */
  readonly reads: ReadonlySet<string>;
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
  const none = { empty: [], checked: [], toStage: [], reads: new Set<string>() };
  if ("error" in read) return { ...none, reports: [unreadable(path, language, read.error)] };
  const file = resolve(io.cwd, path);
  const elsewhere = new TerraformFindings();
  const report = reportOf({ path, file, language }, read.text, settings, elsewhere);
  if (!report || report === notUser) return { ...none, reports: [], empty: [path] };
  return { ...none, reports: withFindings([report], elsewhere, io.cwd, settings) };
}

const accepted: Accepted = { named: [configLanguage], hosts: true };

/** The files to check. */
export interface ToCheck {
  readonly inputs: readonly (Input | BadInput)[];
  /** The files that are checked through others, too: the named or the staged files. */
  readonly used: ReadonlySet<string>;
  /** The used files that are of no type of ours. */
  readonly data: readonly BadInput[];
  readonly staged: StagedFiles | undefined;
}

/** The files to check. Jobs and rules of the others are known too. */
export function filesToCheck(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  selection: Selection,
): ToCheck {
  const { staged } = selection;
  const found = findInputs(paths, io, accepted);
  settings.know(found, paths);
  settings.useStaged(staged);
  const selected = selection.select(found, settings);
  const named = selected.flatMap((it) => (it.isNamed && it.file !== undefined ? [it.file] : []));
  const used = staged?.changed ?? new Set(named);
  const known = new Set(selected.map((it) => it.file));
  const among = found.flatMap((it) => (isBad(it) ? [] : [it.file]));
  const users = settings.mayUse([...used], staged && among).filter((it) => !known.has(it));
  // It is no longer known which files used a deleted file.
  const didUse = new Set(settings.mayUse(staged?.deleted ?? [], among));
  const more = selection
    .selectUsers(
      users.flatMap((it) => findInputs([it], io, accepted)),
      settings,
    )
    .map((it) => (didUse.has(it.file) ? { ...it, mayUse: undefined } : it));
  // Whether one of the users reads them is not known before these are analyzed.
  const isData = (it: Input | BadInput): it is BadInput =>
    isBad(it) && it.file !== undefined && (it.isFound === true || users.length > 0);
  const inputs = [...selected.filter((it) => !isData(it)), ...more];
  settings.willCheck(inputs);
  return { inputs, used, data: selected.filter(isData), staged };
}

function textToCheck(input: Input, settings: Settings, isUnchanged: boolean) {
  const isOnDisk = isUnchanged && input.stagedText === undefined;
  return (isOnDisk ? settings.readBefore(input.file) : undefined) ?? readInput(input);
}

/** Checks files, after fixing them. */
export function fileReports(
  { inputs, used, data, staged }: ToCheck,
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
  const toStage = fix && staged ? fixable(inputs, settings, fix) : [];
  // Fix all files before reporting, because a diagnostic may refer to positions in other files. Problems of staged content
  // are only reported.
  if (fix) settings.useStaged();
  const fixes = new Map(
    fix ? fixesOf({ inputs: inputs.map(onDisk), used }, settings, fix, progress) : [],
  );
  const errors = writeFixes(fixes);
  if (fix) settings.useStaged(staged);
  const check = (input: Input) => {
    const { path, file, language } = input;
    const changed = fixes.get(file);
    fixes.delete(file);
    const error = errors.get(file);
    const read = error === undefined ? textToCheck(input, settings, !fix) : { error };
    if ("error" in read) {
      if (error !== undefined || !isForeign(input))
        reports.push(unreadable(path, language, read.error));
      return;
    }
    const found = reportOf(input, read.text, settings, elsewhere, used);
    if (found !== notUser && found?.error === undefined) checked.push(path);
    const report = found === notUser ? undefined : withoutRefusal(input, found);
    if (report) reports.push(changed ? { ...report, applied: appliedIn(changed) } : report);
    else if (changed) reports.push(fixedReport(changed));
    else if (!input.isFoundHost) empty.push(path);
  };
  for (const input of inputs) {
    if (!fix) progress.step();
    if (isBad(input)) reports.push(unreadable(input.path, input.language, input.error));
    else check(input);
  }
  // Files that were fixed, because others use their texts.
  for (const [file, fixed] of fixes) {
    const { input } = fixed;
    const error = errors.get(file);
    const report = fixedReport(fixed);
    reports.push(error === undefined ? report : unreadable(input.path, input.language, error));
    if (staged) toStage.push(input.path);
  }
  progress.clear();
  const { reads } = elsewhere;
  const isUsed = (it: string) => reads.has(withForwardSlashes(resolve(io.cwd, it)));
  for (const { path, isFound } of data) if (!isFound) empty.push(path);
  return {
    reports: withFindings(reports, elsewhere, io.cwd, settings),
    empty: empty.filter((it) => !isUsed(it)),
    checked,
    toStage,
    reads,
  };
}

function onDisk(input: Input | BadInput): Input | BadInput {
  return isBad(input) ? input : { ...input, stagedText: undefined };
}

function fixable(inputs: readonly (Input | BadInput)[], settings: Settings, fix: Fixing): string[] {
  return inputs.filter((it) => fixedText(it, settings, fix) !== undefined).map((it) => it.path);
}

/** A file whose only texts are used by others. */
function fixedReport(fixed: FixedFile): FileReport {
  const { path, language } = fixed.input;
  return { path, language: language.id, text: "", diagnostics: [], applied: appliedIn(fixed) };
}

function appliedIn({ applied, before }: FixedFile) {
  return appliedOf(applied, before);
}

/** A file of another kind that was found, and not named, is no error. */
function withoutRefusal(
  { isFoundHost }: Input,
  report: FileReport | undefined,
): FileReport | undefined {
  if (!isFoundHost || report?.error === undefined) return report;
  const { error: detail, ...rest } = report;
  const reason = "not-supported";
  const start = { line: 0, character: 0 };
  return { ...rest, notChecked: [{ range: { start, end: start }, reason, detail, kind: "text" }] };
}

/** Of a file that turns out to use none of the others. */
const notUser = Symbol("not a user");

function reportOf(
  { path, file, language, mayUse }: Omit<Input, "folder">,
  text: string,
  settings: Settings,
  elsewhere: TerraformFindings,
  used: ReadonlySet<string> = new Set(),
): FileReport | typeof notUser | undefined {
  if (language.mayHaveTexts?.(text) === false) {
    settings.reportConfig(withForwardSlashes(file));
    return undefined;
  }
  const isConfig = language === configLanguage;
  const context = isConfig ? defaultContext : contextFor(file, text, settings);
  const analysis = language.analyze(text, context);
  const others = analysis.elsewhere?.();
  if (mayUse && ![...used].some((it) => others?.reads.has(it))) return notUser;
  // Host files without embedded filters or rules are not listed.
  const refusal = analysis.refusal?.();
  if (refusal !== undefined) return unreadable(path, language, refusal);
  const unchecked = analysis.notChecked?.() ?? [];
  const diagnostics = reportedDiagnostics(analysis, context.severity);
  const isEmpty = analysis.regions?.().length === 0 && unchecked.length === 0;
  if (isEmpty && diagnostics.length === 0) return undefined;
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
