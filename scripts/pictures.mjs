// Takes the screenshots of the README, while the end-to-end tests run in a real VS Code.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.mjs";

const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--project",
    "e2e",
    "writing",
    "pushing",
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, WEIR_PICTURES: "1" } },
);
process.exit(status ?? 1);
