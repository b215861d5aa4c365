import type { TraceState } from "../state.ts";

/** The first algorithm that the client accepts. The last matching rule wins. */
export function compressionBy(algorithms: readonly string[], state: TraceState): string {
  const headers = new Map(state.response.headers);
  const control = headers.get("cache-control")?.join(",") ?? "";
  if (/\bno-transform\b/i.test(control)) return "changes nothing: cache-control has no-transform";
  const accepted = acceptedBy(state.request.headers().get("accept-encoding")?.join(",") ?? "");
  const chosen = algorithms.find((it) => byService.has(it) || accepted.has(tokens[it] ?? it));
  headers.delete("content-encoding");
  const token = chosen === undefined ? undefined : tokens[chosen];
  if (token !== undefined) headers.set("content-encoding", [token]);
  state.response = { ...state.response, headers };
  if (chosen === undefined || chosen === "none") return "sends the response uncompressed";
  return token === undefined
    ? `lets the service choose the compression ('${chosen}')`
    : `compresses with ${chosen}`;
}

const tokens: Readonly<Record<string, string>> = { gzip: "gzip", brotli: "br", zstd: "zstd" };

/** Not named by the client. */
const byService = new Set(["auto", "default", "none"]);

function acceptedBy(header: string): ReadonlySet<string> {
  const rows = header.split(",").flatMap((it) => {
    const [name = "", ...parameters] = it.split(";").map((part) => part.trim().toLowerCase());
    return parameters.some((part) => /^q=0(?:\.0*)?$/.test(part)) ? [] : [name];
  });
  return new Set(rows);
}
