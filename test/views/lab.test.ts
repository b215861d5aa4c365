import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultColumns, defaultField } from "../../views/src/lab/defaults.ts";
import { droppedMessage } from "../../views/src/lab/dropped-data.ts";
import { outcomeText } from "../../views/src/lab/outcome.ts";
import { Pages, pageSize } from "../../views/src/lab/pages.ts";
import { rangeIn } from "../../views/src/lab/range.tsx";
import { axisLabels, stepsAround } from "../../views/src/lab/steps.ts";
import { rowHeight, scrollTo, viewportAt } from "../../views/src/lab/viewport.ts";
import { shownValue } from "../../views/src/shared/display.ts";
import { bytes, count, lineCount, percent, time } from "../../views/src/shared/numbers.ts";

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

const condition = (index: number, label: string) => ({ kind: "condition", index, label }) as const;
const [a, b, c] = [condition(0, "a"), condition(1, "b"), condition(2, "c")] as const;

test.each([
  ["dropped", "filter", [a, b], "tF", "Dropped because 'b' is false. Otherwise it would be kept."],
  [
    "kept",
    "filter",
    [a, b],
    "TT",
    "Kept because 'a' is true; 'b' is true. If one of these were different, it would be dropped.",
  ],
  [
    "dropped",
    "rule",
    [a, { kind: "or", label: "", children: [b, c] }],
    "fff",
    "No match because 'a' is false; 'b' is false; 'c' is false. Changing only one of these would make no difference.",
  ],
  [
    "dropped",
    "filter",
    [a, { kind: "or", label: "", children: [b, c] }],
    "ff?",
    "Dropped because 'a' is false. Otherwise it would be undetermined.",
  ],
  ["kept", "rule", [a], "T", "Matches because 'a' is true. Otherwise it would not match."],
  ["undetermined", "filter", [a, b], "t?", "Undetermined, because of this: 'b' is unknown."],
  ["kept", "filter", [], "", "Kept: there are no conditions."],
] as const)("a %s line of a %s, in words", (outcome, resource, children, results, expected) => {
  const conditions = [...results].map((it) => ({
    answer: it === "?" ? null : it.toLowerCase() === "t",
    decides: it === "T" || it === "F",
  }));
  const tree = { kind: "and", label: "", children } as const;
  expect(outcomeText({ tree, resource }, { outcome, conditions })).toBe(expected);
});

test("a range needs a number, and its ends in order", () => {
  expect(rangeIn("400", "499")).toEqual({ least: 400, most: 499 });
  expect([rangeIn("", " 5 "), rangeIn("0.5", "")]).toEqual([{ most: 5 }, { least: 0.5 }]);
  expect([rangeIn("", ""), rangeIn("x", "5"), rangeIn("5", "4")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("times have one form, on the axis as well", () => {
  const midnight = Date.UTC(2026, 0, 2);
  expect([time(midnight), time(midnight + 1)]).toEqual([
    "2026-01-02T00:00:00Z",
    "2026-01-02T00:00:00.001Z",
  ]);
  const at = (minutes: number) => midnight / 1000 + minutes * 60;
  expect(axisLabels([at(-60), at(0), at(60)], 3600)).toEqual([
    "23:00\n2026-01-01",
    "00:00\n2026-01-02",
    "01:00",
  ]);
  expect(axisLabels([at(0), at(0.5)], 30)).toEqual(["00:00:00\n2026-01-02", "00:00:30"]);
  expect(axisLabels([at(0)], 86_400)).toEqual(["2026-01-02"]);
});

test("a zoom covers whole steps", () => {
  const steps = { start: 100, step: 10, kept: [0, 0, 0, 0], dropped: [], undetermined: [] };
  expect(stepsAround(steps, { since: 114, until: 121 })).toEqual({ since: 110, until: 130 });
  expect(stepsAround(steps, { since: 115, until: 115 })).toEqual({ since: 110, until: 120 });
  expect(stepsAround(steps, { since: 50, until: 500 })).toEqual({ since: 100, until: 140 });
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
