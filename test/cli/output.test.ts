import { spawnSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { watchOutput } from "../../server/src/cli/program.ts";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

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

test.runIf(existsSync("/dev/full"))("an output that cannot be written is an error", () => {
  using folder = new Folder({ "a.cfrule": "ssl\n", "b.cfrule": "not ssl and\n" });
  for (const args of [["check"], ["check", "--format", "json"], ["fmt", "--help"], ["--help"]]) {
    const output = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [bundlePath("cli.cjs"), ...args], {
      cwd: folder.path,
      stdio: ["ignore", output, "pipe"],
      encoding: "utf8",
    });
    closeSync(output);
    expect([args, status, stderr]).toEqual([args, 2, "weir: Cannot write output (ENOSPC).\n"]);
  }
});
