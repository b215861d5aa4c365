/** A stand-in of Trino's protocol, written from its description: no server can be had here. */
import assert from "node:assert/strict";
import { expect, test } from "vitest";
import type { Io } from "../../server/src/cli/io.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { triedRows } from "../support/programs/tried-rows.ts";

const filter = `// @dataset http_requests
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }`;
const origin = "https://trino.example.com";
const settings = {
  kind: "trino",
  url: origin,
  catalog: "hive",
  schema: "logs",
  table: "http_requests",
};

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Each statement is queued first, then answered in pages. */
function trino(pages: (statement: string) => readonly object[]): {
  fetch: typeof fetch;
  sent: Sent[];
} {
  const sent: Sent[] = [];
  let open: readonly object[] = [];
  const page = (index: number) => {
    const next =
      index + 1 < open.length ? { nextUri: `${origin}/v1/statement/q1/${index + 1}` } : {};
    return Response.json({ id: "q1", stats: { state: "RUNNING" }, ...next, ...open[index] });
  };
  return {
    sent,
    fetch: async (url, init) => {
      const { method = "GET", body } = init ?? {};
      sent.push({
        method,
        url: String(url),
        headers: new Headers(init?.headers),
        body: String(body ?? ""),
      });
      if (method === "POST") open = [{}, ...(triedPages(String(body)) ?? pages(String(body)))];
      return page(method === "POST" ? 0 : Number(String(url).split("/").at(-1)));
    },
  };
}

function triedPages(statement: string): readonly object[] | undefined {
  const names = ["line", "answer"];
  const columns = names.map((name) => ({ name, type: "bigint" }));
  const data = triedRows(statement)?.map((it) => names.map((name) => it[name]));
  return data && [{ columns, data }];
}

const described = [{ columns: [{ name: "edgeresponsestatus", type: "integer" }], data: [] }];
const names = ["n", "has_0", "kept_0", "dropped_0"].map((name) => ({ name, type: "bigint" }));
const counted = [
  { columns: names },
  { columns: names, data: [[10, 10, 3, 7]], stats: { state: "FINISHED", processedBytes: 4096 } },
];
const answers = (statement: string) => (statement.includes("LIMIT 0") ? described : counted);

async function tried(io: Partial<Io>) {
  using folder = new Folder({
    "a.lpfilter": filter,
    "weir.json": JSON.stringify({ engines: { lake: settings } }),
  });
  const args = ["try", "a.lpfilter", "--engine", "lake", "--format", "json"];
  return await weir(folder, args, "", { env: {}, ...io });
}

test("follows the pages and counts", async () => {
  const { fetch, sent } = trino(answers);
  const env = {
    WEIR_ENGINE_LAKE_URL: origin,
    WEIR_ENGINE_LAKE_PASSWORD: "p",
    WEIR_ENGINE_LAKE_USER: "reader",
  };
  const { out, err, status } = await tried({ fetch, env });
  assert.equal(status, 0, err);
  const { results, engine } = JSON.parse(out);
  expect(results[0]).toMatchObject({ kept: 3, undetermined: 0 });
  expect(engine).toMatchObject({ kind: "trino", scannedBytes: 4096 });
  expect(sent[0]?.headers.get("x-trino-catalog")).toBe("hive");
  expect(sent.at(-1)?.headers.get("authorization")).toBe(`Basic ${btoa("reader:p")}`);
});

test.each([
  [
    "a refusal",
    [{ error: { message: "Column 'x' cannot be resolved", errorName: "COLUMN_NOT_FOUND" } }],
    "Trino: Column 'x' cannot be resolved (COLUMN_NOT_FOUND)",
  ],
  ["rows that do not fit", [{ columns: names, data: [[1]] }], "do not fit its columns"],
  [
    "another origin",
    [{ nextUri: "https://evil.example/v1/statement/q1/1" }],
    "another origin, which is not followed",
  ],
  ["no rows", [{ columns: names }], "answered with 0 rows"],
])("nothing is counted after %s", async (_, pages, message) => {
  const { fetch, sent } = trino((it) => (it.includes("LIMIT 0") ? described : pages));
  const { out, err, status } = await tried({ fetch });
  assert.equal(status, 2);
  expect(out).toContain(`"error": `);
  expect(err).toContain(message);
  expect(sent.every((it) => it.url.startsWith(origin))).toBe(true);
});

test("a terminal shows how much a query has read, page by page", async () => {
  const running = { columns: names, stats: { state: "RUNNING", processedBytes: 2048 } };
  const { fetch } = trino((it) => (it.includes("LIMIT 0") ? described : [running, ...counted]));
  const { err, status } = await tried({ fetch, progress: true });
  assert.equal(status, 0, err);
  expect(err.split("\r").map((it) => it.replace("\u001b[K", ""))).toEqual(
    expect.arrayContaining(["lake: 2.0 kB read, running", "lake: 4.1 kB read, finished"]),
  );
});

test("an interrupt deletes the query", async () => {
  let interrupt: (status: number) => void = () => {};
  const { fetch, sent } = trino(answers);
  const { status } = await tried({
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {};
    },
    fetch: (url, init) => {
      const isCounting = sent.some((it) => it.body.includes("count(*)"));
      if (!isCounting || init?.method === "DELETE") return fetch(url, init);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        interrupt(130);
      });
    },
  });
  assert.equal(status, 130);
  expect(sent.at(-1)).toMatchObject({ method: "DELETE", url: `${origin}/v1/statement/q1/1` });
});
