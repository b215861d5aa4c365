import { resolve } from "node:path";
import { fixAll } from "../../core/fix-all.ts";
import { type AnyLanguage, defaultContext, languages } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { configLanguage } from "../../workspace/config-language.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { knownDataset, oneOf, parseInteger, readArguments } from "../arguments.ts";
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
import { type Command, exit, type Io, UsageError, withoutProgress } from "../io.ts";
import { Progress } from "../progress.ts";
import { renderGithub } from "../render/github.ts";
import { renderJson } from "../render/json.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty, renderSummary } from "../render/pretty.ts";
import { renderSarif } from "../render/sarif.ts";
import { type FileReport, summarize } from "../report.ts";
import { repositoryPathsFrom, sourceRoot } from "../repository-paths.ts";
import { Settings } from "../settings.ts";
import { watchPaths } from "../watch/watch.ts";

const formats = ["pretty", "json", "sarif", "github"] as const;

/** Machine-readable formats. */
const documents = { json: renderJson, sarif: renderSarif, github: renderGithub } as const;

export const check: Command = {
  name: "check",
  summary: "Find problems in filters, jobs and rules",
  usage: `weir check [paths…]
  Paths are files, folders or globs (default: this folder); '-' reads standard input.
  Also checks rules, filters and jobs inside Terraform, YAML, JSON and Markdown files.

  --format pretty|json|sarif|github   Output format
  --fix                               Apply safe fixes of errors and warnings
  --fix-style                         Apply safe fixes, also those of hints and remarks
  --dataset NAME                      Check every filter against this dataset
  --max-warnings N                    Fail if there are more than N warnings
  --stdin-filename NAME               File name for standard input
  --watch                             Check again whenever a file changes, until Ctrl+C
  --quiet                             Print problems only, without summary and progress`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      format: { type: "string", default: "pretty" },
      fix: { type: "boolean", default: false },
      "fix-style": { type: "boolean", default: false },
      dataset: { type: "string" },
      "max-warnings": { type: "string" },
      "stdin-filename": { type: "string" },
      watch: { type: "boolean", default: false },
      quiet: { type: "boolean", short: "q", default: false },
    });
    const { quiet } = values;
    const fix = values["fix-style"] ? "style" : values.fix;
    const format = oneOf("--format", values.format, formats);
    const maxWarnings =
      values["max-warnings"] === undefined
        ? Number.POSITIVE_INFINITY
        : parseInteger("--max-warnings", values["max-warnings"]);
    const dataset = knownDataset(values.dataset);
    const fromStdin =
      positionals.includes("-") ||
      (positionals.length === 0 && values["stdin-filename"] !== undefined);
    refuseCombination(positionals, fromStdin, { ...values, fix: fix !== false, format });
    const checkFiles = (output: Io) => {
      const settings = new Settings(output, dataset);
      const shown = quiet ? withoutProgress(output) : output;
      const checked = fileReports(positionals, shown, settings, fix);
      print(checked, settings, { format, quiet }, output);
      return statusOf(checked.reports, maxWarnings, settings);
    };
    if (values.watch) return watchPaths(positionals, io, checkFiles);
    if (!fromStdin) return checkFiles(io);
    const settings = new Settings(io, dataset);
    const checked = await stdinReport(io, settings, values["stdin-filename"]);
    print(checked, settings, { format, quiet }, io);
    return statusOf(checked.reports, maxWarnings, settings);
  },
};

interface Checked {
  readonly reports: readonly FileReport[];
  /** Files that were named, but contain nothing to check. */
  readonly empty: readonly string[];
}

interface Combination {
  readonly fix: boolean;
  readonly watch: boolean;
  readonly format: string;
  readonly "stdin-filename"?: string | undefined;
}

function refuseCombination(
  paths: readonly string[],
  fromStdin: boolean,
  { fix, watch, format, "stdin-filename": name }: Combination,
): void {
  if (watch && fromStdin)
    throw new UsageError("'--watch' checks files, but standard input is not a file.");
  if (watch && format !== "pretty")
    throw new UsageError("'--watch' prints one result after another. Omit '--format'.");
  if (fromStdin && fix)
    throw new UsageError(
      "'--fix' changes files, but standard input is not a file. Use 'weir fmt -' to format it.",
    );
  if (fromStdin && paths.length > 1)
    throw new UsageError("'-' reads standard input, so other paths are not allowed.");
  if (!fromStdin && name !== undefined)
    throw new UsageError("'--stdin-filename' names standard input. Use '-' instead of paths.");
}

async function stdinReport(
  io: Io,
  settings: Settings,
  filename: string | undefined,
): Promise<Checked> {
  const language = stdinLanguage(filename, accepted);
  const path = filename ?? "-";
  const read = await readStdin(io.stdin);
  if ("error" in read) return { reports: [unreadable(path, language, read.error)], empty: [] };
  const report = reportOf(path, language, read.text, resolve(io.cwd, path), settings);
  return report ? { reports: [report], empty: [] } : { reports: [], empty: [path] };
}

const accepted: Accepted = { named: [configLanguage], hosts: true };

/** Whether safe fixes are applied, and those of hints and remarks too. */
type Fixing = boolean | "style";

function fileReports(paths: readonly string[], io: Io, settings: Settings, fix: Fixing): Checked {
  const reports: FileReport[] = [];
  const empty: string[] = [];
  const inputs = findInputs(paths, io, accepted);
  settings.know(
    inputs.flatMap((it) => (isBad(it) ? [] : [it.file])),
    (paths.length === 0 ? ["."] : paths).map((it) => withForwardSlashes(resolve(io.cwd, it))),
  );
  const progress = new Progress(io);
  if (fix) tidyBeside(inputs);
  // Fix all files before reporting, because a diagnostic may refer to positions in other files.
  const fixed = fix ? fixFiles(inputs, settings, progress, fix === "style") : [];
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
    const report = withoutRefusal(input, reportOf(path, language, read.text, file, settings));
    if (report) reports.push(isFixed ? { ...report, fixed: true } : report);
    else if (!input.isFoundHost) empty.push(path);
  }
  progress.clear();
  return { reports, empty };
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
  style: boolean,
): readonly Fixed[] {
  const fixed = inputs.map((it) => {
    progress.step();
    return fixFile(it, settings, style);
  });
  settings.forgetTexts();
  return fixed;
}

function fixFile(input: Input | BadInput, settings: Settings, style: boolean): Fixed {
  if (isBad(input) || input.language === configLanguage) return {};
  const read = readInput(input);
  if ("error" in read) return {};
  const text = fixAll(input.language, read.text, settings.contextFor(input.file), { style });
  if (text === read.text) return {};
  return { isFixed: true, error: writeInput(input, text, read.bom) };
}

function reportOf(
  path: string,
  language: AnyLanguage,
  text: string,
  file: string,
  settings: Settings,
): FileReport | undefined {
  const isConfig = language === configLanguage;
  const context = isConfig ? defaultContext : settings.contextFor(file);
  const analysis = language.analyse(text, context);
  // Host files without embedded filters or rules are not listed.
  const refusal = analysis.refusal?.();
  if (refusal !== undefined) return unreadable(path, language, refusal);
  const unchecked = analysis.notChecked?.() ?? [];
  if (analysis.regions?.().length === 0 && unchecked.length === 0) return undefined;
  const lines = unchecked.length > 0 ? new Lines(text) : undefined;
  const notChecked =
    lines &&
    unchecked.map((it) => ({
      range: lines.rangeOf(it),
      reason: it.reason,
      kind: languages.find(({ id }) => id === it.language)?.resource ?? ("text" as const),
    }));
  const diagnostics = analysis
    .diagnostics()
    .map((it) => settings.withShownPaths(settings.withSource(it, file)));
  const id = isConfig ? "json" : language.id;
  // The text of a clean file is not needed; keeping thousands would waste memory.
  const shown = diagnostics.length > 0 ? text : "";
  return { path, language: id, text: shown, diagnostics, ...(notChecked && { notChecked }) };
}

function unreadable(path: string, language: AnyLanguage | undefined, error: string): FileReport {
  return { path, language: language?.id ?? "", text: "", diagnostics: [], error };
}

interface Output {
  readonly format: (typeof formats)[number];
  readonly quiet: boolean;
}

function print(
  { reports: found, empty }: Checked,
  settings: Settings,
  { format, quiet }: Output,
  io: Io,
): void {
  const paths = new Set(found.map((it) => it.path));
  const reports = [...settings.reports.filter((it) => !paths.has(it.path)), ...found];
  if (format === "pretty") {
    printPretty(reports, io);
    if (!quiet) io.out(renderSummary(reports, empty, paintFor(io.color)));
    return;
  }
  const root = sourceRoot(io);
  io.out(documents[format](reports, repositoryPathsFrom(root, io.cwd), root));
}

function printPretty(reports: readonly FileReport[], io: Io): void {
  const paint = paintFor(io.color);
  for (const report of reports) {
    if (report.error === undefined && report.diagnostics.length === 0) continue;
    const text = renderPretty(report, paint, io.columns);
    if (report.error !== undefined) io.err(text);
    else io.out(text);
  }
}

function statusOf(reports: readonly FileReport[], maxWarnings: number, settings: Settings): number {
  if (settings.broken || reports.some((it) => it.error !== undefined)) return exit.couldNotRun;
  const { errors, warnings } = summarize(reports);
  return errors > 0 || warnings > maxWarnings ? exit.found : exit.fine;
}
