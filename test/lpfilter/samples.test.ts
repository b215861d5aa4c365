import assert from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { LogCondition } from "../../server/src/core/log-test.ts";
import { linesAround } from "../../server/src/lpfilter/evaluation/samples.ts";

const condition = (
  type: LogCondition["type"],
  ...values: LogCondition["values"]
): LogCondition => ({
  kind: "condition",
  start: 0,
  end: 0,
  field: "x",
  type,
  operator: "eq",
  values,
});

test.each<[LogCondition["type"], LogCondition["values"], readonly unknown[]]>([
  [
    "string",
    ["aB", "c"],
    ["aB", "c", "aBx", "xaB", "a", "B", "AB", "ab", "aBc", "aBxc", "", undefined],
  ],
  ["int", [5, 7], [5, 7, 4, 6, 8, "5", 0, undefined]],
  ["int", [2n ** 63n], ["9223372036854775807", "9223372036854775809", 2n ** 63n]],
  ["float", [1], [0, 1, 1.5, 2]],
  ["bool", [true], [true, false, undefined]],
  [
    "array[string]",
    ["a", "b"],
    [["a"], ["b"], ["b", "a"], ["a", "b"], ["a", "x"], [], ["x"], undefined],
  ],
  ["int or string", ["5"], ["5", 4, 6, "5x", "", undefined, 0]],
  [undefined, ["a"], ["a", ["a"], true, false, "", "ax", undefined]],
])("lines are made at the values of a field of type %s, and next to them", (type, values, all) => {
  const found = linesAround([condition(type, ...values)]).map((it) => it.x);
  for (const it of all) {
    const isFound = found.some((value) => isDeepStrictEqual(value, it));
    assert.ok(isFound, inspect([it, found]));
  }
});

test("the same conditions always give the same lines", () => {
  const some = [condition("int", 1, 2), { ...condition("string", "a"), field: "y" }];
  expect(linesAround(some)).toEqual(linesAround(some));
  expect(new Set(linesAround(some).map((it) => JSON.stringify(it))).size).toBeGreaterThan(15);
});
