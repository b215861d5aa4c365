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
  // A script that is loaded from its compiled form has no loader of its own to import with.
  supported: { "dynamic-import": false },
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

/** What people and editors start is a few lines that load a bundle from its compiled form. */
const bundles = {
  "cli.cjs": { entry: "server/src/start/cli.ts", banner: { js: "#!/usr/bin/env node" } },
  "cli-main.cjs": { entry: "server/src/cli/main.ts", plugins: [serverApart] },
  "server.cjs": { entry: "server/src/start/server.ts" },
  "server-main.cjs": { entry: "server/src/lsp/main.ts" },
  "client.cjs": { entry: "client/src/extension.ts", external: ["vscode"] },
};

await rm(dist, { recursive: true, force: true });
await Promise.all(
  Object.entries(bundles).map(([name, { entry, ...options }]) =>
    build({ ...shared, ...options, entryPoints: [entry], outfile: join(dist, name) }),
  ),
);
await chmod(join(dist, "cli.cjs"), 0o755);
