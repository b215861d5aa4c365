// Bundles a TypeScript program of the repository into dist/, and runs it with the remaining arguments.
import { spawnSync } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

const [entry, ...args] = process.argv.slice(2);
const outfile = join(
  root,
  "dist",
  "scripts",
  `${basename(dirname(entry))}-${basename(entry, ".ts")}.mjs`,
);

/**
 * Scripts locate the checkout by their own path, so they are not bundled.
 * @type {import("esbuild").Plugin}
 */
const externalScripts = {
  name: "external-scripts",
  setup(build) {
    build.onResolve({ filter: /\/scripts\/[\w/-]+\.mjs$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};

/**
 * Packages are not bundled.
 * @type {import("esbuild").Plugin}
 */
const externalPackages = {
  name: "external-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { external: true },
    );
  },
};

await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  plugins: [externalScripts, externalPackages],
  logLevel: "warning",
});
// The benchmarks call gc() before they measure memory.
const { status } = spawnSync(process.execPath, ["--expose-gc", outfile, ...args], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
