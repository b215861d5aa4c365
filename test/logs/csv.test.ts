import { expect, test } from "vitest";
import type { LogRow } from "../../server/src/core/trial.ts";
import { readCsv } from "../../server/src/logs/csv.ts";
import type { LogSink } from "../../server/src/logs/sink.ts";

/** The values of each record, and the places of unreadable lines. */
async function read(text: string, names: readonly string[] = ["a", "b"]) {
  const rows: unknown[][] = [];
  const unreadable: [number, string][] = [];
  const sink = {
    fields: undefined,
    nested: new Set<string>(),
    isDone: false,
    read: () => {},
    drained: async () => {},
    row: (row: LogRow) => rows.push(names.map((it) => row.get(it))),
    unreadable: (line: number, reason: string) => unreadable.push([line, reason]),
    expected: [],
  } as unknown as LogSink;
  const chunks = async function* () {
    yield Buffer.from(text);
  };
  await readCsv(chunks(), sink);
  return { rows, unreadable };
}

test("a record of empty values is not a blank line", async () => {
  const empty = { rows: [["", ""]], unreadable: [] };
  expect(await read("a\tb\n\t\n")).toEqual(empty);
  expect(await read("a\tb\r\n\t\r\n\r\n\n")).toEqual(empty);
  expect(await read("a,b\n,\n \n\t\n")).toEqual(empty);
  expect(await read("a;b\n;\n")).toEqual(empty);
  expect(await read("a|b\n|\n")).toEqual(empty);
  expect(await read('a\n""\n\n""\n', ["a"])).toEqual({ rows: [[""], [""]], unreadable: [] });
});

test("a byte order mark is no part of the first name", async () => {
  expect((await read("\ufeffa,b\n1,\ufeff2\n")).rows).toEqual([["1", "\ufeff2"]]);
  expect((await read("\ufb01a,b\n1,2\n", ["\ufb01a"])).rows).toEqual([["1"]]);
});

test("a value over several lines after a megabyte of records", async () => {
  const record = `${"x".repeat(1000)},1\n`;
  const { rows, unreadable } = await read(`a,b\n${record.repeat(1100)}"1\n2",3\n`);
  expect(unreadable).toEqual([]);
  expect([rows.length, rows.at(-1)]).toEqual([1101, ["1\n2", "3"]]);
});

test("a value over more than 100 lines, or 1 MB, lacks its closing quote", async () => {
  const value = (lines: number, length: number) =>
    `"${Array.from({ length: lines }, () => "x".repeat(length)).join("\n")}"`;
  expect((await read(`a,b\n${value(101, 1)},2\n3,4\n`)).unreadable).toEqual([]);
  const long = await read(`a,b\n${value(102, 1)},2\n3,4\n`);
  expect(long.unreadable[0]).toEqual([2, "Missing closing quote."]);
  expect((await read(`a,b\n${value(50, 20_000)},2\n`)).unreadable).toEqual([]);
  const large = await read(`a,b\n${value(60, 20_000)},2\n3,4\n`);
  expect(large.unreadable[0]).toEqual([2, "Missing closing quote."]);
  expect(large.rows.at(-1)).toEqual(["3", "4"]);
});
