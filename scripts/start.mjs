// The main job on the sample workspace: shows what Weir finds there, and how to go on.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await import("./build.mjs");
console.log("$ weir check samples\n");
spawnSync(process.execPath, [join(root, "dist", "cli.cjs"), "check", "samples"], {
  cwd: root,
  stdio: "inherit",
});
console.log(`
The samples named bad-… are meant to be wrong. To go on:

  npx weir explain missing-where     what a diagnostic means
  npx weir check --fix FILE          mend what has one right answer
  npx weir fmt FILE                  give a file the one layout

In VS Code: run 'npm run package', then choose 'Install from VSIX…' in the Extensions view and pick weir.vsix.
In any other editor: let it start '${join("dist", "cli.cjs")} lsp --stdio' for .lpfilter, .lpjob and .cfrule files.
`);
