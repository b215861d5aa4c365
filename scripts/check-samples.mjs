import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { root } from "./root.mjs";

/** What Weir finds in the samples, on the terminal, and how to go on. */
export function checkSamples() {
  ensureBuilt();
  console.log("$ weir check samples\n");
  spawnSync(process.execPath, [join(root, "dist", "cli.cjs"), "check", "samples"], {
    cwd: root,
    stdio: "inherit",
  });
  console.log(`
The samples named bad-… are meant to be wrong. To go on:

  npm start                          the same in VS Code
  npx weir explain missing-where     what a diagnostic means
  npx weir check --fix FILE          fix what has one right answer
  npx weir fmt FILE                  give a file the one layout
`);
}
