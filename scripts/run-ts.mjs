// Runs a TypeScript program of the repository: bundles it into dist/ and starts it with the remaining arguments.
import { spawnSync } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...args] = process.argv.slice(2);
const outfile = join(
  root,
  "dist",
  "scripts",
  `${basename(dirname(entry))}-${basename(entry, ".ts")}.mjs`,
);

await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Only our own code is bundled; what is installed is taken from where it is.
  packages: "external",
  logLevel: "warning",
});
// The collector can be called, so that memory is measured without garbage.
const { status } = spawnSync(process.execPath, ["--expose-gc", outfile, ...args], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
