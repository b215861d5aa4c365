import { dirname, resolve } from "node:path";
import type { AnyLanguage } from "../../languages.ts";
import { dialectNames } from "../../sql/dialect-names.ts";
import { dialects } from "../../sql/dialects.ts";
import { type Statement, translateDocument } from "../../sql/document.ts";
import { timestampColumns } from "../../sql/timestamp-condition.ts";
import { Lines } from "../../text/lines.ts";
import { printable } from "../../text/printable.ts";
import { alternatives } from "../../text/wording.ts";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { knownDataset, oneOf, readArguments } from "../arguments.ts";
import { findInputs, isBad, readInput, readStdin, stdinLanguage } from "../inputs.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { Settings } from "../settings.ts";

export const sql: Command = {
  name: "sql",
  summary: "Print a filter, job or rule as SQL",
  usage: `weir sql FILE --dialect NAME
  Prints a statement that selects the log lines that a filter or job keeps, or that a rule matches. For a
  Terraform, YAML, JSON or Markdown file, prints one for each filter, job and rule in it. '-' reads
  standard input.

  --dialect NAME         ${dialectNames.join(", ")}
  --table SQL            What to select from (default: the dataset; files in 'logs' for duckdb)
  --where                Print the condition alone
  --count                Count the lines instead of selecting them
  --timestamps TYPE      How the table stores timestamps: ${timestampColumns.join(", ")}
                         (default: as in the filter; any for duckdb and sqlite)
  --dataset NAME         Dataset of the filter, or of the log lines of a rule
  --stdin-filename NAME  File name for standard input

Exit codes: 0 done, 1 a file cannot be translated, 2 could not run.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      dialect: { type: "string" },
      table: { type: "string" },
      where: { type: "boolean", default: false },
      count: { type: "boolean", default: false },
      timestamps: { type: "string" },
      dataset: { type: "string" },
      "stdin-filename": { type: "string" },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1)
      throw new UsageError("'weir sql' needs exactly one file.");
    if (values.dialect === undefined)
      throw new UsageError(`Missing '--dialect'. Use ${alternatives(dialectNames)}.`);
    const dialect = dialects[oneOf("--dialect", values.dialect, dialectNames)];
    const { where, count, table } = values;
    if (where && table !== undefined)
      throw new UsageError("'--where' prints no table. Omit '--table' or '--where'.");
    if (where && count)
      throw new UsageError("'--where' prints no SELECT. Omit '--count' or '--where'.");
    if (dialect.perLine && (count || table !== undefined))
      throw new UsageError(
        `${count ? "A transformer runs on each line, so it cannot count them" : "A transformer selects from the dataset of its job"}. Omit '${count ? "--count" : "--table"}'.`,
      );
    const timestamps =
      values.timestamps === undefined
        ? undefined
        : oneOf("--timestamps", values.timestamps, timestampColumns);
    if (timestamps === "timestamp" && !dialect.timestamp)
      throw new UsageError(
        `${dialect.title} has no type for timestamps. Use another value of '--timestamps'.`,
      );
    if (path !== "-" && values["stdin-filename"] !== undefined)
      throw new UsageError("'--stdin-filename' names standard input. Use '-' instead of a path.");
    const settings = new Settings(io, knownDataset(values.dataset));
    const source = await readSource(path, values["stdin-filename"], io);
    if ("error" in source) {
      io.err(`weir: ${printable(`${source.path}: ${source.error}`)}\n`);
      return exit.couldNotRun;
    }
    const statements = translateDocument(
      {
        ...source,
        context: settings.contextFor(source.file),
        readFilter: (name) => readBeside(source.file, name, io),
      },
      { dialect, table, where, count, timestamps },
    );
    return print(source, statements, where, io);
  },
};

interface Source {
  readonly path: string;
  readonly file: string;
  readonly language: AnyLanguage;
  readonly text: string;
}

type Unreadable = { readonly path: string; readonly error: string };

async function readSource(
  path: string,
  stdinName: string | undefined,
  io: Io,
): Promise<Source | Unreadable> {
  if (path === "-") {
    const language = stdinLanguage(stdinName, { hosts: true });
    const name = stdinName ?? path;
    const read = await readStdin(io.stdin);
    return { path: name, file: withForwardSlashes(resolve(io.cwd, name)), language, ...read };
  }
  const [input, more] = findInputs([path], io, { hosts: true });
  if (!input || more) throw new UsageError("'weir sql' needs exactly one file.");
  return isBad(input) ? input : { ...input, ...readInput(input) };
}

function readBeside(file: string, name: string, io: Io): { text: string } | { error: string } {
  const path = withForwardSlashes(resolve(dirname(file), name));
  const read = readInput({ file: path, folder: baseFor(path, withForwardSlashes(io.cwd)) });
  return "error" in read ? { error: `'${name}': ${read.error}` } : read;
}

function print(source: Source, statements: readonly Statement[], where: boolean, io: Io): number {
  const lines = new Lines(source.text);
  const placeOf = (offset: number) => {
    const { line, character } = lines.positionAt(offset);
    return `${source.path}:${line + 1}:${character + 1}`;
  };
  if (statements.length === 0) {
    io.err(`weir: ${printable(source.path)}: No filter, job or rule in this file.\n`);
    return exit.couldNotRun;
  }
  const several = statements.length > 1;
  if (several && where) {
    const places = statements.map((it) => lines.positionAt(it.start).line + 1).join(", ");
    throw new UsageError(
      `'--where' needs a file with one filter or rule, found ${statements.length} (lines ${places}). Omit '--where'.`,
    );
  }
  let isFirst = true;
  for (const it of statements) {
    if ("error" in it) {
      io.err(`${printable(`${placeOf(it.at ?? it.start)}: ${it.error}`)}\n`);
      continue;
    }
    if (it.warning !== undefined) io.err(`${printable(`${placeOf(it.start)}: ${it.warning}`)}\n`);
    const title = several ? `-- ${printable(placeOf(it.start))}\n` : "";
    io.out((isFirst ? "" : "\n") + title + it.sql);
    isFirst = false;
  }
  return statements.some((it) => "error" in it) ? exit.found : exit.fine;
}
