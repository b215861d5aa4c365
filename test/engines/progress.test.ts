/** The progress on a terminal while an engine counts. */
import assert from "node:assert/strict";
import { expect, onTestFinished, test, vi } from "vitest";
import { counts, lake, stand, tried } from "./stand-in.ts";

/** Standard error of a terminal, and when a text was shown there. */
function terminal(text: string) {
  let resolve: () => void = () => {};
  const seen = new Promise<void>((it) => {
    resolve = it;
  });
  const shown: string[] = [];
  const err = (line: string) => {
    shown.push(line);
    if (line.includes(text)) resolve();
  };
  return { seen, shown, io: { err, progress: true } };
}

test("ClickHouse is asked how much a query has read, with the credential of its origin", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { fetch } = stand(() => counts);
  const { seen, io } = terminal("lake: 12,000 of about 50,000 rows, 3.4 MB read");
  const asked: (string | null)[] = [];
  const { status } = await tried(lake, {
    ...io,
    env: {
      WEIR_ENGINE_LAKE_URL: lake.url,
      WEIR_ENGINE_LAKE_PASSWORD: "p",
    },
    fetch: async (url, init) => {
      const sql = String(init?.body);
      if (sql.includes("system.processes")) {
        asked.push(new Headers(init?.headers).get("x-clickhouse-key"));
        assert.equal(init?.redirect, "manual");
        const row = { read_rows: "12000", read_bytes: "3400000", total_rows_approx: "50000" };
        return Response.json({ data: [row] });
      }
      if (sql.includes("count(*)")) {
        vi.advanceTimersByTime(1000);
        await seen;
      }
      return fetch(url, init);
    },
  });
  assert.equal(status, 0);
  expect(asked).toEqual(["p"]);
});

test("a user who may not read system tables sees no progress, and the counts", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { fetch } = stand(() => counts);
  const { shown, io } = terminal("");
  const { out, status } = await tried(lake, {
    ...io,
    fetch: async (url, init) => {
      const sql = String(init?.body);
      if (sql.includes("system.processes")) return new Response("Code: 497", { status: 403 });
      if (sql.includes("count(*)")) vi.advanceTimersByTime(3000);
      return fetch(url, init);
    },
  });
  assert.equal(status, 0);
  expect(out).toContain("3 of 10 lines");
  expect(shown.join("")).not.toContain("rows");
});
