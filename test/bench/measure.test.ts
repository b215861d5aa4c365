import { expect, test } from "vitest";
import { fasterRow, pairOf, repeatsFor, withinRow } from "./measure.ts";

/** The machine is half as fast in the middle, which slows down a different number of runs on each side. */
const pair = pairOf([10, 20, 20, 20, 10], [5, 5, 10, 10, 5]);

test("the ratio is that of adjacent runs", () => {
  expect(pair.ours.median / pair.other.median).toBe(4);
  expect(pair.ratio).toBe(2);
});

test("a row meets its goal exactly up to the limit", () => {
  expect(withinRow("", pair, 2).held).toBe(true);
  expect(withinRow("", pair, 1.9).held).toBe(false);
  expect(fasterRow("", pair, 0.5).held).toBe(true);
  expect(fasterRow("", pair, 0.6).held).toBe(false);
});

test("a goal for the 95th percentile uses that of each side", () => {
  expect(withinRow("", pairOf([1, 1, 9], [1, 3, 1]), 3, "p95")).toMatchObject({
    ratio: 3,
    held: true,
  });
});

test("the faster side is run more often, so that both take about the same time", () => {
  expect(repeatsFor(9.6)).toEqual({ ours: 1, other: 10 });
  expect(repeatsFor(0.26)).toEqual({ ours: 4, other: 1 });
  expect(repeatsFor(1.2)).toEqual({ ours: 1, other: 1 });
});
