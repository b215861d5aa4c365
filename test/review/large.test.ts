import { expect, test } from "vitest";
import { largeChanges, regexChanges } from "../bench/review.ts";

test.each(largeChanges())("$name: all is proved", ({ review }) => {
  const { outcomes, rest } = review();
  const unknown = outcomes.filter((it) => it.proof !== "witness");
  expect({ unknown, rest }).toEqual({ unknown: [], rest: "proved" });
});

test.each(regexChanges())("$name: examples where they are found, else unknown", ({ review }) => {
  const { outcomes } = review();
  expect(new Set(outcomes.map((it) => it.proof))).toContain("witness");
});
