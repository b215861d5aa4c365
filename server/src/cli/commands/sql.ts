import { dirname, resolve } from "node:path";
import { type AnyLanguage, languageOfText } from "../../languages.ts";
import { dialectNames } from "../../sql/dialect-names.ts";
import { dialects } from "../../sql/dialects.ts";
import { type Statement, translateDocument } from "../../sql/document.ts";
import { timestampColumns } from "../../sql/timestamp-condition.ts";
import { Lines } from "../../text/lines.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { alternatives } from "../../text/wording.ts";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { knownDataset, oneOf, readArguments } from "../arguments.ts";
import { findInputs, isBad, readInput, readStdin } from "../inputs.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { Settings } from "../settings.ts";

/** Names in the second column of the options. */
function indented(names: readonly string[]): string {
  const half = Math.ceil(names.length / 2);
  const rows = [names.slice(0, half), names.slice(half)].map((it) => it.join(", "));
  return rows.join(`,\n${" ".repeat(24)}`);
}

export const sql: Command = {
  name: "sql",
  summary: "Print a filter, job or rule as SQL",
  usage: `weir sql FILE --dialect NAME
  Prints a statement that selects the log lines that a filter or job keeps, or
  that a rule matches. For a Terraform, YAML, JSON or Markdown file, prints one
  for each filter, job and rule in it. '-' reads standard input.

  --dialect NAME        ${indented(dialectNames)}
  --table SQL           The table to select from (default: the dataset; for
                        duckdb, files in 'logs')
  --where               Print the condition alone
  --count               Count the lines instead of selecting them
  --timestamps TYPE     How the table stores timestamps:
                        ${indented(timestampColumns)}
                        (default: as in the filter; any for duckdb and sqlite)
  --dataset NAME        Dataset of the filter, or of the log lines of a rule
  --format pretty|json  Output format

Exit codes: 0 done, 1 a file cannot be translated, 2 could not run.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      dialect: { type: "string" },
      table: { type: "string" },
      where: { type: "boolean", default: false },
      count: { type: "boolean", default: false },
      timestamps: { type: "string" },
      dataset: { type: "string" },
      format: { type: "string", default: "pretty" },
    });
    const isJson = oneOf("--format", values.format, ["pretty", "json"]) === "json";
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
    const settings = new Settings(io, knownDataset(values.dataset));
    const source = await readSource(path, io);
    if ("error" in source) throw new UsageError(`${source.path}: ${source.error}`);
    const statements = translateDocument(
      {
        ...source,
        context: settings.contextFor(source.file),
        readFilter: (name) => readBeside(source.file, name, io),
      },
      { dialect, table, where, count, timestamps },
    );
    return print(source, statements, { where, isJson }, io);
  },
};

interface Source {
  readonly path: string;
  readonly file: string;
  readonly language: AnyLanguage;
  readonly text: string;
}

type Unreadable = { readonly path: string; readonly error: string };

async function readSource(path: string, io: Io): Promise<Source | Unreadable> {
  if (path === "-") {
    const read = await readStdin(io.stdin);
    if ("error" in read) return { path, ...read };
    const file = withForwardSlashes(resolve(io.cwd, path));
    return { path, file, language: languageOfText(read.text), ...read };
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

function print(
  source: Source,
  statements: readonly Statement[],
  { where, isJson }: { readonly where: boolean; readonly isJson: boolean },
  io: Io,
): number {
  const lines = new Lines(source.text);
  const placeOf = (offset: number) => {
    const { line, character } = lines.positionAt(offset);
    return `${source.path}:${line + 1}:${character + 1}`;
  };
  if (statements.length === 0)
    throw new UsageError(`${source.path}: No filter, job or rule in this file.`);
  const several = statements.length > 1;
  if (several && where) {
    const places = statements.map((it) => lines.positionAt(it.start).line + 1).join(", ");
    throw new UsageError(
      `'--where' needs a file with one filter or rule, found ${statements.length} (lines ${places}). Omit '--where'.`,
    );
  }
  const status = statements.some((it) => "error" in it) ? exit.found : exit.fine;
  if (isJson) {
    const results = statements.map(({ start, ...it }) => ({
      path: source.path,
      start: lines.positionAt("error" in it ? (it.at ?? start) : start),
      ...("error" in it ? { error: it.error } : { sql: it.sql, warning: it.warning }),
    }));
    io.out(`${printableJson({ version: 1, results })}\n`);
    return status;
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
  return status;
}
