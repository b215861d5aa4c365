/** The limits of trust in an engine: SQL that it answers right, tables that are names, and texts that it accepts. */
import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { tableName } from "../../server/src/engines/open.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { triedRows } from "../support/programs/tried-rows.ts";
import { filter, lake, tried } from "./stand-in.ts";

const host = filter.replace(
  /{ "key".*}/,
  '{ "key": "ClientRequestHost", "operator": "contains", "value": "a" } }',
);
const both = { "b.lpfilter": host };
const columns = [
  { name: "EdgeResponseStatus", type: "Nullable(Int32)" },
  { name: "ClientRequestHost", type: "Nullable(String)" },
];

/** A ClickHouse of a version; each server has its own, because what it answers is remembered. */
function server(
  version: string,
  answer: (sql: string) => Response | readonly object[] | undefined = () => undefined,
) {
  const sent: string[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    const sql = String(init?.body);
    sent.push(`${new URL(String(url)).searchParams.get("readonly")} ${sql}`);
    const given =
      answer(sql) ??
      triedRows(sql) ??
      (sql.includes("version()") ? [{ v: version }] : undefined) ??
      (sql.startsWith("DESCRIBE") ? columns : [counted(sql)]);
    return given instanceof Response ? given : Response.json({ data: given });
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
}

function counted(sql: string): object {
  const names = [...sql.matchAll(/ AS ((n|has|kept|dropped)(?:_\d+)?)\b/g)];
  return Object.fromEntries(
    names.map(([, name = "", kind]) => [name, kind === "dropped" ? 7 : kind === "kept" ? 3 : 10]),
  );
}

const refused = (text: string) => new Response(`Code: ${text}`, { status: 500 });
const args = ["b.lpfilter", "--format", "json"];

describe("SQL on known rows", () => {
  /** No text contains another. */
  const wrong = (sql: string) => {
    const texts = [...sql.matchAll(/SELECT (\d+) AS line, 1 AS expected, CAST\('/g)].map(
      (it) => it[1],
    );
    return triedRows(sql)?.map((it) => (texts.includes(it.line) ? { ...it, answer: 0 } : it));
  };

  test("a shape that is answered wrong is refused for its text alone, and asked once for a version", async () => {
    const { fetch, sent } = server("24.3.77.1", (sql) =>
      sql.includes("position") ? wrong(sql) : undefined,
    );
    const { out, status } = await tried(lake, { fetch, args }, both);
    assert.equal(status, 1);
    const { results } = JSON.parse(out);
    expect(results[0]).toMatchObject({ kept: 3 });
    expect(results[1].error).toMatch(
      /^'ClientRequestHost contains a': the server answers \w+ instead of \w+ for the line \{"/,
    );
    const count = sent.filter((it) => it.includes(" AS expected")).length;
    await tried(lake, { fetch, args }, both);
    expect(sent.filter((it) => it.includes(" AS expected"))).toHaveLength(count);
  });

  test("a shape that is refused is refused for its text alone, in the engine's words", async () => {
    const { fetch } = server("24.3.78.1", (sql) =>
      sql.includes("position(") ? refused("46. Unknown function position") : undefined,
    );
    const { results } = JSON.parse((await tried(lake, { fetch, args }, both)).out);
    expect(results[0]).toMatchObject({ kept: 3 });
    expect(results[1].error).toContain("Unknown function position");
  });

  test("a text that is refused on the lines does not fail the others", async () => {
    const { fetch } = server("24.3.79.1", (sql) =>
      sql.includes("position(") && !sql.includes(" AS expected")
        ? refused("53. Type mismatch")
        : undefined,
    );
    const { out, status } = await tried(lake, { fetch, args }, both);
    assert.equal(status, 1);
    const { results } = JSON.parse(out);
    expect(results[0]).toMatchObject({ kept: 3 });
    expect(results[1].error).toContain("Type mismatch");
    const alone = server("24.3.80.1", (sql) =>
      sql.includes("count(*)") ? refused("241. Memory limit") : undefined,
    );
    const all = await tried(lake, { fetch: alone.fetch, args }, both);
    assert.equal(all.status, 2);
    expect(all.err).toContain("Memory limit");
  });
});

test("statements are shown as an old version reads them, and a user who can only read can ask", async () => {
  const boolean = filter.replace(
    /{ "key".*}/,
    '{ "key": "WorkerSubrequest", "operator": "eq", "value": true } }',
  );
  const old = [{ name: "WorkerSubrequest", type: "Nullable(String)" }];
  const { fetch, sent } = server("18.16.1", (sql) =>
    sql.startsWith("DESCRIBE") ? old : undefined,
  );
  const isFixed = async (url: unknown, init?: RequestInit) =>
    new URL(String(url)).searchParams.has("readonly")
      ? refused(
          "164, e.displayText() = DB::Exception: Cannot override setting (readonly) in readonly mode",
        )
      : fetch(url as string, init);
  const { out, err } = await tried(
    lake,
    { fetch: isFixed as typeof fetch, args: ["--format", "json"] },
    { "a.lpfilter": boolean },
  );
  const { engine } = JSON.parse(out || err);
  expect(sent.some((it) => it.startsWith("2 "))).toBe(false);
  for (const it of engine.statements) {
    expect(it).not.toMatch(/\b(?:TRUE|FALSE)\b/);
    expect(sent).toContain(`null ${it}`);
  }
});

describe("the table", () => {
  test.each([
    ["clickhouse", "logs.http_requests", "`logs`.`http_requests`"],
    ["postgres", 'Logs."Http""x"', '"logs"."Http""x"'],
    ["snowflake", "raw.Http", '"RAW"."HTTP"'],
    ["bigquery", "my-project.logs.http", "`my-project`.`logs`.`http`"],
    ["bigquery", "`my-project.logs.http_*`", "`my-project.logs.http_*`"],
    ["postgres", "(select 1) x", undefined],
    ["postgres", "http_requests; drop table x", undefined],
    ["postgres", "a b", undefined],
    ["clickhouse", "url('http://x')", undefined],
    ["clickhouse", "a -- b", undefined],
    ["postgres", 'a"', undefined],
  ] as const)("%s: %s", (dialect, table, quoted) => {
    expect(tableName(table, dialects[dialect])).toBe(quoted);
  });

  test("SQL runs only after a person agreed to it, for this engine", async () => {
    const { fetch, sent } = server("24.3.81.1");
    const sql = { ...lake, table: `(select * from "t" where x <> 'y') z` };
    const without = await tried(sql, { fetch, args: ["--format", "json"] });
    expect(JSON.parse(without.out)).toMatchObject({ version: 1, error: expect.any(String) });
    assert.equal(without.status, 2);
    expect(without.err).toContain(
      "is SQL instead of a name, and you have not agreed to it. Nothing was sent.",
    );
    expect(sent).toEqual([]);
    const other = await tried(sql, { fetch, args: ["--engine-command", "(select 1) z"] });
    expect(other.err).toContain("differs from the command or SQL");
    assert.equal((await tried(sql, { fetch, args: ["--engine-command", sql.table] })).status, 0);
    expect(sent.at(-1)).toContain(`FROM ${sql.table}`);
  });
});
