import { expect, test } from "vitest";
import { largeChanges } from "../bench/review.ts";

test.each(largeChanges())("$name: all is proved", ({ review }) => {
  const { outcomes, rest } = review();
  const unknown = outcomes.filter((it) => it.proof !== "witness");
  expect({ unknown, rest }).toEqual({ unknown: [], rest: "proved" });
});
