import { resolve } from "node:path";
import { type AnyLanguage, defaultDataset } from "../../languages.ts";
import { applyEdits } from "../../text/edit.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { plural, thousands } from "../../text/wording.ts";
import { oneOf, readArguments } from "../arguments.ts";
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
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { Progress } from "../progress.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty, withSecretsMasked } from "../render/pretty.ts";
import { renderDiff } from "../render/unified-diff.ts";
import { withoutExcluded } from "../selection.ts";
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
  Paths are files, folders or globs (default: this folder); '-' formats standard
  input to standard output. Files that 'exclude' in weir.json excludes are
  skipped, even if they are arguments. Formatting does not change what is
  pushed, except the operator style if 'format.operators' is set in weir.json.

  --check                Write nothing; list the files that are not formatted
  --diff                 Write nothing; print what would change
  --stdin-filename NAME  File name for standard input
  --format pretty|json   Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      check: { type: "boolean", default: false },
      diff: { type: "boolean", default: false },
      "stdin-filename": { type: "string" },
      format: { type: "string", default: "pretty" },
    });
    const isJson = oneOf("--format", values.format, ["pretty", "json"]) === "json";
    if (isJson && values.diff)
      throw new UsageError("'--diff' prints a difference. Omit '--format json'.");
    const printed = isJson ? silent(io) : io;
    const files: FormattedFile[] = [];
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
      ? await formatStdin(printed, settings, values, files)
      : formatFiles(positionals, printed, settings, values, files);
    if (isJson) io.out(`${printableJson({ version: 1, files })}\n`);
    const paint = paintFor(io.color);
    for (const report of settings.reports) io.err(renderPretty(report, paint, io.columns));
    return settings.broken ? exit.couldNotRun : status;
  },
};

/** A file in the JSON output. `text` is only set for standard input. */
interface FormattedFile {
  readonly path: string;
  readonly outcome: keyof Counts;
  readonly text?: string;
  readonly error?: string;
}

/** Prints nothing. Object.create instead of a spread, which would open standard input. */
function silent(io: Io): Io {
  const nothing = { value: () => {} };
  return Object.create(io, { out: nothing, err: nothing });
}

async function formatStdin(
  io: Io,
  settings: Settings,
  values: { check: boolean; diff: boolean; "stdin-filename"?: string | undefined },
  files: FormattedFile[],
): Promise<number> {
  const checkOnly = values.check || values.diff;
  const name = values["stdin-filename"];
  const path = name ?? "-";
  const language = stdinLanguage(name, accepted);
  const read = await readStdin(io.stdin);
  if ("error" in read) throw new UsageError(`${path}: ${read.error}`);
  const formatted = formattedText(language, read.text, resolve(io.cwd, path), settings);
  if (formatted === undefined) {
    files.push({ path, outcome: "failed", error: notReadable });
    io.err(`${printable(path)}: ${notReadable}\n`);
  } else {
    files.push({ path, outcome: formatted === read.text ? "same" : "changed", text: formatted });
  }
  if (values.diff) io.out(difference(path, read.text, formatted, io));
  if (!checkOnly) io.out(formatted ?? read.text);
  return formatted === undefined || (checkOnly && formatted !== read.text) ? exit.found : exit.fine;
}

function formatFiles(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  values: { check: boolean; diff: boolean },
  files: FormattedFile[],
): number {
  const { diff } = values;
  const checkOnly = values.check || diff;
  const counts: Counts = { same: 0, changed: 0, failed: 0, unreadable: 0 };
  const progress = new Progress(io);
  const found = findInputs(paths, io, accepted);
  const inputs = withoutExcluded(found, settings, io);
  if (!checkOnly) tidyBeside(inputs);
  for (const input of inputs) {
    progress.step();
    const { outcome, error, texts } = formatFile(input, settings, checkOnly);
    counts[outcome]++;
    files.push({ path: input.path, outcome, ...(error !== undefined && { error }) });
    if (outcome === "same") continue;
    progress.clear();
    if (error !== undefined) io.err(`${printable(input.path)}: ${printable(error)}\n`);
    else if (diff && texts) io.out(difference(input.path, ...texts, io));
    else io.out(`${printable(input.path)}\n`);
  }
  progress.clear();
  io.err(summary(counts, checkOnly));
  if (counts.unreadable > 0) return exit.couldNotRun;
  const isUnformatted = counts.failed > 0 || (checkOnly && counts.changed > 0);
  return isUnformatted ? exit.found : exit.fine;
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
  const edits = language.analyze(text, settings.contextFor(file)).format(layout);
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
