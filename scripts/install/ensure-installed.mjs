// Installs the dependencies if they are missing or older than the lock file. Uses only Node and npm.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

// npm writes this file at the end of every install.
const installed = join(root, "node_modules", ".package-lock.json");
const wanted = join(root, "package-lock.json");

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  console.log("Installing dependencies (npm ci)…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, error } = spawnSync(npm, ["ci", "--loglevel=error", "--prefer-offline"], {
    cwd: root,
    stdio: "inherit",
    // Windows cannot start a .cmd file without a shell.
    shell: process.platform === "win32",
  });
  if (error || status !== 0) {
    console.error(
      "Could not install the dependencies. Check the network connection and run `npm ci`.",
    );
    process.exit(1);
  }
}
