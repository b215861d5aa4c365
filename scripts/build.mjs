// Bundles the server, the command line and the VS Code client into dist/.
import { chmod, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");

/** CommonJS, because the language server libraries use a dynamic `require`. */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  minify: true,
  legalComments: "none",
  // The UMD builds of some libraries hide their requires from the bundler; their ES modules do not.
  mainFields: ["module", "main"],
  logLevel: "warning",
};

await rm(dist, { recursive: true, force: true });
await Promise.all([
  build({
    ...shared,
    entryPoints: { cli: "server/src/cli/main.ts", server: "server/src/lsp/main.ts" },
    outdir: dist,
    outExtension: { ".js": ".cjs" },
  }),
  build({
    ...shared,
    entryPoints: { client: "client/src/extension.ts" },
    outdir: dist,
    outExtension: { ".js": ".cjs" },
    external: ["vscode"],
  }),
]);
await chmod(join(dist, "cli.cjs"), 0o755);
