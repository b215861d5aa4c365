import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { watchOutput } from "../../server/src/cli/program.ts";

test.each([
  ["EPIPE", "closed"],
  ["EOF", "closed"],
  ["ENOSPC", "weir: Cannot write output (ENOSPC).\n"],
])("an output that ends with %s", (code, expected) => {
  const output = new EventEmitter();
  const told: string[] = [];
  watchOutput(
    output,
    () => told.push("closed"),
    (message) => told.push(message),
  );
  output.emit("error", Object.assign(new Error(code), { code }));
  expect(told).toEqual([expected]);
});
