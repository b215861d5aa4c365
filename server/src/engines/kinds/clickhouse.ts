import { randomUUID } from "node:crypto";
import type { Dialect } from "../../sql/dialect.ts";
import { clickhouse } from "../../sql/dialects/clickhouse.ts";
import { isRecord } from "../../text/record.ts";
import { bytesText, thousands } from "../../text/wording.ts";
import {
  type Column,
  type ColumnKind,
  type Connection,
  type ConnectionOptions,
  EngineError,
  firstLine,
  PasswordError,
  RefusedError,
  type Row,
} from "../engine.ts";
import { bodyOf, jsonOf, send } from "../http.ts";

export interface HttpTarget {
  readonly url: URL;
  readonly table: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** The HTTP interface of ClickHouse. Whether a table is distributed does not matter here. */
export async function openClickhouse(
  target: HttpTarget,
  options: ConnectionOptions,
): Promise<Connection> {
  const session = new Session(target, options);
  const [row] = await session.open();
  const version = Number.parseInt(String(row?.v), 10);
  const isOld = version < 21;
  return {
    dialect: isOld ? olderDialect(String(row?.v)) : clickhouse,
    server: `clickhouse ${String(row?.v)} ${target.url.origin}`,
    ...(isOld && { written: withoutBooleans }),
    table: target.table,
    async columns() {
      const rows = await session.rows(`DESCRIBE TABLE ${target.table}`);
      return rows.map(
        ({ name, type }): Column => ({
          name: String(name),
          type: String(type),
          kind: kindOf(String(type)),
          isNeverNull: !/^(?:LowCardinality\()?Nullable\(/.test(String(type)),
          isSingle: /^(?:Nullable\()?Float32/.test(String(type)),
        }),
      );
    },
    rows: (statement) => session.rows(statement),
    async estimate(statement) {
      if (isOld) return undefined;
      const rows = await session.rows(`EXPLAIN ESTIMATE ${statement}`);
      const count = rows.reduce((sum, it) => sum + Number(it.rows ?? 0), 0);
      return `about ${thousands(count)} rows`;
    },
    get scannedBytes() {
      return session.scannedBytes;
    },
    close: async () => {},
  };
}

/** Between questions about progress, in milliseconds. */
const interval = 1000;

class Session {
  scannedBytes: number | undefined;

  /** Of a user who can only read, even this setting cannot be changed. */
  private isReadOnly = false;

  constructor(
    private readonly target: HttpTarget,
    private readonly options: ConnectionOptions,
  ) {}

  /** The first statement, which only reads. */
  async open(): Promise<readonly Row[]> {
    const statement = "SELECT version() AS v";
    try {
      return await this.rows(statement);
    } catch (error) {
      const isFixed = error instanceof EngineError && /\bCode: 164\b/.test(error.message);
      if (!isFixed) throw error;
      this.isReadOnly = true;
      return this.rows(statement);
    }
  }

  private limit(url: URL): URL {
    if (!this.isReadOnly) url.searchParams.set("readonly", "2");
    return url;
  }

  async rows(statement: string): Promise<readonly Row[]> {
    const { url, user, password } = this.target;
    const at = new URL(url);
    const id = randomUUID();
    at.searchParams.set("default_format", "JSON");
    at.searchParams.set("query_id", id);
    // The whole answer or an error with its status; the server ends the query if we leave.
    at.searchParams.set("wait_end_of_query", "1");
    this.limit(at);
    const headers = {
      ...(user !== undefined && { "x-clickhouse-user": user }),
      ...(password !== undefined && { "x-clickhouse-key": password }),
    };
    const killed = this.killing(id, headers);
    const watch = setInterval(() => this.watch(id, headers), interval);
    try {
      const response = await send(at, { method: "POST", headers, body: statement }, this.options);
      const text = await bodyOf(response, this.options);
      if (!response.ok) throw refusalOf(response.status, text);
      return this.read(jsonOf(text));
    } finally {
      killed();
      clearInterval(watch);
    }
  }

  /** How much the query has read. Headers with its progress would only arrive with the answer. */
  private async watch(id: string, headers: Record<string, string>): Promise<void> {
    const { fetch, stop, progress } = this.options;
    const url = new URL(this.target.url);
    url.searchParams.set("default_format", "JSON");
    this.limit(url);
    const body = `SELECT read_rows, read_bytes, total_rows_approx FROM system.processes WHERE query_id = '${id}'`;
    try {
      const init = { method: "POST", headers, body, redirect: "manual", signal: stop } as const;
      const { data } = (await (await fetch(url, init)).json()) as { data: readonly Row[] };
      const [read, bytes, all] = ["read_rows", "read_bytes", "total_rows_approx"].map((it) =>
        Number(data[0]?.[it]),
      );
      if (read && bytes)
        progress(
          `${thousands(read)} of about ${thousands(Math.max(read, all || 0))} rows, ${bytesText(bytes)} read`,
        );
    } catch {
      // A user who may not ask that sees no progress.
    }
  }

  /** Ends the query on the server when the user interrupts. */
  private killing(id: string, headers: Record<string, string>): () => void {
    const { stop, fetch } = this.options;
    const kill = () => {
      const url = new URL(this.target.url);
      const body = `KILL QUERY WHERE query_id = '${id}' ASYNC`;
      fetch(url, { method: "POST", headers, body, redirect: "manual" }).catch(() => {});
    };
    stop.addEventListener("abort", kill, { once: true });
    return () => stop.removeEventListener("abort", kill);
  }

  private read(answer: unknown): readonly Row[] {
    if (!isRecord(answer) || !Array.isArray(answer.data) || !answer.data.every(isRecord))
      throw new EngineError("ClickHouse's answer has no rows, so nothing was counted.");
    const read = isRecord(answer.statistics) ? Number(answer.statistics.bytes_read) : Number.NaN;
    if (Number.isFinite(read)) {
      this.scannedBytes = (this.scannedBytes ?? 0) + read;
      this.options.progress(`${bytesText(this.scannedBytes)} read`);
    }
    return answer.data as readonly Row[];
  }
}

/** Unknown users and wrong passwords have these codes, by version. */
function refusalOf(status: number, text: string): EngineError {
  const isPassword = status === 401 || /\bCode: (?:516|19[234])\b/.test(text);
  const isOwn = /\bCode: \d+/.test(text);
  const kind = isPassword ? PasswordError : isOwn ? RefusedError : EngineError;
  return new kind(`ClickHouse: ${firstLine(text)}`);
}

const kinds: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^String/, "text"],
  [/^U?Int/, "integer"],
  [/^(Float|Decimal)/, "float"],
  [/^Bool/, "boolean"],
  [/^Date/, "timestamp"],
  [/^Array/, "array"],
  [/^IPv/, "address"],
];

export function kindOf(type: string): ColumnKind {
  const inner = type.replace(/^(?:(?:Nullable|LowCardinality)\()+/, "");
  return kinds.find(([pattern]) => pattern.test(inner))?.[1] ?? "other";
}

/** Versions before 21 have neither Booleans nor functions for addresses that may be invalid. */
function olderDialect(version: string): Dialect {
  const { inRanges: _, timestamp: __, ...rest } = clickhouse;
  return { ...rest, title: `ClickHouse ${version}`, looseBoolean: older, unlessNull };
}

/** There, AND and OR treat NULL as false. */
const unlessNull = (value: string, test: string) => `if(${value} IS NULL, NULL, ${test})`;

/** `CASE x WHEN …` is NULL there if one of the results is. */
const older = (column: string) =>
  `CASE WHEN toString(${column}) = 'true' THEN 1 WHEN toString(${column}) = 'false' THEN 0 END`;

/** `TRUE` and `FALSE` outside of strings and names. */
function withoutBooleans(statement: string): string {
  let quote = "";
  let written = "";
  for (let at = 0; at < statement.length; at++) {
    const character = statement[at] ?? "";
    if (quote !== "") {
      written += character === "\\" ? character + statement[++at] : character;
      if (character === quote) quote = "";
      continue;
    }
    const [word] = /^(?:TRUE|FALSE)\b/.exec(statement.slice(at, at + 6)) ?? [];
    if (word !== undefined && !/\w/.test(statement[at - 1] ?? "")) {
      written += word === "TRUE" ? "1" : "0";
      at += word.length - 1;
      continue;
    }
    if (character === "'" || character === "`") quote = character;
    written += character;
  }
  return written;
}
