import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { LogTest } from "../core/log-test.ts";
import { missingColumns } from "../logs/sink.ts";
import type { LogSource } from "../logs/source.ts";
import { type Dialect, isLong, isNumeric } from "../sql/dialect.ts";
import { duckdb, longDuckdb } from "../sql/dialects/duckdb.ts";
import { type SqlTranslation, translateFilter } from "../sql/translate.ts";
import type { DuckdbConnection, DuckdbModule } from "./duckdb-module.ts";
import { type Column, tableOf } from "./duckdb-table.ts";
import type { LogProblem, RunEvents, RunReport } from "./run.ts";
import type { TriedText } from "./subject.ts";
import { emptyResult } from "./tally.ts";
import { addReport, emptyReport, type ResolvedTry, type Runner } from "./try-request.ts";

/** Runs filters and jobs on log files with DuckDB. It is not part of Weir: users install it in their own project. */

const packageName = "@duckdb/node-api";

/** Loads DuckDB as installed for a folder, or returns a refusal with advice. */
export function loadDuckdb(folder: string): DuckdbModule | { readonly refusal: string } {
  const requireThere = createRequire(join(folder, "package.json"));
  let path: string;
  try {
    path = requireThere.resolve(packageName);
  } catch {
    return {
      refusal: `'--engine duckdb' needs the package '${packageName}', which is not installed in this folder. Run 'npm install ${packageName}'.`,
    };
  }
  try {
    return requireThere(path);
  } catch (error) {
    return { refusal: `Cannot load '${packageName}'. ${firstLine(error)}` };
  }
}

/** Replaces texts that DuckDB cannot count by errors. */
export function resolveForDuckdb({ texts, groups }: ResolvedTry): ResolvedTry {
  const known = new Map(texts.map((it) => [it, translatable(it)]));
  const replaced = (it: TriedText) => known.get(it) ?? it;
  return {
    texts: texts.map(replaced),
    groups: groups.map((it) => ({ ...it, texts: it.texts.map(replaced) })),
  };
}

function translatable(tried: TriedText): TriedText {
  if (!tried.trial) return tried;
  const { trial: _, ...rest } = tried;
  if (!tried.test) return { ...rest, error: "Rules cannot be tried with '--engine duckdb'." };
  const sql = translated(tried.test);
  return "error" in sql ? { ...rest, error: sql.error } : tried;
}

function translated(test: LogTest, dialect = duckdb): SqlTranslation {
  const filter = { dataset: "", test, comments: [] };
  return translateFilter(filter, { dialect, where: true });
}

/** Runs one query per file, so that an unreadable file does not affect the others. */
export function duckdbRunner(duckdb: DuckdbModule, threads: number | undefined): Runner {
  return async (texts, question, sources, events) => {
    const instance = await duckdb.DuckDBInstance.create(":memory:", {
      // No downloads: the required extensions are built in.
      autoinstall_known_extensions: "false",
      ...(threads !== undefined && { threads: String(Math.max(1, threads)) }),
    });
    const connection = await instance.connect();
    const watch = setInterval(() => events.isStopped?.() && connection.interrupt(), interval);
    try {
      const sum = emptyReport(texts.map((it) => emptyResult(it, question)));
      for (const source of sources) {
        if (events.isStopped?.()) break;
        addReport(sum, await countIn(source, texts, connection, events));
      }
      return sum;
    } finally {
      clearInterval(watch);
      connection.closeSync();
      instance.closeSync();
    }
  };
}

/** The interval for checking interrupts, in milliseconds. */
const interval = 100;

async function countIn(
  { path, file }: LogSource,
  texts: readonly TriedText[],
  connection: DuckdbConnection,
  events: RunEvents,
): Promise<RunReport> {
  const report = emptyReport(texts.map((it) => emptyResult(it, { by: [], explain: false })));
  const problem = (message: string): LogProblem => ({ path, message });
  try {
    const isWide = texts.some(({ test }) => test !== undefined && hasLong(test));
    const table = await tableOf({ path, file }, columnsOf(texts, isWide), connection);
    if (table.missing.length > 0) report.notes.push(problem(missingColumns(table.missing)));
    const conditions = texts.map((it) => conditionOf(it, isWide ? longDuckdb : duckdb));
    const counts = conditions.map((it) => `count(*) FILTER (WHERE ${it})`);
    const empty = `count(*) FILTER (WHERE ${table.isEmpty ?? "FALSE"})`;
    const sql = `SELECT ${["count(*)", empty, ...counts].join(",\n")}\nFROM ${table.sql}`;
    const [lines = 0, emptyLines = 0, ...kept] = await numbersOf(sql, connection);
    const [others = 0] =
      emptyLines > 0 && table.others ? await numbersOf(table.others, connection) : [];
    if (others > 0) throw new Error("A line is not a JSON object.");
    const size = file === undefined ? 0 : (await stat(file)).size;
    events.onBytes?.(size);
    report.counts.logs.lines = lines;
    report.counts.logs.bytes = size;
    report.counts.results.forEach((it, index) => {
      it.kept = kept[index] ?? 0;
      it.outputBytes = Number.NaN;
    });
  } catch (error) {
    if (!events.isStopped?.()) report.errors.push(problem(firstLine(error)));
  }
  return report;
}

async function numbersOf(sql: string, connection: DuckdbConnection): Promise<number[]> {
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  return row.map(Number);
}

function conditionOf({ trial, test }: TriedText, dialect: Dialect): string {
  const sql = trial && test && translated(test, dialect);
  return sql && "sql" in sql ? sql.sql : "FALSE";
}

/** Whether a text has an integer of more than 64 bits. Then its column has that size for all texts. */
function hasLong(test: LogTest): boolean {
  return test.kind === "group"
    ? test.parts.some(hasLong)
    : test.values.some((it) => isNumeric(it) && isLong(it));
}

function columnsOf(texts: readonly TriedText[], isLong: boolean): readonly Column[] {
  const columns = new Map<string, Column>();
  const add = (test: LogTest): void => {
    if (test.kind === "group") test.parts.forEach(add);
    else columns.set(test.field, { name: test.field, type: test.type, isLong });
  };
  for (const { trial, test } of texts) if (trial && test) add(test);
  return [...columns.values()];
}

/** DuckDB explains errors on several lines, with parts of the query. */
function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}
