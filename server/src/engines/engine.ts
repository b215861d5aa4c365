import type { Dialect } from "../sql/dialect.ts";
import type { TimeWindow } from "../try/time-window.ts";

/** The questions to an engine, whatever its protocol. */
export interface Connection {
  /** The dialect of this version of the server: parts that it cannot do are missing. */
  readonly dialect: Dialect;
  /** The server and its version. Its answers to known rows count for both; undefined if it cannot be asked about such rows. */
  readonly server?: string;
  /** A statement as this version of the server reads it. */
  written?(statement: string): string;
  /** The FROM clause, as SQL. */
  readonly table: string;
  /** The columns of the table; asked once. */
  columns(): Promise<readonly Column[]>;
  rows(statement: string): Promise<readonly Row[]>;
  /** The value of a field as JSON, where the type of a column may differ from what was written. */
  jsonOf?(field: string): string;
  /** Whether the value of a field is written in its own type, where a column may have values of any. */
  isWritten?(field: string, type: string | undefined): string | undefined;
  /** Whether NULL and an empty text may arrive as the same. */
  readonly hidesNull?: true;
  /** The condition for a time window, if it does not depend on how the column is written. */
  window?(window: TimeWindow): string;
  /** Lines that are counted beside the requested lines. */
  readonly also?: readonly (readonly [name: string, condition: string])[];
  /** The amount that a statement would read, if the engine can tell. */
  estimate?(statement: string): Promise<string | undefined>;
  /** The bytes that the statements so far have read, if the engine says so. */
  readonly scannedBytes?: number | undefined;
  close(): Promise<void>;
}

/** A statement as it is sent, which is also how it is shown. */
export function writtenFor({ written }: Pick<Connection, "written">, statement: string): string {
  return written?.(statement) ?? statement;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  readonly name: string;
  /** Undefined if the engine does not tell: the column has the type of its field. */
  readonly kind: ColumnKind | undefined;
  /** Its type as SQL, if the engine tells. */
  readonly type?: string;
  readonly isNeverNull?: boolean;
  /** Whether its numbers have 32 bits: as written, 0.1 is another number than with 64. */
  readonly isSingle?: boolean;
}

export type ColumnKind =
  | "text"
  | "integer"
  | "float"
  | "boolean"
  | "timestamp"
  | "address"
  | "array"
  | "json"
  | "other";

/** Why an engine cannot answer, in its own words and ours. */
export class EngineError extends Error {}

/** The engine does not accept a statement, but may accept others. */
export class RefusedError extends EngineError {}

/** The engine wants a password, or another one. */
export class PasswordError extends EngineError {}

/** The values that a connection needs from its caller. */
export interface ConnectionOptions {
  readonly fetch: typeof fetch;
  /** Aborted when the user interrupts: the query is canceled on the engine, too. */
  readonly stop: AbortSignal;
  progress(text: string): void;
}

/** The answer of an engine may be a long page; its first line tells. */
export function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/)[0] ?? "";
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}

const mostShown = 500;

/** A query that was interrupted is canceled; another error is reported in the engine's words. */
export function engineError(error: unknown, stop: AbortSignal, what: string): EngineError {
  if (stop.aborted) return new EngineError("Interrupted. The query was canceled.");
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return new EngineError(`${what} ${firstLine(cause || message)}`.trim());
}
