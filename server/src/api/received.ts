import { type Address, isSafe } from "../workspace/config/address.ts";
import { type Calls, pathOf } from "./calls.ts";
import type { Credential } from "./credential.ts";
import { networkError } from "./network-error.ts";
import type { Secrets } from "./redaction.ts";
import { readResponse } from "./response.ts";
import { ServiceError } from "./service-error.ts";
import * as shapes from "./shapes.ts";

export interface ReceivedLines {
  readonly zone: string;
  readonly start: Date;
  /** At most an hour later. */
  readonly end: Date;
  readonly fields: readonly string[];
}

/** The log lines of a zone that the service keeps (Logpull), as NDJSON. They are not read at once, because there are many. */
export type Received = (lines: ReceivedLines, stop: AbortSignal) => AsyncGenerator<Uint8Array>;

interface ReceivedOptions {
  readonly address: Address;
  readonly credential: Credential;
  readonly secrets: Secrets;
  readonly fetch: typeof fetch;
}

export function receivedOf(options: ReceivedOptions): Received {
  return async function* received({ zone, start, end, fields }, stop) {
    const { address, credential, fetch } = options;
    const url = new URL(`${address.baseUrl}/zones/${encodeURIComponent(zone)}/logs/received`);
    const time = (at: Date) => at.toISOString().replace(/\.\d{3}Z$/, "Z");
    url.search = new URLSearchParams({
      start: time(start),
      end: time(end),
      fields: fields.join(","),
    }).toString();
    const headers = credential.headersFor(url);
    if (!headers || !isSafe(url))
      throw new ServiceError(`The credential is not sent to '${url.origin}'.`, "none");
    let response: Response;
    try {
      response = await fetch(url, {
        headers: { accept: "application/json", "user-agent": "weir", ...headers },
        redirect: "manual",
        signal: stop,
      });
    } catch (error) {
      if (stop.aborted) return;
      throw networkError(error, url);
    }
    if (!response.ok) {
      const text = await response.text().catch(() => "");
      readResponse(response, text, url, options);
    }
    try {
      for await (const chunk of response.body ?? []) yield chunk;
    } catch (error) {
      if (!stop.aborted) throw networkError(error, url);
    }
  };
}

/** The service's own store of log lines. */
export interface LogExplorer {
  /** The names of the datasets whose lines are stored. */
  enabled(scope: shapes.Scope): Promise<readonly string[]>;
  /** The JSON Schemas of the fields, by dataset. */
  schemas(scope: shapes.Scope): Promise<ReadonlyMap<string, shapes.Fields>>;
  query(
    scope: shapes.Scope,
    statement: string,
    stop: AbortSignal,
  ): Promise<readonly shapes.Fields[]>;
}

export function logExplorerOf({ read, write }: Calls): LogExplorer {
  const pathIn = (scope: shapes.Scope, ...rest: string[]) =>
    "zone_id" in scope
      ? pathOf("zones", scope.zone_id, "logs", "explorer", ...rest)
      : pathOf("accounts", scope.account_id, "logs", "explorer", ...rest);
  return {
    enabled: (scope) =>
      read(pathIn(scope, "datasets"), (result) =>
        rows(result).flatMap((it) => (it.enabled === true ? [String(it.dataset)] : [])),
      ),
    schemas: (scope) =>
      read(
        pathIn(scope, "datasets", "available"),
        (result) =>
          new Map(
            rows(result).map((it) => {
              const schema = typeof it.schema === "object" ? shapes.fields(it.schema) : {};
              return [String(it.dataset), shapes.fields(schema.properties ?? {})];
            }),
          ),
      ),
    query: (scope, text, signal) =>
      write({ method: "POST", path: pathIn(scope, "query", "sql"), text, signal }, rows),
  };
}

const rows: shapes.Decoder<readonly shapes.Fields[]> = (value) => {
  if (!Array.isArray(value)) throw new shapes.UnexpectedShapeError();
  return value.map(shapes.fields);
};
