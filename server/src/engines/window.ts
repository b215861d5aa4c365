import { nanosecondsOf, shortTimestamp } from "../text/timestamps.ts";
import type { TimeWindow } from "../try/time-window.ts";
import { type Columns, timeSql } from "./columns.ts";
import { type Column, type Connection, EngineError } from "./engine.ts";

/** The lines of a time window as plain comparisons with the column, so that the engine reads only its partitions. */
export async function windowSql(
  window: TimeWindow,
  columns: Columns,
  connection: Connection,
): Promise<string> {
  if (connection.window) return connection.window(window);
  const { fields, since, until } = window;
  const column = fields.map((it) => columns.get(it)).find((it) => it !== undefined);
  if (!column)
    throw new EngineError(
      `The table has no column for the time of a line (${fields.join(", ")}), which '--since' and '--until' need.`,
    );
  const name = connection.dialect.identifier(column.name);
  const bound = await boundFor(column, name, connection);
  const parts = [
    ...(since === undefined ? [] : [bound(since, true)]),
    ...(until === undefined ? [] : [bound(until, false)]),
    ...(columns.has("date") && connection.dialect.mostPredicates !== undefined
      ? dates(since, until, connection)
      : []),
  ];
  return parts.join(" AND ");
}

/** Log Explorer's partitions. */
function dates(since: bigint | undefined, until: bigint | undefined, { dialect }: Connection) {
  const day = (at: bigint) => dialect.string(shortTimestamp(at).slice(0, "2025-11-12".length));
  return [
    ...(since === undefined ? [] : [`${dialect.identifier("date")} >= ${day(since)}`]),
    ...(until === undefined ? [] : [`${dialect.identifier("date")} <= ${day(until)}`]),
  ];
}

/** A condition for times at or after a bound, or before it. */
type Bound = (at: bigint, isStart: boolean) => string;

async function boundFor(column: Column, name: string, connection: Connection): Promise<Bound> {
  const { dialect } = connection;
  if (column.kind === "timestamp")
    return typedBound(timeSql(name, column, dialect), dialect.timestamp);
  const [row] = await connection.rows(
    `SELECT ${name} AS v FROM ${connection.table} WHERE ${name} IS NOT NULL LIMIT 1`,
  );
  // Without lines, any form counts none.
  if (!row) return textBound(name, (it) => dialect.string(it));
  const sample = String(row.v ?? row.V);
  if (column.kind !== "text" && /^\d+$/.test(sample)) return numberBound(name, sample.length);
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(sample)) return textBound(name, (it) => dialect.string(it));
  if (column.kind === undefined && /^\d{4}-\d\d-\d\d /.test(sample))
    return typedBound(name, dialect.timestamp);
  throw new EngineError(
    `The column '${column.name}' has '${sample}', which cannot be compared with '--since' and '--until'. Use a timestamp, an integer, or RFC 3339 in UTC.`,
  );
}

function typedBound(name: string, timestamp: Connection["dialect"]["timestamp"]): Bound {
  if (!timestamp)
    throw new EngineError(
      "This version of the server has no type for timestamps with fractions of a second.",
    );
  return (at, isStart) => {
    const unit = timestamp.digits === 6 ? 1000n : 1n;
    return `${name} ${isStart ? ">=" : "<"} ${timestamp.literal(shortTimestamp(ceiling(at, unit) * unit))}`;
  };
}

/** Integers are seconds, or a smaller unit if they have more digits. */
function numberBound(name: string, digits: number): Bound {
  const whole = nanosecondsOf("1".padEnd(digits, "0")) ?? 1n;
  const unit = whole / 10n ** BigInt(digits - 1);
  return (at, isStart) => `${name} ${isStart ? ">=" : "<"} ${ceiling(at, unit)}`;
}

/** RFC 3339 in UTC is ordered by its characters, but a time without a fraction would follow times with one. */
function textBound(name: string, string: (text: string) => string): Bound {
  return (at, isStart) => {
    if (at % 1_000_000n !== 0n)
      throw new EngineError(
        "The column has times as text. Use at most milliseconds in '--since' and '--until'.",
      );
    const [whole = "", fraction = ""] = shortTimestamp(at).replace("Z", "").split(".");
    if (fraction === "") return `${name} ${isStart ? ">=" : "<"} ${string(whole)}`;
    const bound = string(`${whole}.${fraction}`);
    const plain = string(`${whole}Z`);
    return isStart
      ? `(${name} >= ${bound} AND ${name} <> ${plain})`
      : `(${name} < ${bound} OR ${name} = ${plain})`;
  };
}

function ceiling(at: bigint, unit: bigint): bigint {
  return at / unit + (at % unit > 0n ? 1n : 0n);
}
