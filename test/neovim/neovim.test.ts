// The server in a second editor, with the configuration that the manual gives.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aptInstall } from "../../scripts/apt.mjs";
import { call, startEmulator } from "../../scripts/emulator.mjs";
import { Folder } from "../support/cli.ts";

const root = resolve(import.meta.dirname, "../..");

/** Major and minor version, or undefined where there is no Neovim and none can be had. */
function ensureNeovim(): string | undefined {
  const version = () =>
    /^NVIM v(\d+\.\d+)/.exec(spawnSync("nvim", ["--version"], { encoding: "utf8" }).stdout)?.[1];
  return version() ?? (aptInstall("neovim") ? version() : undefined);
}

/** The configuration under a heading of the manual, as a reader would copy it. */
function configurationFor(version: string): string {
  const isModern = Number(version.split(".")[1]) >= 11;
  const heading = isModern ? "## Neovim 0.11 and newer" : "## Neovim 0.7 to 0.10";
  const manual = readFileSync(join(root, "docs", "editors.md"), "utf8");
  return manual.split(heading)[1]?.split("```lua\n")[1]?.split("```")[0] ?? "";
}

test("Neovim shows errors, completes, mends, and pushes", async (context) => {
  const version = ensureNeovim();
  if (!version)
    return context.skip("There is no 'nvim' on the PATH. Install Neovim to run this test.");
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  const { baseUrl, zone } = emulator;
  using folder = new Folder({
    "init.lua": configurationFor(version),
    "weir.json": JSON.stringify({ profiles: { local: { baseUrl, zone } } }),
    "jobs/slip.lpjob": JSON.stringify({
      name: "slip",
      dataset: "http_requests",
      destination_conf: "s3://logs/{DATE}?region=eu-central-1",
      filter: "../filters/slip.lpfilter",
    }),
    "filters/slip.lpfilter":
      '{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }\n',
    "bin/weir": `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist", "cli.cjs")}" "$@"\n`,
  });
  chmodSync(join(folder.path, "bin/weir"), 0o755);
  const { stderr, status } = spawnSync(
    "nvim",
    ["--headless", "--clean", "-u", "init.lua", "-S", join(import.meta.dirname, "visit.lua")],
    {
      cwd: folder.path,
      encoding: "utf8",
      timeout: 50_000,
      env: {
        ...process.env,
        PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}`,
        WEIR_REPORT: join(folder.path, "report.json"),
      },
    },
  );
  expect(status, stderr).toBe(0);
  const where = '{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }';
  expect(JSON.parse(folder.read("report.json"))).toEqual({
    filetype: "lpfilter",
    before: ["'http_requests' has no field 'ClientIPP'. Did you mean 'ClientIP'?"],
    operators: expect.arrayContaining(["eq", "in"]),
    text: `{ "where": ${where} }`,
    escaped: { text: JSON.stringify(JSON.stringify({ where: JSON.parse(where) })) },
    questions: [expect.stringContaining("Create the job 'slip'")],
    pushed: { version: 1, results: [expect.objectContaining({ outcome: "created" })] },
  });
  expect(await call(emulator, "GET", "/logpush/jobs")).toMatchObject([
    { name: "slip", filter: JSON.stringify({ where: JSON.parse(where) }) },
  ]);
});
