import { expect, test } from "vitest";
import { times } from "../support/long.ts";
import { allKinds } from "./kinds.ts";

test.each(allKinds)("no claim about $name is wrong", ({ cases }) => {
  let unknown = 0;
  const count = times(8, 4000);
  for (const it of cases(20_261_117, count)) {
    expect(it.wrong, it.text).toBeUndefined();
    if (it.claim === "unknown") unknown++;
  }
  expect(unknown).toBeLessThan(count / 10);
});
