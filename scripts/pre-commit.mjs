#!/usr/bin/env node
// Runs the command line for pre-commit. The first run installs the package of this version in the clone that pre-commit keeps.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./failure.mjs";
import { installedProgram, installPackage } from "./released.mjs";
import { root } from "./root.mjs";

await run(async () => {
  const folder = join(root, ".package");
  const known = installedProgram(folder);
  const program = existsSync(known) ? known : installPackage(folder, process.env.WEIR_PACKAGE);
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 2;
});
