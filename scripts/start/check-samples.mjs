import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { root } from "../root.mjs";

/** Checks the samples and prints next steps. */
export function checkSamples() {
  ensureBuilt();
  console.log("$ weir check samples\n");
  spawnSync(process.execPath, [join(root, "dist", "cli.cjs"), "check", "samples"], {
    cwd: root,
    stdio: "inherit",
  });
  console.log(`
The samples named bad-…, and those in terraform, octorules and runbooks, are wrong on purpose. Next steps:

  npm start                          Open the samples in VS Code
  npx --no weir explain missing-where     Explain a diagnostic
  npx --no weir check --fix FILE          Apply safe fixes
  npx --no weir fmt FILE                  Format a file
`);
}
