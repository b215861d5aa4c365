import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultColumns, defaultField } from "../../views/src/lab/defaults.ts";
import { droppedMessage } from "../../views/src/lab/dropped-data.ts";
import { Pages, pageSize } from "../../views/src/lab/pages.ts";
import { shownValue } from "../../views/src/lab/shown-value.ts";
import { rowHeight, scrollTo, viewportAt } from "../../views/src/lab/viewport.ts";
import { bytes, count, lineCount, percent } from "../../views/src/shared/numbers.ts";

test("every row of a table can be scrolled to, even of a million", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 50, max: 2000 }),
      fc.nat(),
      (total, visible, random) => {
        const row = random % total;
        const top = scrollTo(row, total, 0, visible) ?? 0;
        const view = viewportAt(total, top, visible);
        assert.ok(view.first <= row);
        assert.ok(view.first + view.count > row);
        assert.ok(
          view.top + view.count * rowHeight <= Math.max(view.height, view.count * rowHeight),
        );
        assert.ok(view.count < visible / rowHeight + 14);
      },
    ),
  );
});

test("the last row is visible at the end of the page", () => {
  for (const total of [1, 10, 1000, 1_000_000, 2_000_000]) {
    const { first, count: shown } = viewportAt(total, 1e9, 400);
    expect(first + shown, String(total)).toBe(total);
  }
});

test("a page is requested once", async () => {
  const asked: number[] = [];
  const pages = new Pages(async (first) => {
    asked.push(first);
    const rows = Array.from({ length: pageSize }, (_, at) => ({
      line: first + at,
      outcome: "kept" as const,
      cells: [],
    }));
    return { total: 1000, rows };
  });
  expect(await pages.need(50, 100)).toBe(true);
  expect(await pages.need(60, 20)).toBe(false);
  expect(asked).toEqual([0, pageSize]);
  expect(pages.rowAt(149)?.line).toBe(149);
  expect(pages.rowAt(500)).toBeUndefined();
  expect(pages.total).toBe(1000);
});

test("the lines from before are shown until new ones are loaded, also if an edit outdates a request", async () => {
  const rows = [{ line: 7, outcome: "kept" as const, cells: [] }];
  const first = new Pages(async () => ({ total: 150, rows }));
  await first.need(0, 1);
  const outdated = new Pages(async () => null, first);
  await outdated.need(0, 1);
  expect([outdated.total, outdated.rowAt(0)?.line]).toEqual([150, 7]);
  const next = new Pages(async () => ({ total: 2, rows: [] }), outdated);
  expect([next.total, next.rowAt(0)?.line]).toEqual([150, 7]);
  await next.need(0, 1);
  expect([next.total, next.rowAt(0)]).toEqual([2, undefined]);
});

test("values are shown in readable form", () => {
  expect(shownValue('"a\\nb"', 10)).toBe("a␊b");
  expect(shownValue('""', 10)).toBe('""');
  expect(shownValue("503", 10)).toBe("503");
  expect(shownValue('{"a":1}', 10)).toBe('{"a":1}');
  expect(shownValue('"cut off', 20)).toBe("cut off");
});

test("numbers are rounded, but never to nothing or to everything", () => {
  expect(count(1_234_567)).toBe("1,234,567");
  expect([0, 1.3, 1234].map(lineCount)).toEqual(["0 lines", "1 line", "1,234 lines"]);
  expect([percent(1, 3), percent(1, 100_000), percent(1, 1e9), percent(0, 0)]).toEqual([
    "33.3%",
    "0.001%",
    "<0.001%",
    "0%",
  ]);
  const nearlyAll = [99_960, 99_999].map((it) => percent(it, 100_000));
  expect([...nearlyAll, percent(1e9 - 1, 1e9), percent(7, 7)]).toEqual([
    "99.96%",
    "99.999%",
    ">99.999%",
    "100%",
  ]);
  expect([bytes(1), bytes(999), bytes(5384), bytes(19_700_000)]).toEqual([
    "1 byte",
    "999 bytes",
    "5.4 kB",
    "20 MB",
  ]);
});

test("the first columns are the time and the fields of the conditions", () => {
  const fields = ["RayID", "ClientIP", "EdgeStartTimestamp", "BotScore"].map((name) => ({ name }));
  const tree = { kind: "condition", label: "BotScore lt 30", index: 0 };
  const answer = { sample: { fields }, tree } as never;
  expect(defaultColumns(answer)).toEqual(["EdgeStartTimestamp", "BotScore", "ClientIP", "RayID"]);
  expect(defaultField(answer)).toBe("BotScore");
});

const dropped = (data: Readonly<Record<string, string>>, ...files: readonly File[]) =>
  droppedMessage({
    files: files as unknown as FileList,
    getData: (type) => data[type] ?? "",
  });

test("a drop contains files of the Explorer, a file of the computer, or lines", async () => {
  const file = new File(["{}\n"], "a.ndjson");
  const plain = { "text/plain": "/logs/a.ndjson" };
  const list = { "application/vnd.code.uri-list": "file:///a%20b.ndjson\r\nfile:///c.gz\r\n" };
  expect(await dropped({ ...plain, ...list }, file)).toEqual({
    kind: "dropFiles",
    uris: ["file:///a%20b.ndjson", "file:///c.gz"],
  });
  const bytes = new TextEncoder().encode("{}\n");
  expect(await dropped(plain, file)).toEqual({ kind: "drop", name: "a.ndjson", bytes });
  const large = { name: "a.log", size: 200_000_000 } as File;
  expect(await dropped({}, large)).toEqual({ kind: "drop", name: "a.log" });
  expect(await dropped({ "text/plain": "{}\n" })).toMatchObject({ kind: "paste", text: "{}\n" });
  expect(await dropped({ "text/plain": " \n" })).toBeUndefined();
});
