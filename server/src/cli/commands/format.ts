import { resolve } from "node:path";
import type { Language } from "../../core/analysis.ts";
import { applyEdits } from "../../text/edit.ts";
import { readArguments } from "../arguments.ts";
import { findInputs, isBad, readInput, readStdin, stdinLanguage, writeInput } from "../inputs.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { renderPretty } from "../render/pretty.ts";
import { paintFor, plural, visible } from "../render/words.ts";
import { Settings } from "../settings.ts";

const layout = { tabSize: 2, insertSpaces: true };

export const format: Command = {
  name: "fmt",
  summary: "Give filters and rules the one layout",
  usage: `weir fmt [paths…]
  Paths are files, folders or globs; none means this folder, and '-' formats standard input to standard output.
  What is pushed never changes.

  --check                  Change nothing; name the files that would change
  --stdin-filename NAME    What to call standard input`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      check: { type: "boolean", default: false },
      "stdin-filename": { type: "string" },
    });
    const settings = new Settings(io, undefined);
    const fromStdin =
      positionals.includes("-") ||
      (positionals.length === 0 && values["stdin-filename"] !== undefined);
    if (fromStdin && positionals.length > 1)
      throw new UsageError("'-' stands alone: standard input is formatted to standard output.");
    const status = fromStdin
      ? await formatStdin(io, settings, values)
      : formatFiles(positionals, io, settings, values.check);
    const paint = paintFor(io.colour);
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
    io.err(`${name}: ${read.error}\n`);
    return exit.couldNotRun;
  }
  const formatted = formattedText(language, read.text, resolve(io.cwd, name ?? "-"), settings);
  if (formatted === undefined) io.err(`${name}: ${notReadable}\n`);
  if (!values.check) io.out(formatted ?? read.text);
  return formatted === undefined || (values.check && formatted !== read.text)
    ? exit.found
    : exit.fine;
}

function formatFiles(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  checkOnly: boolean,
): number {
  const counts = { looked: 0, changed: 0, failed: 0, unreadable: 0 };
  for (const input of findInputs(paths, io)) {
    const read = isBad(input) ? input : readInput(input.file);
    if (isBad(input) || "error" in read) {
      counts.unreadable++;
      io.err(`${input.path}: ${"error" in read ? read.error : ""}\n`);
      continue;
    }
    counts.looked++;
    const formatted = formattedText(input.language, read.text, input.file, settings);
    if (formatted === undefined) {
      counts.failed++;
      io.err(`${input.path}: ${notReadable}\n`);
    } else if (formatted !== read.text) {
      const error = checkOnly ? undefined : writeInput(input.file, formatted, read.bom);
      if (error === undefined) {
        counts.changed++;
        io.out(`${visible(input.path)}\n`);
      } else {
        counts.unreadable++;
        io.err(`${visible(input.path)}: ${error}\n`);
      }
    }
  }
  io.err(outcome(counts, checkOnly));
  if (counts.unreadable > 0) return exit.couldNotRun;
  return counts.failed > 0 || (checkOnly && counts.changed > 0) ? exit.found : exit.fine;
}

const notReadable = "It has syntax errors, so its layout stays as it is. 'weir check' shows them.";

function formattedText(
  language: Language,
  text: string,
  file: string,
  settings: Settings,
): string | undefined {
  const edits = language.analyse(text, settings.contextFor(file)).format(layout);
  return edits && applyEdits(text, edits);
}

function outcome(counts: { looked: number; changed: number }, checkOnly: boolean): string {
  const looked = plural(counts.looked, "file");
  if (counts.changed === 0) return `${looked}, nothing to change.\n`;
  return checkOnly
    ? `${looked}: ${counts.changed} would change.\n`
    : `${looked}: ${counts.changed} changed.\n`;
}
