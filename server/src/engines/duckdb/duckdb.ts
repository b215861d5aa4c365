import { stat } from "node:fs/promises";
import { subrequestFields } from "../../bridge/rows.ts";
import type { LogFieldType, LogTest } from "../../core/log-test.ts";
import { ObjectRow } from "../../logs/rows.ts";
import type { LogSource } from "../../logs/source.ts";
import { type Dialect, isLong, isNumeric } from "../../sql/dialect.ts";
import { duckdb as dialect, longDuckdb } from "../../sql/dialects/duckdb.ts";
import { emptyCounts } from "../../try/counts.ts";
import type { TallyOptions } from "../../try/questions/question.ts";
import { emptyReport, type RunEvents, type RunReport } from "../../try/run.ts";
import type { TriedText } from "../../try/subject.ts";
import { formProblem, timestampForms } from "../../try/timestamp-forms.ts";
import { addReport, type ResolvedTry, type Runner } from "../../try/try-request.ts";
import { loadInstalled } from "../../workspace/installed-package.ts";
import { Columns, typesIn } from "../columns.ts";
import { answerable, TableCounter, withoutDistrusted, withTexts } from "../count.ts";
import type { Column, ColumnKind } from "../engine.ts";
import { connectionTo, firstLine, trialServer, withDuckdb } from "./connection.ts";
import {
  type Asked,
  type DuckdbConnection,
  type DuckdbModule,
  type Table,
  tableOf,
} from "./table.ts";

/** Counts on log files with DuckDB: each file is a table. DuckDB is not part of Weir: users install it beside it. */

const packageName = "@duckdb/node-api";

/** The variable that names the folder of another installation. */
export const duckdbVariable = "WEIR_DUCKDB";

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

/** Counts on files, which are asked one after the other, so that an unreadable one does not affect the others. */
export class DuckdbCounter {
  readonly statements: string[] = [];

  constructor(
    private readonly duckdb: DuckdbModule,
    private readonly threads: number | undefined,
    private readonly isDry = false,
  ) {}

  /** Replaces texts that DuckDB cannot count, or gets wrong on known rows, by errors. */
  async resolve(resolved: ResolvedTry): Promise<ResolvedTry> {
    const all = [...resolved.texts, ...resolved.groups.flatMap((it) => it.texts)];
    const columns = new Columns(columnsOf(all, false).map(asColumn));
    const facts = { dialect, columns, dataset: undefined, nulls: new Set<string>() };
    const own = withTexts(resolved, (it) => answerable(it, facts));
    if (this.isDry) return own;
    return withDuckdb(this.duckdb, 1, {}, async (connection) =>
      withoutDistrusted(own, facts, await trialServer(connection, dialect)),
    );
  }

  readonly run: Runner = async (texts, question, sources, events) => {
    return withDuckdb(this.duckdb, this.threads, events, async (connection) => {
      const run = new DuckdbRun(texts, question, connection, events, this.isDry);
      const report = await (question.find ? run.look(question.find, sources) : run.count(sources));
      this.statements.push(...run.statements);
      return report;
    });
  };
}

class DuckdbRun {
  readonly statements: string[] = [];
  private readonly asked: Asked;
  private readonly columns: Columns;
  private readonly dialect: Dialect;

  constructor(
    private readonly texts: readonly TriedText[],
    private readonly question: TallyOptions,
    private readonly connection: DuckdbConnection,
    private readonly events: RunEvents,
    private readonly isDry: boolean,
  ) {
    const isWide = texts.some(({ test }) => test !== undefined && hasLong(test));
    const columns = columnsOf(texts, isWide);
    this.asked = { columns, values: question.by, times: question.window?.fields ?? [] };
    this.columns = new Columns([...question.by.map(untyped), ...columns.map(asColumn)]);
    this.dialect = isWide ? longDuckdb : dialect;
  }

  /** Looks for fields that no line of a file has, in its first lines before all of them. */
  async look(fields: readonly string[], sources: readonly LogSource[]): Promise<RunReport> {
    const report = emptyReport();
    const known = new Set(this.asked.columns.map((it) => it.name));
    const columns = [
      ...this.asked.columns,
      ...fields.flatMap((name) =>
        known.has(name) ? [] : { name, type: undefined, isLong: false },
      ),
    ];
    for (const source of sources)
      for (const limit of [" LIMIT 1000", ""]) {
        if (this.events.isStopped?.()) return report;
        if (report.missing.get(source.path)?.length === 0) break;
        const found = await this.lackingIn(source, columns, limit).catch(() => undefined);
        if (!found) continue;
        const lacking = fields.filter((it) => found.includes(it));
        report.missing.set(source.path, lacking);
        if (limit === "" && lacking.length > 0)
          for (const it of await this.nullsIn(source, lacking)) report.nulls.add(it);
      }
    return report;
  }

  /** Undefined without lines. */
  private async lackingIn(
    source: LogSource,
    columns: Asked["columns"],
    limit: string,
  ): Promise<readonly string[] | undefined> {
    const { raw, has } = await tableOf(source, { columns, values: [], times: [] }, this.connection);
    const counts = has.map((it) => `count(*) FILTER (WHERE ${it})`);
    const [lines, ...found] = await this.numbersOf(
      `SELECT ${["count(*)", ...counts].join(", ")} FROM (SELECT * FROM ${raw}${limit})`,
    );
    return lines ? columns.flatMap(({ name }, index) => (found[index] ? [] : [name])) : undefined;
  }

  private async nullsIn(source: LogSource, fields: readonly string[]): Promise<readonly string[]> {
    const { nulls } = await tableOf(source, this.asked, this.connection);
    const found = nulls ? await this.numbersOf(nulls(fields)) : [];
    return fields.filter((_, index) => found[index]);
  }

  private async numbersOf(sql: string): Promise<readonly number[]> {
    const [row = []] = (await this.connection.runAndReadAll(sql)).getRows();
    return row.map(Number);
  }

  async count(sources: readonly LogSource[]): Promise<RunReport> {
    const sum = emptyReport(emptyCounts(this.texts, this.question));
    let { head } = this.question;
    for (const source of sources) {
      if (head !== undefined && head <= 0) break;
      if (this.events.isStopped?.()) {
        sum.unread++;
        continue;
      }
      const report = await this.countIn(source, head);
      if (head !== undefined) head -= report.counts.logs.lines;
      addReport(sum, report);
    }
    return sum;
  }

  private async countIn(source: LogSource, head: number | undefined): Promise<RunReport> {
    const { path, missing = [] } = source;
    try {
      const table = await tableOf(source, this.asked, this.connection);
      const unknown = new Set(missing);
      const counter = new TableCounter(
        connectionTo(table, this.dialect, this.connection),
        this.columns,
        undefined,
        this.isDry,
        unknown,
      );
      const report = await counter.run(
        this.texts,
        { ...this.question, head },
        [],
        this.events,
        undefined,
      );
      this.statements.push(...counter.statements);
      for (const message of this.isDry ? [] : await this.formProblems(table, unknown))
        report.notes.push({ path, message });
      if (source.file !== undefined) this.events.onBytes?.((await stat(source.file)).size);
      return report;
    } catch (error) {
      const report = emptyReport(emptyCounts(this.texts, this.question));
      if (this.events.isStopped?.()) report.unread++;
      else report.errors.push({ path, message: firstLine(error) });
      return report;
    }
  }

  /** Timestamps in another format than the timestamps in the texts. Compares one timestamp of each shape. */
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
}

/** Logs of one job have one shape. */
const mostShapes = 10;

/** Whether a text has an integer of more than 64 bits. Then its column has that size for all texts. */
function hasLong(test: LogTest): boolean {
  return test.kind === "group"
    ? test.parts.some(hasLong)
    : test.values.some((it) => isNumeric(it) && isLong(it));
}

/** The columns that the texts need, with the types of their fields. */
function columnsOf(texts: readonly TriedText[], isLong: boolean): Asked["columns"] {
  const types = new Map<string, LogFieldType | undefined>();
  const add = (test: LogTest): void => {
    if (test.kind === "group") test.parts.forEach(add);
    else types.set(test.field, test.type);
  };
  for (const { trial, test, rule, dataset = "http_requests", subject } of texts) {
    if (trial && test) add(test);
    if (!trial || !rule) continue;
    const typeOf = typesIn(dataset, subject.context.extraFields);
    for (const it of [...trial.fields, ...subrequestFields])
      if (!types.has(it)) types.set(it, typeOf(it));
  }
  return [...types].map(([name, type]) => ({ name, type, isLong }));
}

const kinds: Readonly<Record<LogFieldType, ColumnKind | undefined>> = {
  string: "text",
  int: "integer",
  float: "float",
  bool: "boolean",
  "array[string]": "array",
  "array[int]": "array",
  "int or string": undefined,
  "array[object]": undefined,
  object: undefined,
};

export function asColumn({ name, type }: Asked["columns"][number]): Column {
  return { name, kind: type && kinds[type] };
}

function untyped(name: string): Column {
  return { name, kind: undefined };
}
