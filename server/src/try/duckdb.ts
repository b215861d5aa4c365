import { stat } from "node:fs/promises";
import type { LogTest } from "../core/log-test.ts";
import { ObjectRow } from "../logs/rows.ts";
import type { LogSource } from "../logs/source.ts";
import { type Dialect, isLong, isNumeric } from "../sql/dialect.ts";
import { duckdb, longDuckdb } from "../sql/dialects/duckdb.ts";
import { type SqlTranslation, translateFilter } from "../sql/translate.ts";
import { loadInstalled } from "../workspace/installed-package.ts";
import { emptyCounts } from "./counts.ts";
import type { DuckdbConnection, DuckdbModule } from "./duckdb-table.ts";
import { type Column, type Table, tableOf } from "./duckdb-table.ts";
import { emptyReport, type RunEvents, type RunReport } from "./run.ts";
import type { TriedText } from "./subject.ts";
import { formProblem, timestampForms } from "./timestamp-forms.ts";
import { addReport, type ResolvedTry, type Runner } from "./try-request.ts";

/** Runs filters and jobs on log files with DuckDB. It is not part of Weir: users install it beside it. */

const packageName = "@duckdb/node-api";

/** The variable that names the folder of another installation. */
export const duckdbVariable = "WEIR_DUCKDB";

export { packageFolders as duckdbFolders } from "../workspace/installed-package.ts";

/** Loads DuckDB from the first folder that has it, or returns a refusal with advice. */
export function loadDuckdb(
  folders: readonly string[],
): DuckdbModule | { readonly refusal: string } {
  try {
    const found = loadInstalled(packageName, folders);
    return found === undefined ? { refusal: notInstalled } : (found as DuckdbModule);
  } catch (error) {
    return { refusal: `Cannot load '${packageName}'. ${firstLine(error)}` };
  }
}

const notInstalled = `'--engine duckdb' needs the package '${packageName}' beside Weir. Install both in one place, as with 'npm install --global @weir-tools/weir ${packageName}', or set '${duckdbVariable}' to the folder where it is installed. Packages of the working folder are not loaded.`;

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
      const run = new DuckdbRun(texts, connection, events);
      return await (question.find ? run.look(question.find, sources) : run.count(sources));
    } finally {
      clearInterval(watch);
      connection.closeSync();
      instance.closeSync();
    }
  };
}

/** The interval for checking interrupts, in milliseconds. */
const interval = 100;

class DuckdbRun {
  private readonly columns: readonly Column[];
  private readonly dialect: Dialect;

  constructor(
    private readonly texts: readonly TriedText[],
    private readonly connection: DuckdbConnection,
    private readonly events: RunEvents,
  ) {
    const isWide = texts.some(({ test }) => test !== undefined && hasLong(test));
    this.columns = columnsOf(texts, isWide);
    this.dialect = isWide ? longDuckdb : duckdb;
  }

  /** Looks for fields that no line of a file has, in its first lines before all of them. */
  async look(fields: readonly string[], sources: readonly LogSource[]): Promise<RunReport> {
    const report = emptyReport();
    for (const source of sources)
      for (const limit of [" LIMIT 1000", ""]) {
        if (this.events.isStopped?.()) return report;
        if (report.missing.get(source.path)?.length === 0) break;
        const found = await this.lackingIn(source, limit).catch(() => undefined);
        if (found)
          report.missing.set(
            source.path,
            fields.filter((it) => found.includes(it)),
          );
      }
    return report;
  }

  /** Undefined without lines. */
  private async lackingIn(
    source: LogSource,
    limit: string,
  ): Promise<readonly string[] | undefined> {
    const { raw, has } = await tableOf(source, this.columns, this.connection);
    const counts = has.map((it) => `count(*) FILTER (WHERE ${it})`);
    const sql = `SELECT ${["count(*)", ...counts].join(", ")} FROM (SELECT * FROM ${raw}${limit})`;
    const [lines, ...found] = await numbersOf(sql, this.connection);
    return lines
      ? this.columns.flatMap(({ name }, index) => (found[index] ? [] : [name]))
      : undefined;
  }

  async count(sources: readonly LogSource[]): Promise<RunReport> {
    const sum = this.emptyReport();
    for (const source of sources)
      if (this.events.isStopped?.()) sum.unread.push(source.path);
      else addReport(sum, await this.countIn(source));
    return sum;
  }

  private emptyReport(): RunReport {
    return emptyReport(emptyCounts(this.texts, { by: [], explain: false }));
  }

  private async countIn(source: LogSource): Promise<RunReport> {
    const { path, file, missing } = source;
    const report = this.emptyReport();
    try {
      const table = await tableOf(source, this.columns, this.connection);
      const size = file === undefined ? 0 : (await stat(file)).size;
      const unknown = new Set(missing);
      await this.countRows(table, unknown, size, report);
      for (const message of await this.formProblems(table, unknown))
        report.notes.push({ path, message });
      this.events.onBytes?.(size);
    } catch (error) {
      if (this.events.isStopped?.()) report.unread.push(path);
      else report.errors.push({ path, message: firstLine(error) });
    }
    return report;
  }

  /** Timestamps in another format than those of the texts. Compares one timestamp of each shape. */
  private async formProblems(table: Table, unknown: ReadonlySet<string>): Promise<string[]> {
    const problems: string[] = [];
    for (const form of timestampForms(this.texts)) {
      const { field } = form;
      if (unknown.has(field)) continue;
      const text = this.dialect.timeText(this.dialect.identifier(field), "");
      const sql = `SELECT first(v) FROM (SELECT ${text} AS v FROM ${table.sql}) WHERE v <> '' GROUP BY regexp_replace(v, '[0-9]', '0', 'g') LIMIT ${mostShapes}`;
      const rows = (await this.connection.runAndReadAll(sql)).getRows();
      const found = rows.map(([value]) => formProblem(form, new ObjectRow({ [field]: value })));
      problems.push(...found.filter((it) => typeof it === "string").slice(0, 1));
    }
    return problems;
  }

  private async countRows(
    table: Table,
    unknown: ReadonlySet<string>,
    size: number,
    report: RunReport,
  ): Promise<void> {
    const conditions = this.texts.flatMap((it) => [
      conditionOf(it, this.dialect, unknown, false),
      conditionOf(it, this.dialect, unknown, true),
    ]);
    const counts = conditions.map((it) => `count(*) FILTER (WHERE ${it})`);
    const empty = `count(*) FILTER (WHERE ${table.isEmpty ?? "FALSE"})`;
    const sql = `SELECT ${["count(*)", empty, ...counts].join(",\n")}\nFROM ${table.sql}`;
    const [lines = 0, emptyLines = 0, ...found] = await numbersOf(sql, this.connection);
    const [others = 0] =
      emptyLines > 0 && table.others ? await numbersOf(table.others, this.connection) : [];
    if (others > 0) throw new Error("A line is not a JSON object.");
    report.counts.logs.lines = lines;
    report.counts.logs.bytes = size;
    report.counts.results.forEach((it, index) => {
      const [least = 0, most = 0] = found.slice(2 * index);
      it.kept = least;
      it.undetermined = most - least;
      it.keptBytes = lines > 0 ? Math.round((size * least) / lines) : 0;
      it.outputBytes = Number.NaN;
      it.missed = (this.texts[index]?.trial?.fields ?? []).filter((field) => unknown.has(field));
    });
  }
}

/** Logs of one job have one shape. */
const mostShapes = 10;

async function numbersOf(sql: string, connection: DuckdbConnection): Promise<number[]> {
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  return row.map(Number);
}

/** With the given result of the conditions on unknown fields. */
function conditionOf(
  { trial, test }: TriedText,
  dialect: Dialect,
  unknown: ReadonlySet<string>,
  result: boolean,
): string {
  const sql = trial && test && translated(withResult(test, unknown, result), dialect);
  return sql && "sql" in sql ? sql.sql : "FALSE";
}

/** Filters have no negation of groups: if more conditions hold, no fewer lines are kept. */
function withResult(test: LogTest, unknown: ReadonlySet<string>, result: boolean): LogTest {
  if (test.kind === "group")
    return { ...test, parts: test.parts.map((it) => withResult(it, unknown, result)) };
  const { start, end } = test;
  if (!unknown.has(test.field)) return test;
  return { kind: "group", start, end, logical: result ? "and" : "or", parts: [] };
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
