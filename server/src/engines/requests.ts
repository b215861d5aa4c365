import { requestFrom } from "../bridge/request-of.ts";
import { type BridgedDataset, bridgedDatasets, isBridged, logFieldsFor } from "../bridge/rows.ts";
import type { RequestFields } from "../core/trial.ts";
import { logFieldType, timestampFields } from "../languages.ts";
import { ObjectRow } from "../logs/rows.ts";
import { predicatesIn } from "../sql/dialect.ts";
import { parseExactly } from "../text/exact-integers.ts";
import { thousands } from "../text/wording.ts";
import { countIn } from "./answers.ts";
import type { Columns } from "./columns.ts";
import { type Connection, EngineError, type Row, writtenFor } from "./engine.ts";
import { givenValue, jsonText } from "./given-back.ts";
import { type AskedRule, askedConditions, mayMatchSql } from "./may-match.ts";
import { always } from "./outcomes.ts";
import { distrusted } from "./trial/distrusted.ts";
import { windowSql } from "./window.ts";

/** A question about the requests of a table. */
export interface RequestQuestion {
  /** Only requests that one of these may match are of interest. */
  readonly rules: readonly AskedRule[];
  /** The fields of requests that are needed. */
  readonly fields: readonly string[];
  readonly since: bigint | undefined;
  readonly until: bigint | undefined;
  /** Receives each different request, and how many lines have it. */
  onRequest(request: RequestFields, lines: number): void;
}

export function typeOfLog(log: string): ReturnType<typeof logFieldType> {
  return bridgedDatasets.map((it) => logFieldType(it, log)).find((it) => it !== undefined);
}

/** Reads the requests of a table that rules may match. The engine gives equal ones back once, with their number. */
export class TableRequests {
  readonly statements: string[] = [];
  /** Why the engine cannot tell which lines the rules may match, if it cannot. */
  reason: string | undefined;

  constructor(
    readonly connection: Connection,
    private readonly columns: Columns,
    private readonly dataset: string | undefined,
    private readonly isDry: boolean,
  ) {}

  /** Returns the number of all lines. */
  async read(question: RequestQuestion): Promise<number> {
    const { dataset: known, columns, connection } = this;
    if (known !== undefined && !isBridged(known))
      throw new EngineError(`The table has lines of '${known}', which are not requests.`);
    const dataset: BridgedDataset = known ?? "http_requests";
    const asked = askedConditions(question.rules, columns, connection, dataset);
    const wrong = await distrusted(asked, connection);
    const { sql, reason } = mayMatchSql(question.rules, columns, connection, dataset, wrong);
    this.reason = reason;
    const window = await this.windowOf(question, dataset);
    const selected = this.selected(question.fields);
    const [row] = await this.send(this.countSql(sql, window));
    const rows =
      this.isDry || (row && countIn(row, "may_match") > 0)
        ? await this.send(this.groupsSql(selected, sql, window))
        : [];
    if (this.isDry) return 0;
    if (!row) throw new EngineError("The engine answered with 0 rows instead of one.");
    const [all, some] = [countIn(row, "n"), countIn(row, "may_match")];
    if (some > all) throw new EngineError("The engine's counts do not add up.");
    const found = rows.reduce((sum, it) => sum + countIn(it, "n"), 0);
    if (rows.length > this.most || (rows.length === this.most && found < some))
      throw new EngineError(this.tooMany(some));
    if (found < some)
      throw new EngineError(
        `The engine gave back ${thousands(found)} of ${thousands(some)} lines, so nothing was counted. A program that prints only the first rows needs an option for all of them.`,
      );
    // With the dataset in doubt, lines are read as on files.
    const isOther = known !== undefined && known !== "http_requests";
    for (const it of rows)
      question.onRequest(
        requestFrom(this.lineOf(it, selected), isOther ? dataset : undefined),
        countIn(it, "n"),
      );
    // Lines that arrived meanwhile are some of all.
    return all + found - some;
  }

  private get most(): number {
    return this.connection.dialect.mostPredicates === undefined ? mostRequests : mostOfStore;
  }

  private tooMany(some: number): string {
    const why = this.reason === undefined ? "" : ` All lines are needed, because: ${this.reason}`;
    return `${thousands(some)} lines may match a rule that changed, and have more than ${thousands(this.most)} different requests, so nothing was counted. Use a shorter time range, as in '--since 1h'.${why}`;
  }

  private async windowOf(
    { since, until }: RequestQuestion,
    dataset: BridgedDataset,
  ): Promise<string | undefined> {
    if (since === undefined && until === undefined) return undefined;
    const datasets = this.dataset === undefined ? bridgedDatasets : [dataset];
    const fields = datasets.flatMap((it) => timestampFields(it, {}));
    return windowSql({ fields, since, until }, this.columns, this.connection);
  }

  private selected(fields: readonly string[]): readonly Selected[] {
    const { columns, connection } = this;
    return logFieldsFor(fields).flatMap((field, index): Selected[] => {
      const column = columns.get(field);
      // Databases write timestamps in forms of their own.
      if (!column || column.kind === "timestamp") return [];
      const name = connection.dialect.identifier(column.name);
      const sql = connection.jsonOf?.(field) ?? jsonText(name, column.kind, connection.dialect);
      return [{ field, sql, alias: `f${index}` }];
    });
  }

  private countSql(condition: string, window: string | undefined): string {
    const { table, also = [] } = this.connection;
    const sums = [["may_match", condition] as const, ...also].map(([name, sql]) =>
      sql === always ? `count(*) AS ${name}` : `count(CASE WHEN ${sql} THEN 1 END) AS ${name}`,
    );
    return `SELECT count(*) AS n,\n${sums.join(",\n")}\nFROM ${table}${whereSql([window])}`;
  }

  private groupsSql(
    selected: readonly Selected[],
    condition: string,
    window: string | undefined,
  ): string {
    const { table, hidesNull, dialect } = this.connection;
    const values = selected.map(({ sql, alias }) => `${sql} AS ${alias}`);
    const nulls = selected.map(({ sql, alias }) => `count(${sql}) AS has_${alias}`);
    const names = [...values, ...(hidesNull ? nulls : []), "count(*) AS n"];
    const groups = selected.length > 0 ? `\nGROUP BY ${selected.map((it) => it.sql)}` : "";
    // One more than that tells that there are more, except where that is the most of the store.
    const most = dialect.mostPredicates === undefined ? this.most + 1 : this.most;
    return `SELECT ${names.join(", ")}\nFROM ${table}${whereSql([window, condition])}${groups}\nLIMIT ${most}`;
  }

  private lineOf(row: Row, selected: readonly Selected[]): ObjectRow {
    const { jsonOf, hidesNull } = this.connection;
    const fields = selected.map(({ field, alias }): [string, unknown] => {
      if (!(alias in row)) throw new EngineError(`The engine's answer has no column '${alias}'.`);
      const isNull = hidesNull && countIn(row, `has_${alias}`) === 0;
      const given = isNull ? null : row[alias];
      const value = jsonOf && typeof given === "string" ? parseExactly(given) : given;
      return [field, jsonOf ? value : givenValue(value, typeOfLog(field))];
    });
    return new ObjectRow(Object.fromEntries(fields));
  }

  /** The statements of a dry run are only kept. */
  private async send(sql: string): Promise<readonly Row[]> {
    const statement = writtenFor(this.connection, sql);
    const { mostPredicates = Number.POSITIVE_INFINITY, title } = this.connection.dialect;
    const count = mostPredicates === Number.POSITIVE_INFINITY ? 0 : predicatesIn(statement);
    if (count > mostPredicates)
      throw new EngineError(
        `The rules that changed need ${count} predicates with the time range; ${title} accepts ${mostPredicates}. Review fewer changes at once.`,
      );
    this.statements.push(statement);
    if (this.isDry) return [];
    const rows = await this.connection.rows(statement);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value])),
    );
  }
}

interface Selected {
  readonly field: string;
  readonly sql: string;
  readonly alias: string;
}

/** Different requests that fit into the answer of an engine, and into memory. */
const mostRequests = 200_000;
/** The most rows that Log Explorer returns. */
const mostOfStore = 10_000;

function whereSql(conditions: readonly (string | undefined)[]): string {
  const some = conditions.filter((it) => it !== undefined && it !== always);
  return some.length === 0 ? "" : `\nWHERE ${some.map((it) => `(${it})`).join("\nAND ")}`;
}
