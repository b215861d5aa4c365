import { relative, resolve } from "node:path";
import { fixAll } from "../../core/fix-all.ts";
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
  readInput,
  readStdin,
  stdinLanguage,
  tidyBeside,
  writeInput,
} from "../inputs.ts";
import type { Io } from "../io.ts";
import { Progress } from "../progress.ts";
import type { FileReport } from "../report.ts";
import type { Selection } from "../selection.ts";
import type { Settings } from "../settings.ts";
import { TraceTests } from "../trace/tests.ts";
import { fixElsewhere } from "./fix-elsewhere.ts";
import { notCheckedParts, withFindings } from "./terraform-reports.ts";

export interface Checked {
  readonly reports: readonly FileReport[];
  /** Files that were named, but contain nothing to check. */
  readonly empty: readonly string[];
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
  if ("error" in read) return { reports: [unreadable(path, language, read.error)], empty: [] };
  const file = resolve(io.cwd, path);
  const elsewhere = new TerraformFindings();
  const report = reportOf(path, language, read.text, file, settings, elsewhere);
  if (!report) return { reports: [], empty: [path] };
  return { reports: withFindings([report], elsewhere, io.cwd, settings), empty: [] };
}

const accepted: Accepted = { named: [configLanguage], hosts: true };

/** The safe fixes to apply: those of errors and warnings, and with "style" those of hints and remarks too. */
export type Fixing = "safe" | "style" | undefined;

/** The files to check. Jobs and rules of the others are known too. */
export function inputsToCheck(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  selection: Selection,
): readonly (Input | BadInput)[] {
  const found = findInputs(paths, io, accepted);
  settings.know(
    found.flatMap((it) => (isBad(it) ? [] : [it.file])),
    (paths.length === 0 ? ["."] : paths).map((it) => withForwardSlashes(resolve(io.cwd, it))),
  );
  return selection.select(found, settings);
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
  const elsewhere = new TerraformFindings();
  const progress = new Progress(io);
  if (fix) tidyBeside(inputs);
  // Fix all files before reporting, because a diagnostic may refer to positions in other files.
  const fixed = fix ? fixFiles(inputs, settings, progress, fix) : [];
  const others = fix ? fixElsewhere(inputs, settings, io.cwd, fix === "style") : new Set<string>();
  if (others.size > 0) settings.forgetTexts();
  for (const [index, input] of inputs.entries()) {
    if (!fix) progress.step();
    if (isBad(input)) {
      reports.push(unreadable(input.path, input.language, input.error));
      continue;
    }
    const { path, file, language } = input;
    const { isFixed = false, error } = fixed[index] ?? {};
    const read = error === undefined ? readInput(input) : { error };
    if ("error" in read) {
      if (input.isFoundHost && error === undefined) continue;
      reports.push(unreadable(path, language, read.error));
      continue;
    }
    const found = reportOf(path, language, read.text, file, settings, elsewhere);
    const report = withoutRefusal(input, found);
    const isChanged = isFixed || others.delete(withForwardSlashes(file));
    if (report) reports.push(isChanged ? { ...report, fixed: true } : report);
    else if (isChanged) reports.push(fixedReport(path, language.id));
    else if (!input.isFoundHost) empty.push(path);
  }
  for (const it of others)
    reports.push(fixedReport(withForwardSlashes(relative(io.cwd, it)), "terraform"));
  progress.clear();
  return { reports: withFindings(reports, elsewhere, io.cwd, settings), empty };
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

interface Fixed {
  readonly isFixed?: boolean;
  /** The file could not be written. */
  readonly error?: string | undefined;
}

function fixFiles(
  inputs: readonly (Input | BadInput)[],
  settings: Settings,
  progress: Progress,
  fix: Fixing,
): readonly Fixed[] {
  const fixed = inputs.map((it) => {
    progress.step();
    return fixFile(it, settings, fix);
  });
  settings.forgetTexts();
  return fixed;
}

function fixFile(input: Input | BadInput, settings: Settings, fix: Fixing): Fixed {
  const { before, after, bom = false } = fixedText(input, settings, fix);
  if (isBad(input) || after === undefined || after === before) return {};
  return { isFixed: true, error: writeInput(input, after, bom) };
}

interface FixedText {
  readonly before?: string;
  readonly after?: string;
  readonly bom?: boolean;
  /** The file cannot be read. */
  readonly error?: string;
}

/** The text of a file before and after its safe fixes; without texts for a file that is not fixed. */
export function fixedText(input: Input | BadInput, settings: Settings, fix: Fixing): FixedText {
  if (isBad(input)) return { error: input.error };
  if (input.language === configLanguage) return {};
  const read = readInput(input);
  if ("error" in read) return input.isFoundHost ? {} : { error: read.error };
  const { text: before, bom } = read;
  const context = settings.contextFor(input.file);
  return {
    before,
    bom,
    after: fixAll(input.language, before, context, { style: fix === "style" }),
  };
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
  const analysis = language.analyse(text, context);
  // Host files without embedded filters or rules are not listed.
  const refusal = analysis.refusal?.();
  if (refusal !== undefined) return unreadable(path, language, refusal);
  const unchecked = analysis.notChecked?.() ?? [];
  if (analysis.regions?.().length === 0 && unchecked.length === 0) return undefined;
  const others = analysis.elsewhere?.();
  if (others) elsewhere.add(withForwardSlashes(file), others);
  const notChecked = unchecked.length > 0 ? notCheckedParts(unchecked, text) : undefined;
  const diagnostics = analysis
    .diagnostics()
    .map((it) => settings.withShownPaths(settings.withSource(it, file)));
  const id = isConfig ? "json" : language.id;
  // The text of a clean file is not needed; keeping thousands would waste memory.
  const shown = diagnostics.length > 0 ? text : "";
  return { path, language: id, text: shown, diagnostics, ...(notChecked && { notChecked }) };
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
