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

/** The command line starts the server's own bundle, so that the libraries for editors are loaded by `weir lsp` alone. */
const serverApart = {
  name: "server-apart",
  setup(build) {
    build.onResolve({ filter: /\/lsp\/main\.ts$/ }, () => ({
      path: "./server.cjs",
      external: true,
    }));
  },
};

await rm(dist, { recursive: true, force: true });
await Promise.all([
  build({
    ...shared,
    entryPoints: ["server/src/cli/main.ts"],
    outfile: join(dist, "cli.cjs"),
    banner: { js: "#!/usr/bin/env node" },
    plugins: [serverApart],
  }),
  build({
    ...shared,
    entryPoints: ["server/src/lsp/main.ts"],
    outfile: join(dist, "server.cjs"),
  }),
  build({
    ...shared,
    entryPoints: ["client/src/extension.ts"],
    outfile: join(dist, "client.cjs"),
    external: ["vscode"],
  }),
]);
await chmod(join(dist, "cli.cjs"), 0o755);
