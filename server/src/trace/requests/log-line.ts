import { requestOf } from "../../bridge/request-of.ts";
import { bridgedDatasets, bridgeRows } from "../../bridge/rows.ts";
import { PartialMap, unknownValue } from "../../languages.ts";
import { isRecord, jsonValue } from "../../text/record.ts";
import { loggedIn } from "./logged.ts";
import type { FoundRequest } from "./request-parts.ts";

/** The request that a log line is about. Fields that the line does not have are unknown. */
export function requestOfLogLine(line: string): FoundRequest {
  const row = jsonValue(line);
  if (row === undefined) return { problem: "The log line is not JSON." };
  if (!isRecord(row)) return { problem: "The log line is not a JSON object." };
  const request = requestOf(row);
  const names = new Set(
    bridgedDatasets.flatMap((it) => bridgeRows[it].flatMap(({ fields }) => [...fields])),
  );
  const rows = [...names].flatMap((name) => {
    const value = request.get(name);
    return value === unknownValue || value === undefined ? [] : [[name, value] as const];
  });
  const fields: Readonly<Record<string, unknown>> = {
    "http.request.headers": new PartialMap({}),
    "http.request.cookies": new PartialMap({}),
    ...Object.fromEntries(rows),
  };
  const url = fields["http.request.full_uri"] ?? fields["http.request.uri"];
  const method = fields["http.request.method"];
  if (typeof url !== "string" || typeof method !== "string")
    return {
      problem:
        "The log line has no method or URL. Add 'ClientRequestMethod', 'ClientRequestHost', and 'ClientRequestURI', or 'ClientRequestPath' with 'ClientRequestQuery'.",
    };
  const logged = loggedIn(row);
  return { method, url, headers: [], fields: withoutUrl(fields, url), ...(logged && { logged }) };
}

/** The parts of the URL follow from it; without the scheme, it has no host. */
function withoutUrl(
  fields: Readonly<Record<string, unknown>>,
  url: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) =>
        (name === "http.host" && url.startsWith("/")) ||
        !/^(?:raw\.)?http\.(?:host$|request\.(?:full_uri|uri|method))/.test(name),
    ),
  );
}
