import { resolve } from "node:path";
import { type AnyLanguage, defaultDataset } from "../../languages.ts";
import { applyEdits } from "../../text/edit.ts";
import { printable } from "../../text/printable.ts";
import { plural, thousands } from "../../text/wording.ts";
import { readArguments } from "../arguments.ts";
import {
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
import { renderPretty } from "../render/pretty.ts";
import { Settings } from "../settings.ts";

const layout = { tabSize: 2, insertSpaces: true };

export const format: Command = {
  name: "fmt",
  summary: "Format filters, jobs and rules",
  usage: `weir fmt [paths…]
  Paths are files, folders or globs (default: this folder); '-' formats standard input to standard output.
  Formatting does not change what is pushed, except the operator style if 'format.operators' is set in weir.json.

  --check                  Write nothing; list the files that are not formatted
  --stdin-filename NAME    File name for standard input
  --quiet                  Print errors only, without file names and summary`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      check: { type: "boolean", default: false },
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
    const status = fromStdin
      ? await formatStdin(io, settings, values)
      : formatFiles(positionals, io, settings, values);
    const paint = paintFor(io.color);
    for (const report of settings.reports) io.err(renderPretty(report, paint, io.columns));
    return settings.broken ? exit.couldNotRun : status;
  },
};

async function formatStdin(
  io: Io,
  settings: Settings,
  values: { check: boolean; "stdin-filename"?: string | undefined },
): Promise<number> {
  const name = values["stdin-filename"];
  const language = stdinLanguage(name);
  const read = await readStdin(io.stdin);
  if ("error" in read) {
    io.err(`${printable(name ?? "-")}: ${printable(read.error)}\n`);
    return exit.couldNotRun;
  }
  const formatted = formattedText(language, read.text, resolve(io.cwd, name ?? "-"), settings);
  if (formatted === undefined) io.err(`${printable(name ?? "-")}: ${notReadable}\n`);
  if (!values.check) io.out(formatted ?? read.text);
  return formatted === undefined || (values.check && formatted !== read.text)
    ? exit.found
    : exit.fine;
}

function formatFiles(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  { check: checkOnly, quiet }: { check: boolean; quiet: boolean },
): number {
  const counts: Counts = { same: 0, changed: 0, failed: 0, unreadable: 0 };
  const progress = new Progress(quiet ? withoutProgress(io) : io);
  const inputs = findInputs(paths, io);
  if (!checkOnly) tidyBeside(inputs);
  for (const input of inputs) {
    progress.step();
    const { outcome, error } = formatFile(input, settings, checkOnly);
    counts[outcome]++;
    if (outcome === "same") continue;
    progress.clear();
    if (error !== undefined) io.err(`${printable(input.path)}: ${printable(error)}\n`);
    else if (!quiet) io.out(`${printable(input.path)}\n`);
  }
  progress.clear();
  if (!quiet) io.err(summary(counts, checkOnly));
  if (counts.unreadable > 0) return exit.couldNotRun;
  return counts.failed > 0 || (checkOnly && counts.changed > 0) ? exit.found : exit.fine;
}

type Counts = Record<"same" | "changed" | "failed" | "unreadable", number>;

function formatFile(
  input: Input | BadInput,
  settings: Settings,
  checkOnly: boolean,
): { readonly outcome: keyof Counts; readonly error?: string } {
  if (isBad(input)) return { outcome: "unreadable", error: input.error };
  const read = readInput(input);
  if ("error" in read) return { outcome: "unreadable", error: read.error };
  const formatted = formattedText(input.language, read.text, input.file, settings);
  if (formatted === undefined) return { outcome: "failed", error: notReadable };
  if (formatted === read.text) return { outcome: "same" };
  const error = checkOnly ? undefined : writeInput(input, formatted, read.bom);
  return error === undefined ? { outcome: "changed" } : { outcome: "unreadable", error };
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
