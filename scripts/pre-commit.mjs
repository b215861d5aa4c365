#!/usr/bin/env node
// Runs the command line for pre-commit, from the clone that pre-commit keeps for each version. The first run builds it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const program = join(root, "dist", "cli.cjs");
if (!existsSync(program)) {
  for (const script of ["install/ensure-installed.mjs", "build/ensure-built.mjs"]) {
    const { status } = spawnSync(process.execPath, [join(root, "scripts", script)], {
      cwd: root,
      // To standard error: pre-commit shows the output of a hook with its result.
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) process.exit(2);
  }
}
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 2;
