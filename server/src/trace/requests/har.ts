import { isRecord, jsonValue } from "../../text/record.ts";
import type { FoundRequest } from "./request-parts.ts";

/** A request of a HAR file, which browsers export, by its position from 1. */
export function requestOfHar(text: string, position: number): FoundRequest {
  const root = jsonValue(text);
  if (root === undefined) return { problem: "It is not JSON." };
  const log = isRecord(root) ? root.log : undefined;
  const entries = isRecord(log) ? log.entries : undefined;
  if (!Array.isArray(entries)) return { problem: "It is not a HAR file: it has no 'log.entries'." };
  const entry: unknown = entries[position - 1];
  if (!isRecord(entry))
    return { problem: `It has ${entries.length} requests; there is no request ${position}.` };
  const request = entry.request;
  if (!isRecord(request) || typeof request.url !== "string")
    return { problem: `Request ${position} has no URL.` };
  const listed: readonly unknown[] = Array.isArray(request.headers) ? request.headers : [];
  // Names such as ':path' are parts of the protocol.
  const headers = listed.flatMap((it) =>
    isRecord(it) && /^[^:]/.test(String(it.name)) ? [`${it.name}: ${it.value}`] : [],
  );
  const method = String(request.method ?? "GET").toUpperCase();
  return { method, url: request.url.split("#")[0] ?? "", headers };
}
