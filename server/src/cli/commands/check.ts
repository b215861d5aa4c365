import { plural } from "../../text/wording.ts";
import { knownDataset, oneOf, parseInteger, readArguments } from "../arguments.ts";
import { type AppliedBaseline, Baseline } from "../check/baseline.ts";
import { type Checked, fileReports, filesToCheck, stdinReport } from "../check/check-files.ts";
import { printFixes } from "../check/fix-diff.ts";
import type { Fixing } from "../check/fixes.ts";
import { formats, type OutputOptions, print } from "../check/output.ts";
import { type Command, exit, type Io, UsageError, withoutProgress } from "../io.ts";
import { varFileOption } from "../options.ts";
import { type FileReport, summarize } from "../report.ts";
import { aboutStaging, readSelection, selectionOptions } from "../selection.ts";
import { Settings, valuesFrom } from "../settings.ts";
import { watchPaths } from "../watch/watch.ts";

export const check: Command = {
  name: "check",
  summary: "Find problems in filters, jobs and rules",
  usage: `weir check [paths…]
  Paths are files, folders or globs (default: this folder); '-' reads standard
  input. Also checks rules, filters and jobs inside Terraform, YAML, JSON and
  Markdown files.

  --format pretty|compact|json|sarif|github|gitlab|junit
                         Output format
  --fix                  Apply the safe fixes of errors and warnings;
                         '--fix=style' also fixes hints and remarks
  --diff                 With '--fix': print what would change, and write
                         nothing
  --exclude GLOB         Skip files and folders, unless they are arguments;
                         repeatable
  --force-exclude        Also skip excluded files that are arguments
  --staged               Check the files staged in Git, as they would be
                         committed; '--fix' lists the files to stage again
  --baseline FILE        Report only problems that are not in this file; fixed
                         problems are removed from it
  --write-baseline FILE  Write the existing problems to this file
  --max-warnings N       Fail if there are more than N warnings
  --dataset NAME         Check every filter against this dataset
  --var-file FILE        Values of Terraform variables, in place of the
                         environments in weir.json; repeatable
  --stdin-filename NAME  File name for standard input
  --watch                Check again whenever a file changes, until Ctrl+C
  --quiet                Print problems only, without summary and progress`,
  async run(args, io) {
    const { values, positionals } = readArguments(withFixStyle(args), {
      ...selectionOptions,
      format: { type: "string", default: "pretty" },
      fix: { type: "boolean", default: false },
      "fix-style": { type: "boolean", default: false },
      diff: { type: "boolean", default: false },
      baseline: { type: "string" },
      "write-baseline": { type: "string" },
      dataset: { type: "string" },
      ...varFileOption,
      "max-warnings": { type: "string" },
      "stdin-filename": { type: "string" },
      watch: { type: "boolean", default: false },
      quiet: { type: "boolean", short: "q", default: false },
    });
    const { quiet } = values;
    const format = oneOf("--format", values.format, formats);
    const fix: Fixing = values["fix-style"] ? "style" : values.fix ? "safe" : undefined;
    const maxWarnings =
      values["max-warnings"] === undefined
        ? Number.POSITIVE_INFINITY
        : parseInteger("--max-warnings", values["max-warnings"]);
    const dataset = knownDataset(values.dataset);
    const fromStdin =
      positionals.includes("-") ||
      (positionals.length === 0 && values["stdin-filename"] !== undefined);
    refuseCombination(positionals, fromStdin, { ...values, fix });
    const filter: Filter = {
      baseline: values.baseline,
      newBaseline: values["write-baseline"],
      dataset,
    };
    const output = { format, quiet };
    const given = valuesFrom(values["var-file"], io);
    const finish = (checked: Checked, settings: Settings, to: Io) =>
      report(checked, { filter, output, maxWarnings, settings }, to);
    if (fromStdin) {
      const settings = new Settings(io, dataset, given);
      return finish(await stdinReport(io, settings, values["stdin-filename"]), settings, io);
    }
    const selection = await readSelection(values, io);
    let used: ReadonlySet<string> = new Set();
    const checkFiles = (to: Io) => {
      const settings = new Settings(to, dataset, given);
      const files = filesToCheck(positionals, to, settings, selection);
      if (values.diff) return printFixes(files, to, settings, fix);
      const shown = quiet ? withoutProgress(to) : to;
      const checked = fileReports(files, shown, settings, fix);
      used = checked.reads;
      return finish(checked, settings, to);
    };
    return values.watch ? watchPaths(positionals, io, checkFiles, () => used) : checkFiles(io);
  },
};

/** The value of '--fix' is optional, which Node cannot parse. */
function withFixStyle(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.map((it, index) => {
    if (!it.startsWith("--fix=") || (end !== -1 && index > end)) return it;
    oneOf("--fix=", it.slice("--fix=".length), ["style"]);
    return "--fix-style";
  });
}

interface Combination {
  readonly fix: Fixing;
  readonly diff: boolean;
  readonly watch: boolean;
  readonly staged: boolean;
  readonly format: string;
  readonly "stdin-filename"?: string | undefined;
  readonly baseline?: string | undefined;
  readonly "write-baseline"?: string | undefined;
}

function refuseCombination(
  paths: readonly string[],
  fromStdin: boolean,
  { fix, diff, watch, staged, format, "stdin-filename": name, ...given }: Combination,
): void {
  const isWritten = given["write-baseline"] !== undefined;
  const refusals: readonly (readonly [boolean, string])[] = [
    [watch && fromStdin, "'--watch' checks files, but standard input is not a file."],
    [watch && format !== "pretty", "'--watch' prints one result after another. Omit '--format'."],
    [
      watch && (staged || isWritten),
      "'--watch' does not end. Omit '--staged' and '--write-baseline'.",
    ],
    [
      fromStdin && fix !== undefined,
      "'--fix' changes files, but standard input is not a file. Use 'weir fmt -' to format it.",
    ],
    [fromStdin && staged, "'--staged' checks files, but standard input is not a file."],
    [fromStdin && paths.length > 1, "'-' reads standard input, so other paths are not allowed."],
    [
      !fromStdin && name !== undefined,
      "'--stdin-filename' names standard input. Use '-' instead of paths.",
    ],
    [diff && fix === undefined, "'--diff' shows what '--fix' would change. Add '--fix'."],
    [
      diff && (format !== "pretty" || isWritten),
      "'--diff' prints a difference, and writes nothing. Omit '--format' and '--write-baseline'.",
    ],
    [
      given.baseline !== undefined && given["write-baseline"] !== undefined,
      "'--write-baseline' writes a new baseline. Omit '--baseline'.",
    ],
  ];
  const refused = refusals.find(([isRefused]) => isRefused);
  if (refused) throw new UsageError(refused[1]);
}

interface Filter {
  readonly baseline: string | undefined;
  readonly newBaseline: string | undefined;
  readonly dataset: string | undefined;
}

interface Reporting {
  readonly filter: Filter;
  readonly output: OutputOptions;
  readonly maxWarnings: number;
  readonly settings: Settings;
}

/** Prints what was found, and returns the exit code. */
function report(
  { reports, empty, checked, toStage }: Checked,
  { filter, output, maxWarnings, settings }: Reporting,
  io: Io,
): number {
  const { baseline, newBaseline, dataset } = filter;
  if (newBaseline !== undefined) {
    io.err(new Baseline(newBaseline, io).write(reports, dataset));
    return isIncomplete(reports, settings) ? exit.couldNotRun : exit.fine;
  }
  const isComplete = !settings.broken;
  const isOff = (code: string, file: string) => settings.contextFor(file).severity[code] === "off";
  const known =
    baseline === undefined
      ? undefined
      : new Baseline(baseline, io).apply(reports, { dataset, checked, isComplete, isOff });
  const shown = known?.reports ?? reports;
  // Problems of the `weir.json` files come first, unless these files were checked themselves.
  const paths = new Set(shown.map((it) => it.path));
  const ofSettings = settings.reports.filter((it) => !paths.has(it.path));
  print({ reports: [...ofSettings, ...shown], empty }, output, io);
  const failed = known?.shrink();
  if (known && (failed !== undefined || !output.quiet)) io.err(aboutBaseline(known, failed));
  io.err(aboutStaging(toStage));
  if (isIncomplete(shown, settings)) return exit.couldNotRun;
  const { errors, warnings } = summarize(shown);
  const hasCredential = summarize(ofSettings).errors > 0;
  return errors > 0 || hasCredential || warnings > maxWarnings || toStage.length > 0
    ? exit.found
    : exit.fine;
}

function aboutBaseline({ hidden, fixed }: AppliedBaseline, failed: string | undefined): string {
  const end =
    failed === undefined ? "fixed and removed from it." : `fixed, but still in it. ${failed}`;
  const done = fixed > 0 ? ` ${plural(fixed, "problem")} ${end}` : "";
  return `Baseline: ${plural(hidden, "existing problem")} not shown.${done}\n`;
}

function isIncomplete(reports: readonly FileReport[], settings: Settings): boolean {
  return settings.broken || reports.some((it) => it.error !== undefined);
}
