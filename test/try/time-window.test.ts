import { expect, test } from "vitest";
import { ObjectRow } from "../../server/src/logs/rows.ts";
import { isWithin } from "../../server/src/try/time-window.ts";

const fields = ["EdgeStartTimestamp", "Datetime"];
const at = "2025-11-12T13:00:00Z";
const noon = 1_762_948_800n * 1_000_000_000n;

test.each([
  ["the first", { EdgeStartTimestamp: at, Datetime: "2025-11-11T13:00:00Z" }, true],
  ["the second if the first is empty", { EdgeStartTimestamp: "", Datetime: at }, true],
  ["the second if the first is null", { EdgeStartTimestamp: null, Datetime: at }, true],
  ["the second if there is no first", { Datetime: at }, true],
  ["not the second if the first is no time", { EdgeStartTimestamp: "x", Datetime: at }, false],
  ["none", {}, false],
])("the time of a line is %s", (_, line, expected) => {
  const row = new ObjectRow(line);
  expect(isWithin(row, { fields, since: noon, until: undefined })).toBe(expected);
});

test("a time range has its start, and not its end", () => {
  const row = new ObjectRow({ Datetime: "2025-11-12T12:00:00Z" });
  expect(isWithin(row, { fields, since: noon, until: noon + 1n })).toBe(true);
  expect(isWithin(row, { fields, since: undefined, until: noon })).toBe(false);
  expect(isWithin(row, { fields, since: noon + 1n, until: undefined })).toBe(false);
});
