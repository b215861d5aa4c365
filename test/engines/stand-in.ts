/** A stand-in of ClickHouse, and a repository whose `weir.json` names it. */
import { join } from "node:path";
import type { Io } from "../../server/src/cli/io.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { triedRows } from "../support/programs/tried-rows.ts";

export const filter = `// @dataset http_requests
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }`;
export const lake = {
  kind: "clickhouse",
  url: "https://ch.example.com:8443",
  table: "http_requests",
};

/** A ClickHouse that answers with these rows, and what it was sent. */
export function stand(answer: (sql: string) => unknown): { fetch: typeof fetch; sent: Request[] } {
  const sent: Request[] = [];
  return {
    sent,
    fetch: async (url, init) => {
      const sql = String(init?.body);
      const tried = triedRows(sql);
      if (tried) return Response.json({ data: tried });
      sent.push(new Request(url, { ...init, signal: null }));
      if (sql.includes("version()")) return Response.json({ data: [{ v: "24.3.1.1" }] });
      if (sql.startsWith("DESCRIBE"))
        return Response.json({ data: [{ name: "edgeresponsestatus", type: "Nullable(Int32)" }] });
      const given = answer(sql);
      return given instanceof Response ? given : Response.json({ data: given });
    },
  };
}

export const counts = [{ n: "10", has_0: "10", kept_0: "3", dropped_0: 7 }];

/** Counts on the engine `lake` of a repository. */
export async function tried(
  engine: object,
  { args = [], ...io }: Partial<Io> & { args?: string[] } = {},
  files: Record<string, string> = {},
) {
  using folder = new Folder({
    "a.lpfilter": filter,
    "weir.json": JSON.stringify({ engines: { lake: engine } }),
    ...files,
  });
  const env = { HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, "config") };
  const all = ["try", "a.lpfilter", "--engine", "lake", ...args];
  return await weir(folder, all, "", { env, ...io });
}
