import { bridgedDatasets, rowsFor } from "../bridge/rows.ts";
import { datasetNames } from "../languages.ts";
import { ObjectRow } from "../logs/rows.ts";
import { predicatesIn } from "../sql/predicates.ts";
import { parseExactly } from "../text/exact-integers.ts";
import { canonicalValue } from "../try/canonical-value.ts";
import { addValue, emptyCounts, type ResultCounts } from "../try/counts.ts";
import type { TallyOptions } from "../try/questions/question.ts";
import { emptyReport, type RunReport } from "../try/run.ts";
import type { TriedText } from "../try/subject.ts";
import type { ResolvedTry, Runner } from "../try/try-request.ts";
import { Columns, textOf } from "./columns.ts";
import { type Connection, EngineError, type Row } from "./engine.ts";
import { byValueSql, type Counting, countingSql } from "./statement.ts";
import { type TableFacts, type TranslatedText, translateText } from "./texts.ts";
import { windowSql } from "./window.ts";

/** A text that cannot be answered exactly gets the reason as its error. */
export function answerable(tried: TriedText, facts: TableFacts): TriedText {
  const { trial, dataset } = tried;
  if (!trial) return tried;
  const { trial: _, ...rest } = tried;
  if (dataset !== undefined && facts.dataset !== undefined && dataset !== facts.dataset)
    return { ...rest, error: `The table has lines of '${facts.dataset}', not of '${dataset}'.` };
  const sql = translateText(tried, facts);
  return sql && "error" in sql ? { ...rest, error: sql.error } : tried;
}

/** Counts texts on the lines of a table, as `weir try` counts them on files. */
export class TableCounter {
  readonly statements: string[] = [];
  /** Shared with the report of what was looked for: columns that are NULL on every line. */
  private readonly nulls = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly columns: Columns,
    private readonly dataset: string | undefined,
    private readonly isDry: boolean,
    /** The fields that no line has, if that is known before. */
    private readonly missing?: ReadonlySet<string>,
  ) {
    for (const it of missing ?? []) this.nulls.add(it);
  }

  static async of(connection: Connection, table: string, isDry: boolean): Promise<TableCounter> {
    const columns = new Columns(await connection.columns());
    const name =
      table
        .replace(/["'`\]]/g, "")
        .split(".")
        .at(-1) ?? "";
    const dataset = datasetNames.includes(name) ? name : undefined;
    return new TableCounter(connection, columns, dataset, isDry);
  }

  /** All texts on one table. Those that the engine cannot answer exactly get the reason as their error. */
  resolve(resolved: ResolvedTry, path: string): ResolvedTry {
    const known = new Map(resolved.texts.map((it) => [it, answerable(it, this.facts)]));
    const texts = resolved.texts.map((it) => known.get(it) ?? it);
    return { texts, groups: [{ texts: [...texts], found: [{ path, file: undefined }] }] };
  }

  private get facts(): TableFacts {
    const { columns, dataset, nulls } = this;
    return { dialect: this.connection.dialect, columns, dataset, nulls };
  }

  readonly run: Runner = async (texts, question) => {
    // What is missing is known from the columns, and what is NULL once it is counted.
    if (question.find) return { ...emptyReport(), nulls: this.nulls };
    const report = emptyReport(emptyCounts(texts, question));
    const window =
      question.window && (await windowSql(question.window, this.columns, this.connection));
    const fields = texts.flatMap((it) => (it.rule ? [] : (it.trial?.fields ?? [])));
    const ofRules = texts.flatMap((it) => (it.rule ? (it.trial?.fields ?? []) : []));
    const looked = this.missing ? ofRules : [...fields, ...question.by, ...ofRules];
    const presence = [...new Set(looked)].filter((it) => this.columns.has(it));
    let counting = this.counting(texts, question, window, presence);
    if (this.isDry) {
      await this.send(countingSql(counting, this.connection));
      await this.countValues(report, counting, question);
      return report;
    }
    let row = await this.ask(counting);
    const lines = countIn(row, "n");
    const sparse = new Set<string>();
    presence.forEach((it, index) => {
      const count = countIn(row, `has_${index}`);
      if (lines > 0 && count === 0 && !this.missing) this.nulls.add(it);
      if (count < lines) sparse.add(it);
    });
    if (!this.missing && fields.some((it) => this.nulls.has(it))) {
      counting = this.counting(texts, question, window, []);
      row = await this.ask(counting);
    }
    readCounts(report, counting, row, sparse);
    await this.countValues(report, counting, question);
    return report;
  };

  private counting(
    tried: readonly TriedText[],
    { explain, head }: TallyOptions,
    window: string | undefined,
    presence: readonly string[],
  ): Counting {
    const texts = tried.map((it): TranslatedText | undefined => {
      const sql = translateText(it, this.facts);
      return sql && "tree" in sql ? sql : undefined;
    });
    return { texts, tried, columns: this.columns, explain, window, head, presence };
  }

  private async ask(counting: Counting): Promise<Row> {
    const rows = await this.send(countingSql(counting, this.connection));
    const [row] = rows;
    if (!row || rows.length > 1)
      throw new EngineError(`The engine answered with ${rows.length} rows instead of one.`);
    return row;
  }

  /** The statements of a dry run are only kept. */
  private async send(statement: string): Promise<readonly Row[]> {
    refuseLong(statement, this.connection);
    this.statements.push(statement);
    if (this.isDry) return [];
    const rows = await this.connection.rows(statement);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value])),
    );
  }

  private async countValues(
    report: RunReport,
    counting: Counting,
    { by }: TallyOptions,
  ): Promise<void> {
    for (const field of by) {
      const column = this.columns.get(field);
      if (!column || this.nulls.has(field)) continue;
      const { dialect } = this.connection;
      const name = dialect.identifier(column.name);
      const { kind } = column;
      const isPlain =
        !kind || kind === "text" || kind === "integer" || kind === "float" || kind === "boolean";
      const { jsonOf } = this.connection;
      const value = jsonOf?.(field) ?? (isPlain ? name : textOf(name, kind, dialect));
      const sql = (order?: string) =>
        byValueSql(counting, this.connection, value, order, mostValues);
      const rows = await this.send(sql());
      if (rows.length < mostValues) {
        addValues(report, counting, field, rows, jsonOf !== undefined);
        continue;
      }
      // With more values than the engine returns, each side has its own most frequent ones.
      for (const index of counting.texts.keys())
        for (const side of sides)
          if (counting.texts[index])
            addValues(
              report,
              counting,
              field,
              await this.send(sql(`${side}_${index}`)),
              jsonOf !== undefined,
              [index, side],
            );
    }
  }
}

/** The most rows that Log Explorer returns. */
const mostValues = 10_000;
const sides = ["kept", "dropped"] as const;

function refuseLong(statement: string, { mostPredicates }: Connection): void {
  const count = mostPredicates === undefined ? 0 : predicatesIn(statement);
  if (mostPredicates !== undefined && count > mostPredicates)
    throw new EngineError(
      `The statement needs ${count} predicates; the engine accepts ${mostPredicates}. Try fewer texts at once, omit '--explain', or shorten the text with 'weir shrink'.`,
    );
}

/** A count may arrive as text. Anything else is no count. */
function countIn(row: Row, name: string): number {
  const value = row[name];
  const count = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  const whole = typeof count === "bigint" ? Number(count) : count;
  if (typeof whole === "number" && Number.isSafeInteger(whole) && whole >= 0) return whole;
  throw new EngineError(
    value === undefined
      ? `The engine's answer has no column '${name}'.`
      : `The engine answered ${JSON.stringify(String(value))} instead of a count.`,
  );
}

function readCounts(
  report: RunReport,
  { texts, tried, explain }: Counting,
  row: Row,
  sparse: ReadonlySet<string>,
): void {
  const { logs, results } = report.counts;
  const lines = countIn(row, "n");
  const within = (name: string): number => {
    const count = countIn(row, name);
    if (count > lines)
      throw new EngineError(`The engine counted ${count} of ${lines} lines, which cannot be.`);
    return count;
  };
  logs.lines = lines;
  if ("subrequests" in row) logs.subrequests = within("subrequests");
  results.forEach((result, index) => {
    const text = texts[index];
    if (tried[index]?.place) readReach(result, index, within);
    if (!text) return;
    const [kept, dropped] = [within(`kept_${index}`), within(`dropped_${index}`)];
    if (kept + dropped > lines) throw new EngineError("The engine's counts do not add up.");
    result.kept = kept;
    result.undetermined = lines - kept - dropped;
    result.outputBytes = Number.NaN;
    result.missed = text.tried.rule ? missedBy(text, result.undetermined, sparse) : text.unknown;
    result.lacked = text.lacked;
    if (explain)
      result.conditions.forEach((it, at) => {
        it.holds = within(`holds_${index}_${at}`);
        it.decides = within(`decides_${index}_${at}`);
      });
  });
}

/** What a rule does not know on some lines: fields of requests that no row of columns has on all of them. */
function missedBy(
  { tried: { rule, dataset }, unknown, lacked }: TranslatedText,
  undetermined: number,
  sparse: ReadonlySet<string>,
): readonly string[] {
  if (undetermined === 0) return [];
  const datasets = bridgedDatasets.filter((it) => dataset === undefined || it === dataset);
  const isOpen = (log: string) => sparse.has(log) || lacked.includes(log);
  const fields = (rule?.fields ?? []).filter((field) => {
    const rows = datasets.flatMap((it) => rowsFor(field, it));
    return rows.length > 0 && rows.every(({ logs }) => logs.some(isOpen));
  });
  return [...new Set([...unknown, ...fields])];
}

function readReach(result: ResultCounts, index: number, within: (name: string) => number): void {
  result.reached = within(`reached_${index}`);
  result.reachedAtMost = within(`reachable_${index}`);
  result.acts = within(`acts_${index}`);
  result.actsAtMost = within(`may_act_${index}`);
}

/** Values that are written in different ways are one. */
function addValues(
  { counts }: RunReport,
  { texts }: Counting,
  field: string,
  rows: readonly Row[],
  isJson: boolean,
  only?: readonly [index: number, side: (typeof sides)[number]],
): void {
  for (const row of rows)
    counts.results.forEach(({ by }, index) => {
      const text = texts[index];
      if (!text || (only && only[0] !== index)) return;
      const given = isJson && typeof row.v === "string" ? parseExactly(row.v) : row.v;
      const value = canonicalValue(new ObjectRow({ [field]: given }), field, text.tried);
      for (const side of only ? [only[1]] : sides) {
        const count = countIn(row, `${side}_${index}`);
        if (count > 0) addValue(by[field]?.[side], value, count);
      }
    });
}
