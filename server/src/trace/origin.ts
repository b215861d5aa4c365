import { pathOf, queryOf } from "../vocabulary/uri.ts";
import { normalizedBy } from "./configuration/normalize.ts";
import { plainOf } from "./configuration/parameters.ts";
import type { Headers, TraceInput, TraceState } from "./state.ts";
import type { OriginRequest, TraceHeaders } from "./types.ts";

export function plainHeaders(headers: Headers): TraceHeaders {
  return Object.fromEntries(
    [...headers].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/**
 * The request that the origin gets. With the usual settings of the normalization it gets the URL as sent, unless rules
 * rewrite it.
 */
export function originRequest(
  { request, normalization }: TraceInput,
  { request: last, uri, route }: TraceState,
): OriginRequest {
  const { full, uri: sent, host } = request.address;
  const base = normalization.scope === "both" ? normalizedBy(sent, normalization) : sent;
  const query = uri.query ?? queryOf(base);
  const path = `${uri.path ?? pathOf(base)}${query === "" ? "" : `?${query}`}`;
  const start = full === undefined ? "" : full.slice(0, full.length - sent.length);
  const headers = new Map(last.headers());
  const hostHeader = textOf(route.hostHeader) ?? headers.get("host")?.[0] ?? host;
  headers.delete("host");
  const sni = textOf(route.sni) ?? textOf(route.hostHeader);
  const originHost = textOf(route.originHost);
  const port = Number(textOf(route.originPort));
  return {
    method: request.method,
    url: start + path,
    headers: plainHeaders(headers),
    ...(hostHeader !== undefined && { hostHeader }),
    ...(sni !== undefined && { sni }),
    ...(originHost !== undefined && { originHost }),
    ...(Number.isInteger(port) && port > 0 && { originPort: port }),
  };
}

function textOf(part: Parameters<typeof plainOf>[0] | undefined): string | undefined {
  return part === undefined ? undefined : String(plainOf(part));
}
