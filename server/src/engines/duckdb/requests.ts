import { bridgedDatasets, logFieldsFor } from "../../bridge/rows.ts";
import { timestampFields } from "../../languages.ts";
import type { LogSource } from "../../logs/source.ts";
import { duckdb as dialect } from "../../sql/dialects/duckdb.ts";
import type { RunEvents } from "../../try/run.ts";
import { Columns } from "../columns.ts";
import type { EngineRequests } from "../counter.ts";
import { EngineError } from "../engine.ts";
import { type RequestQuestion, TableRequests, typeOfLog } from "../requests.ts";
import { connectionTo, firstLine, withDuckdb } from "./connection.ts";
import { asColumn } from "./duckdb.ts";
import { type DuckdbModule, tableOf } from "./table.ts";

/** Reads the requests of log files with DuckDB: each file is a table. */
export class DuckdbRequests implements EngineRequests {
  readonly statements: string[] = [];
  readonly connection = { scannedBytes: undefined, close: async () => {} };
  reason: string | undefined;

  constructor(
    private readonly duckdb: DuckdbModule,
    private readonly sources: readonly LogSource[],
    private readonly events: Pick<RunEvents, "isStopped">,
    private readonly isDry: boolean,
  ) {}

  /** Returns the number of all lines. */
  read(question: RequestQuestion): Promise<number> {
    const { since, until, fields } = question;
    const logs = logFieldsFor(fields);
    const columns = logs.map((name) => ({ name, type: typeOfLog(name), isLong: false }));
    const times =
      since === undefined && until === undefined
        ? []
        : bridgedDatasets.flatMap((it) => timestampFields(it, {}));
    return withDuckdb(this.duckdb, undefined, this.events, async (connection) => {
      let lines = 0;
      for (const source of this.sources)
        try {
          const table = await tableOf(source, { columns, values: logs, times }, connection);
          const requests = new TableRequests(
            connectionTo(table, dialect, connection),
            new Columns(columns.map(asColumn)),
            undefined,
            this.isDry,
          );
          lines += await requests.read(question);
          this.statements.push(...requests.statements);
          this.reason = requests.reason;
        } catch (error) {
          if (this.events.isStopped?.()) throw new EngineError("Interrupted. Nothing was counted.");
          throw new EngineError(`Cannot read '${source.path}'. ${firstLine(error)}`);
        }
      return lines;
    });
  }
}
