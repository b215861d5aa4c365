import { resolve } from "node:path";
import { type AnyLanguage, defaultDataset } from "../../languages.ts";
import { applyEdits } from "../../text/edit.ts";
import { printable } from "../../text/printable.ts";
import { plural, thousands } from "../../text/wording.ts";
import { readArguments } from "../arguments.ts";
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
import { paintFor } from "../render/paint.ts";
import { renderPretty, withSecretsMasked } from "../render/pretty.ts";
import { renderDiff } from "../render/unified-diff.ts";
import {
  aboutStaging,
  readSelection,
  type SelectionValues,
  selectionOptions,
} from "../selection.ts";
import { Settings } from "../settings.ts";

const accepted: Accepted = {
  command: "fmt",
  instead: "Run 'weir check --fix PATH' to fix the rules and filters in it.",
};

const layout = { tabSize: 2, insertSpaces: true };

export const format: Command = {
  name: "fmt",
  summary: "Format filters, jobs and rules",
  usage: `weir fmt [paths…]
  Paths are files, folders or globs (default: this folder); '-' formats standard input to standard output.
  Formatting does not change what is pushed, except the operator style if 'format.operators' is set in weir.json.

  --check                  Write nothing; list the files that are not formatted
  --diff                   Write nothing; print what would change
  --exclude GLOB           Leave out files and folders, unless they are named; repeatable
  --force-exclude          Leave out named files, too, if they are excluded
  --staged                 Format the files staged in Git, and name those to stage again; with '--check' or '--diff' as they would be committed
  --stdin-filename NAME    File name for standard input
  --quiet                  Print errors only, without file names and summary`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...selectionOptions,
      check: { type: "boolean", default: false },
      diff: { type: "boolean", default: false },
      "stdin-filename": { type: "string" },
      quiet: { type: "boolean", short: "q", default: false },
    });
    // Formatting does not depend on the dataset, so there is no need to find the jobs of a filter.
    const settings = new Settings(io, defaultDataset);
    const fromStdin =
      positionals.includes("-") ||
      (positionals.length === 0 && values["stdin-filename"] !== undefined);
    if (fromStdin && positionals.length > 1)
      throw new UsageError("'-' formats standard input, so other paths are not allowed.");
    if (!fromStdin && values["stdin-filename"] !== undefined)
      throw new UsageError("'--stdin-filename' names standard input. Use '-' instead of paths.");
    if (fromStdin && values.staged)
      throw new UsageError("'--staged' formats files, but standard input is not a file.");
    const status = fromStdin
      ? await formatStdin(io, settings, values)
      : await formatFiles(positionals, io, settings, values);
    const paint = paintFor(io.color);
    for (const report of settings.reports) io.err(renderPretty(report, paint, io.columns));
    return settings.broken ? exit.couldNotRun : status;
  },
};

async function formatStdin(
  io: Io,
  settings: Settings,
  values: { check: boolean; diff: boolean; "stdin-filename"?: string | undefined },
): Promise<number> {
  const checkOnly = values.check || values.diff;
  const name = values["stdin-filename"];
  const language = stdinLanguage(name, accepted);
  const read = await readStdin(io.stdin);
  if ("error" in read) {
    io.err(`${printable(name ?? "-")}: ${printable(read.error)}\n`);
    return exit.couldNotRun;
  }
  const formatted = formattedText(language, read.text, resolve(io.cwd, name ?? "-"), settings);
  if (formatted === undefined) io.err(`${printable(name ?? "-")}: ${notReadable}\n`);
  if (values.diff) io.out(difference(name ?? "-", read.text, formatted, io));
  if (!checkOnly) io.out(formatted ?? read.text);
  return formatted === undefined || (checkOnly && formatted !== read.text) ? exit.found : exit.fine;
}

async function formatFiles(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  values: SelectionValues & { readonly check: boolean; diff: boolean; quiet: boolean },
): Promise<number> {
  const { diff, quiet } = values;
  const checkOnly = values.check || diff;
  const counts: Counts = { same: 0, changed: 0, failed: 0, unreadable: 0 };
  const progress = new Progress(quiet ? withoutProgress(io) : io);
  const selection = await readSelection(values, io);
  const inputs = selection.select(findInputs(paths, io, accepted), settings);
  if (!checkOnly) tidyBeside(inputs);
  const toStage: string[] = [];
  for (const input of inputs) {
    progress.step();
    if (!checkOnly && isUnformattedAsStaged(input, settings)) toStage.push(input.path);
    const written = checkOnly || isBad(input) ? input : { ...input, stagedText: undefined };
    const { outcome, error, texts } = formatFile(written, settings, checkOnly);
    counts[outcome]++;
    if (outcome === "same") continue;
    progress.clear();
    if (error !== undefined) io.err(`${printable(input.path)}: ${printable(error)}\n`);
    else if (diff && texts) io.out(difference(input.path, ...texts, io));
    else if (!quiet) io.out(`${printable(input.path)}\n`);
  }
  progress.clear();
  if (!quiet) io.err(summary(counts, checkOnly));
  io.err(aboutStaging(toStage));
  if (counts.unreadable > 0) return exit.couldNotRun;
  const isUnformatted = counts.failed > 0 || (checkOnly && counts.changed > 0);
  return isUnformatted || toStage.length > 0 ? exit.found : exit.fine;
}

function isUnformattedAsStaged(input: Input | BadInput, settings: Settings): boolean {
  if (isBad(input) || input.stagedText === undefined) return false;
  const read = readInput(input);
  if ("error" in read) return false;
  return formattedText(input.language, read.text, input.file, settings) !== read.text;
}

/** The output may end up in a log, so secrets are masked. */
function difference(path: string, before: string, after: string | undefined, io: Io): string {
  const masked = (text: string) => withSecretsMasked(text, []);
  return renderDiff(path, masked(before), masked(after ?? before), paintFor(io.color));
}

type Counts = Record<"same" | "changed" | "failed" | "unreadable", number>;

function formatFile(
  input: Input | BadInput,
  settings: Settings,
  checkOnly: boolean,
): {
  readonly outcome: keyof Counts;
  readonly error?: string;
  readonly texts?: readonly [before: string, after: string];
} {
  if (isBad(input)) return { outcome: "unreadable", error: input.error };
  const read = readInput(input);
  if ("error" in read) return { outcome: "unreadable", error: read.error };
  const formatted = formattedText(input.language, read.text, input.file, settings);
  if (formatted === undefined) return { outcome: "failed", error: notReadable };
  if (formatted === read.text) return { outcome: "same" };
  const error = checkOnly ? undefined : writeInput(input, formatted, read.bom);
  if (error !== undefined) return { outcome: "unreadable", error };
  return { outcome: "changed", texts: [read.text, formatted] };
}

const notReadable = "Not formatted because of syntax errors. Run 'weir check' to see them.";

function formattedText(
  language: AnyLanguage,
  text: string,
  file: string,
  settings: Settings,
): string | undefined {
  const edits = language.analyse(text, settings.contextFor(file)).format(layout);
  return edits && applyEdits(text, edits);
}

function summary({ same, changed, failed }: Counts, checkOnly: boolean): string {
  const looked = plural(same + changed + failed, "file");
  const parts = [
    changed > 0 && `${thousands(changed)} ${checkOnly ? "would change" : "changed"}`,
    failed > 0 && `${thousands(failed)} with syntax errors`,
  ].filter((it) => it !== false);
  return parts.length > 0 ? `${looked}: ${parts.join(", ")}.\n` : `${looked}, nothing to change.\n`;
}
