import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { triedRows } from "./tried-rows.ts";

/** The counts of a text on any table. */
const counts: Readonly<Record<string, number>> = {
  n: 1000,
  has: 1000,
  kept: 40,
  dropped: 960,
  holds: 40,
  drops: 960,
  keeps: 40,
};

/** The HTTP interface of ClickHouse, as far as counting needs it. */
export class FakeClickhouse implements AsyncDisposable {
  /** The questions, without progress, and with the password. */
  readonly asked: { readonly statement: string; readonly password: string | undefined }[] = [];
  /** The password that is needed. */
  password: string | undefined;
  /** Counts are only answered once this is false; those that wait are then answered. */
  isSlow = false;
  refusal: string | undefined;
  private readonly waiting = new Set<() => void>();

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<FakeClickhouse> {
    let fake: FakeClickhouse | undefined;
    const server = createServer((request, response) => void fake?.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fake = new FakeClickhouse(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    return fake;
  }

  get counted(): readonly string[] {
    return this.asked.map((it) => it.statement).filter((it) => / AS kept_0\b/.test(it));
  }

  get killed(): number {
    return this.asked.filter((it) => it.statement.startsWith("KILL QUERY")).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let statement = "";
    for await (const part of request) statement += part;
    if (statement.includes("system.processes")) return rows(response, []);
    const password = request.headers["x-clickhouse-key"]?.toString();
    this.asked.push({ statement, password });
    if (this.password !== undefined && password !== this.password)
      return refuse(
        response,
        `Code: 516. DB::Exception: ${request.headers["x-clickhouse-user"]}: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)`,
      );
    if (statement.startsWith("KILL QUERY")) {
      for (const it of this.waiting) it();
      return rows(response, []);
    }
    if (statement.startsWith("SELECT version()")) return rows(response, [{ v: "24.8.1.1" }]);
    if (statement.startsWith("DESCRIBE"))
      return rows(response, [
        { name: "EdgeResponseStatus", type: "UInt16" },
        { name: "EdgeStartTimestamp", type: "DateTime64(3)" },
      ]);
    const tried = triedRows(statement);
    if (tried) return rows(response, tried);
    if (this.refusal !== undefined) return refuse(response, this.refusal);
    if (this.isSlow) await new Promise<void>((resolve) => this.waiting.add(resolve));
    const names = [
      ...statement.matchAll(/ AS ((n|has|kept|dropped|holds|drops|keeps)(?:_\d+)*)\b/g),
    ];
    const row = Object.fromEntries(names.map(([, name, kind = ""]) => [name, counts[kind]]));
    return rows(response, [row]);
  }
}

function rows(response: ServerResponse, data: readonly object[]): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ data, statistics: { bytes_read: 2_000_000 } }));
}

function refuse(response: ServerResponse, text: string): void {
  response.statusCode = 403;
  response.end(text);
}
