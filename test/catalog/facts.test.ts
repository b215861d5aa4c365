import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogs, exceptionFor, facts, isDate, report } from "./facts.ts";

const root = join(import.meta.dirname, "..", "..");

function run(...args: readonly string[]) {
  const words = ["scripts/run-ts.mjs", "test/catalog/main.ts", ...args];
  return spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
}

test("every fact has a date, and each is a day that has been", () => {
  const all = facts();
  expect(all.length).toBeGreaterThan(1500);
  const dates = new Set(all.map((it) => it.date));
  expect([...dates].filter((it) => !isDate(it) || it > "2026-12-31")).toEqual([]);
});

test.each(catalogs.map((it) => [it.kind, it] as const))(
  "each exception among the dates of a %s is for a row",
  (_, { names, dates }) => {
    const used = new Set(names.map((it) => exceptionFor(it, dates)));
    expect(Object.keys(dates.except ?? {}).filter((it) => !used.has(it))).toEqual([]);
  },
);

test.each([
  ["rule field", "http.host", "2026-07-01"],
  ["rule field", "cf.intel.ip.datasets", "2026-06-15"],
  ["rule field", "cf.bot_management.score", "2026-07-16"],
  ["rule field", "cf.bot_management.tags", "2026-10-01"],
  ["rule field", "dns.qry.name", "2024-10-24"],
  ["rule operator", "eq", "2026-10-01"],
  ["rule operator", "contains", "2026-07-21"],
  ["function", "concat", "2026-09-22"],
  ["limit of rules", "maxRegexes", "2025-03-01"],
  ["job property", "transformer_id", "2026-09-30"],
])("the date of the %s %s", (kind, name, date) => {
  expect(facts().find((it) => it.kind === kind && it.name === name)?.date).toBe(date);
});

test("prints what is older than a date, oldest first", () => {
  const lines = report("2026-03-01").trimEnd().split("\n");
  expect(lines).toContain("2024-10-24  rule field  dns.qry.name");
  expect(lines).not.toContain("2026-03-01  rule field  cf.metal.id");
  expect(report("2026-03-02")).toContain("2026-03-01  rule field  cf.metal.id");
  const dates = lines.slice(0, -1).map((it) => it.slice(0, 10));
  expect(dates).toEqual([...dates].sort());
  expect(lines.at(-1)).toBe(
    `${lines.length - 1} facts older than 2026-03-01, of ${facts().length}`,
  );
  expect(report("2024-10-24")).toBe(`0 facts older than 2024-10-24, of ${facts().length}\n`);
});

test("without a date it summarizes, and a wrong one is refused", () => {
  const { status, stdout } = run();
  expect([status, stdout]).toEqual([0, report(undefined)]);
  expect(stdout).toContain(`2026-01-22  to  2026-10-01  function (39)\n`);
  const wrong = run("--before", "2026-02-30");
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    "'2026-02-30' is not a date. Use one such as 2026-06-01.\n",
  ]);
});
