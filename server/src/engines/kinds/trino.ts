import { trino } from "../../sql/dialects/trino.ts";
import { isRecord } from "../../text/record.ts";
import { bytesText } from "../../text/wording.ts";
import {
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
import type { HttpTarget } from "./clickhouse.ts";

export interface TrinoTarget extends HttpTarget {
  readonly catalog: string | undefined;
  readonly schema: string | undefined;
}

/** The client protocol of Trino: a statement, and pages until there is no next one. */
export function openTrino(target: TrinoTarget, options: ConnectionOptions): Connection {
  const session = new Session(target, options);
  return {
    dialect: trino,
    server: `trino ${target.url.host}`,
    table: target.table,
    async columns() {
      const { columns } = await session.ask(`SELECT * FROM ${target.table} LIMIT 0`);
      return columns.map(({ name, type }) => ({
        name,
        type,
        kind: kindOf(type),
        isSingle: type === "real",
      }));
    },
    rows: async (statement) => (await session.ask(statement)).rows,
    get scannedBytes() {
      return session.scannedBytes;
    },
    close: async () => {},
  };
}

interface TrinoColumn {
  readonly name: string;
  readonly type: string;
}

interface Answer {
  readonly columns: readonly TrinoColumn[];
  readonly rows: readonly Row[];
}

class Session {
  scannedBytes: number | undefined;

  constructor(
    private readonly target: TrinoTarget,
    private readonly options: ConnectionOptions,
  ) {}

  async ask(statement: string): Promise<Answer> {
    const { url } = this.target;
    let columns: readonly TrinoColumn[] = [];
    const values: unknown[] = [];
    let read = 0;
    let page = await this.page(new URL("/v1/statement", url), statement);
    for (;;) {
      if (isRecord(page.error))
        throw new RefusedError(
          `Trino: ${firstLine(String(page.error.message))} (${String(page.error.errorName)})`,
        );
      if (Array.isArray(page.columns)) columns = page.columns.filter(isColumn);
      if (Array.isArray(page.data)) values.push(...page.data);
      const stats = isRecord(page.stats) ? page.stats : {};
      if (typeof stats.processedBytes === "number") {
        read = stats.processedBytes;
        this.options.progress(`${bytesText(read)} read, ${String(stats.state).toLowerCase()}`);
      }
      if (page.nextUri === undefined) break;
      page = await this.next(page.nextUri);
    }
    this.scannedBytes = (this.scannedBytes ?? 0) + read;
    return { columns, rows: values.map((it) => rowOf(it, columns)) };
  }

  /** A page on another host would get the credential, so it is refused. */
  private async next(written: unknown): Promise<Record<string, unknown>> {
    const uri = URL.canParse(String(written)) ? new URL(String(written)) : undefined;
    if (uri?.origin !== this.target.url.origin)
      throw new EngineError("Trino's next page is on another origin, which is not followed.");
    const cancel = () => {
      const { fetch } = this.options;
      fetch(uri, { method: "DELETE", headers: this.headers, redirect: "manual" }).catch(() => {});
    };
    const { stop } = this.options;
    stop.addEventListener("abort", cancel, { once: true });
    try {
      return await this.page(uri, undefined);
    } finally {
      stop.removeEventListener("abort", cancel);
    }
  }

  private async page(url: URL, body: string | undefined): Promise<Record<string, unknown>> {
    const method = body === undefined ? "GET" : "POST";
    const init = { method, headers: this.headers, ...(body !== undefined && { body }) };
    const response = await send(url, init, this.options);
    const text = await bodyOf(response, this.options);
    if (!response.ok)
      throw new (response.status === 401 ? PasswordError : EngineError)(
        `Trino: ${response.status} ${firstLine(text)}`,
      );
    const page = jsonOf(text);
    if (!isRecord(page)) throw new EngineError("Trino's answer is not a page of results.");
    return page;
  }

  private get headers(): Record<string, string> {
    const { user = "weir", password, catalog, schema } = this.target;
    const secret = Buffer.from(`${user}:${password}`).toString("base64");
    return {
      "x-trino-user": user,
      "x-trino-source": "weir",
      "x-trino-time-zone": "UTC",
      ...(catalog !== undefined && { "x-trino-catalog": catalog }),
      ...(schema !== undefined && { "x-trino-schema": schema }),
      ...(password !== undefined && { authorization: `Basic ${secret}` }),
    };
  }
}

function isColumn(it: unknown): it is TrinoColumn {
  return isRecord(it) && typeof it.name === "string" && typeof it.type === "string";
}

function rowOf(values: unknown, columns: readonly TrinoColumn[]): Row {
  if (!Array.isArray(values) || values.length !== columns.length)
    throw new EngineError("Trino's rows do not fit its columns, so nothing was counted.");
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
}

const kinds: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^varchar/, "text"],
  [/^(tinyint|smallint|integer|bigint)/, "integer"],
  [/^(real|double|decimal)/, "float"],
  [/^boolean/, "boolean"],
  [/^(timestamp|date)/, "timestamp"],
  [/^array/, "array"],
  [/^ipaddress/, "address"],
  [/^json/, "json"],
];

function kindOf(type: string): ColumnKind {
  return kinds.find(([pattern]) => pattern.test(type))?.[1] ?? "other";
}
