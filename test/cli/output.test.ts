import { spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { watchOutput } from "../../server/src/cli/program.ts";
import { replaceFile } from "../../server/src/workspace/files/replace-file.ts";
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

test("a closed output ends a command that prints, and a push is no success then", async () => {
  const profile = { baseUrl: "http://127.0.0.1:9/client/v4", zone: "0".repeat(32) };
  const config = { defaultProfile: "local", profiles: { local: profile } };
  using folder = new Folder({
    "weir.json": JSON.stringify(config),
    "a.cfrule": "# @action block\nssl\n",
  });
  const statusOf = async (...args: string[]) => {
    const env = { ...process.env, CLOUDFLARE_API_TOKEN: "any" };
    const child = spawn(process.execPath, [bundlePath("cli.cjs"), ...args], {
      cwd: folder.path,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.stdout.destroy();
    const [status] = await once(child, "close");
    return status;
  };
  expect(await statusOf("--help")).toBe(0);
  expect(await statusOf("push", "--all", "--yes")).toBe(141);
});

test.runIf(existsSync("/dev/null"))("a device is not replaced by a file", () => {
  expect(() => replaceFile("/dev/null", "text")).toThrow("Not a regular file");
  expect(statSync("/dev/null").isFile()).toBe(false);
});
