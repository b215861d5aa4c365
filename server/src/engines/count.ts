import { datasetNames } from "../languages.ts";
import { predicatesIn } from "../sql/dialect.ts";
import { emptyCounts } from "../try/counts.ts";
import type { TallyOptions } from "../try/questions/question.ts";
import { emptyReport, type RunEvents, type RunReport } from "../try/run.ts";
import type { TriedText } from "../try/subject.ts";
import type { ResolvedTry, Runner } from "../try/try-request.ts";
import { addValues, countIn, readCounts, sides } from "./answers.ts";
import { Columns, textOf } from "./columns.ts";
import { type Connection, EngineError, type Row, writtenFor } from "./engine.ts";
import { linesSql, linesWith, lineText, mostPrinted, printedCount } from "./printed.ts";
import { byValueSql, type Counting, countingSql, mostNeeded } from "./statement.ts";
import { type TableFacts, type TranslatedText, translateText } from "./texts.ts";
import { countAccepted } from "./trial/accepted.ts";
import { distrusted, type TrialServer } from "./trial/distrusted.ts";
import { windowSql } from "./window.ts";

/** A text that cannot be answered exactly gets the reason as its error. */
export function answerable(tried: TriedText, facts: TableFacts): TriedText {
  const { trial, dataset } = tried;
  if (!trial) return tried;
  const { trial: _, ...rest } = tried;
  if (dataset !== undefined && facts.dataset !== undefined && dataset !== facts.dataset)
    return { ...rest, error: `The table has lines of '${facts.dataset}', not of '${dataset}'.` };
  const sql = translateText(tried, facts);
  if (sql && "error" in sql) return { ...rest, error: sql.error };
  const { mostPredicates = Number.POSITIVE_INFINITY, title } = facts.dialect;
  const needed =
    sql && mostPredicates < Number.POSITIVE_INFINITY ? mostNeeded(sql) + (facts.reserved ?? 0) : 0;
  if (needed <= mostPredicates) return tried;
  const error = `It needs ${needed} predicates with the time range; ${title} accepts ${mostPredicates}. Shorten it with 'weir shrink'.`;
  return { ...rest, error };
}

/** The same question about other texts. */
export function withTexts(
  { texts, changes, groups }: ResolvedTry,
  replace: (tried: TriedText) => TriedText,
): ResolvedTry {
  const all = groups.flatMap((it) => it.texts);
  const known = new Map([...texts, ...all].map((it) => [it, replace(it)]));
  const replaced = (it: TriedText) => known.get(it) ?? it;
  return {
    texts: texts.map(replaced),
    changes: changes?.map(({ now, before }) => ({
      now: now && replaced(now),
      before: before && replaced(before),
    })),
    groups: groups.map((it) => ({ ...it, texts: it.texts.map(replaced) })),
  };
}

/** The dataset of the lines, if the name of the table tells. */
export function datasetIn(table: string): string | undefined {
  const name = table
    .replace(/["'`\]]/g, "")
    .split(".")
    .at(-1);
  return datasetNames.find((it) => it === name);
}

/** Replaces the texts with a condition that the server gets wrong, or refuses, by errors. */
export async function withoutDistrusted(
  resolved: ResolvedTry,
  facts: TableFacts,
  server: TrialServer,
): Promise<ResolvedTry> {
  const conditions = new Map(
    resolved.groups
      .flatMap((it) => it.texts)
      .map((it) => {
        const sql = translateText(it, facts);
        return [it, sql && "untried" in sql ? sql.untried : []];
      }),
  );
  const wrong = await distrusted([...conditions.values()].flat(), server);
  return withTexts(resolved, (it) => {
    const reasons = conditions.get(it)?.map(({ sql }) => wrong.get(sql));
    const error = reasons?.find((reason) => reason !== undefined);
    if (error === undefined) return it;
    const { trial: _, ...rest } = it;
    return { ...rest, error };
  });
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
    private readonly reserved = 0,
  ) {
    for (const it of missing ?? []) this.nulls.add(it);
  }

  static async of(
    connection: Connection,
    table: string,
    isDry: boolean,
    /** The predicates of the time window, where a statement may have only so many. */
    reserved = 0,
  ): Promise<TableCounter> {
    const columns = new Columns(await connection.columns());
    return new TableCounter(connection, columns, datasetIn(table), isDry, undefined, reserved);
  }

  /** All texts on one table. Texts that the engine cannot answer exactly get the reason as their error. */
  async resolve(resolved: ResolvedTry, path: string): Promise<ResolvedTry> {
    const earlier = resolved.changes?.flatMap((it) => it.before ?? []) ?? [];
    const found = [{ path, file: undefined }];
    const groups = [{ texts: [...resolved.texts, ...earlier], found }];
    const own = withTexts({ ...resolved, groups }, (it) => this.answerable(it));
    return withoutDistrusted(own, this.facts, this.connection);
  }

  answerable(tried: TriedText): TriedText {
    return answerable(tried, this.facts);
  }

  private get facts(): TableFacts {
    const { columns, dataset, nulls, reserved } = this;
    return { dialect: this.connection.dialect, columns, dataset, nulls, reserved };
  }

  get scannedBytes(): number | null {
    return this.connection.scannedBytes ?? null;
  }

  async estimate(statement: string): Promise<string | undefined> {
    return this.connection.estimate?.(statement);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  readonly run: Runner = async (texts, question, _, events) => {
    // The columns tell which fields are missing, and the count tells which are NULL.
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
      for (const it of countingSql(counting, this.connection)) await this.send(it);
      await this.countValues(report, counting, question);
      await this.print(report, counting, question, events);
      return report;
    }
    const refused = await countAccepted(counting, (it) => this.ask(it));
    for (const [index, reason] of refused.reasons) report.refused.set(index, reason);
    counting = refused.counting;
    let row = refused.row;
    const lines = countIn(row, "n");
    const sparse = new Set<string>();
    presence.forEach((it, index) => {
      const count = countIn(row, `has_${index}`);
      if (lines > 0 && count === 0 && !this.missing) this.nulls.add(it);
      if (count < lines) sparse.add(it);
    });
    if (!this.missing && fields.some((it) => this.nulls.has(it))) {
      counting = this.counting(texts, question, window, [], refused.reasons);
      row = await this.ask(counting);
    }
    readCounts(report, counting, row, sparse);
    await this.countValues(report, counting, question);
    await this.print(report, counting, question, events);
    return report;
  };

  /** Lines have no order; with a limit, any of them are given back. */
  private async print(
    { counts }: RunReport,
    counting: Counting,
    { print, head }: TallyOptions,
    events: RunEvents,
  ): Promise<void> {
    const { connection, columns, dataset } = this;
    const lines =
      print && !this.isDry ? linesWith(print, counts, counting) : Number.POSITIVE_INFINITY;
    if (!print || lines === 0) return;
    const count = this.isDry
      ? (head ?? mostPrinted(connection))
      : printedCount(lines, head, connection);
    const rows = await this.send(linesSql(counting, print, count, connection));
    if (this.isDry) return;
    if (rows.length < count)
      throw new EngineError(`The engine gave back ${rows.length} of ${count} lines.`);
    const text = rows.map((it) =>
      lineText(it, columns, dataset ?? counting.tried[0]?.dataset ?? ""),
    );
    events.print?.(Buffer.from(text.join("")));
  }

  private counting(
    tried: readonly TriedText[],
    { explain, head, print, together, changes }: TallyOptions,
    window: string | undefined,
    presence: readonly string[],
    refused: ReadonlyMap<number, string> = new Map(),
  ): Counting {
    const texts = tried.map((it, index): TranslatedText | undefined => {
      if (refused.has(index)) return undefined;
      const sql = translateText(it, this.facts);
      return sql && "tree" in sql ? sql : undefined;
    });
    const isFlat = this.connection.dialect.mostPredicates !== undefined;
    const several = { ...(together && { together }), ...(changes && { changes }) };
    if (isFlat && (together || changes)) throw new EngineError(noSubqueries);
    const { columns } = this;
    // Of printed lines, the first ones are wanted.
    const counted = print ? undefined : head;
    return { texts, tried, columns, explain, window, head: counted, presence, isFlat, several };
  }

  private async ask(counting: Counting): Promise<Row> {
    let all: Row = {};
    for (const it of countingSql(counting, this.connection)) {
      const rows = await this.send(it);
      const [row] = rows;
      if (!row || rows.length > 1)
        throw new EngineError(`The engine answered with ${rows.length} rows instead of one.`);
      if ("n" in all && countIn(all, "n") !== countIn(row, "n"))
        throw new EngineError("Lines arrived while they were counted. Use an earlier '--until'.");
      all = { ...all, ...row };
    }
    return all;
  }

  /** The statements of a dry run are only kept. */
  private async send(sql: string): Promise<readonly Row[]> {
    const statement = writtenFor(this.connection, sql);
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
      const isJson = jsonOf !== undefined;
      const all: (readonly Row[])[] = [];
      for (const it of sql()) all.push(await this.send(it));
      if (all.every((rows) => rows.length < mostValues)) {
        for (const rows of all) addValues(report, counting, field, rows, isJson);
        continue;
      }
      // With more values than the engine returns, each side has its own most frequent ones.
      for (const index of counting.texts.keys())
        for (const side of sides) {
          const order = `${side}_${index}`;
          const own = sql(order).find((it) => it.includes(` AS ${order}`));
          if (counting.texts[index] && own)
            addValues(report, counting, field, await this.send(own), isJson, [index, side]);
        }
    }
  }
}

const noSubqueries = "'--together' and '--base' need subqueries, which the engine does not have.";

/** The most rows that Log Explorer returns. */
const mostValues = 10_000;

function refuseLong(statement: string, { dialect: { mostPredicates } }: Connection): void {
  const count = mostPredicates === undefined ? 0 : predicatesIn(statement);
  if (mostPredicates !== undefined && count > mostPredicates)
    throw new EngineError(
      `The statement needs ${count} predicates; the engine accepts ${mostPredicates}. Try fewer texts at once, omit '--explain', or shorten the text with 'weir shrink'.`,
    );
}
