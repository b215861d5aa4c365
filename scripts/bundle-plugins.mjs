// How the bundles differ from the sources: what they load, and when.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./root.mjs";

const require = createRequire(import.meta.url);

/** @typedef {import("esbuild").Plugin} Plugin */

/**
 * A folder's façade becomes a bundle of its own. Everybody else meets the module that stands in for it.
 * @param {ReadonlyMap<string, string>} standIns the text of the module, by the path of the façade
 * @returns {Plugin}
 */
export function apart(standIns) {
  return {
    name: "apart",
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path);
        if (kind !== "entry-point" && standIns.has(file)) return { path: file, namespace: "apart" };
        return undefined;
      });
      build.onResolve({ filter: /\.cjs$/, namespace: "apart" }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: /./, namespace: "apart" }, ({ path }) => ({
        contents: standIns.get(path) ?? "",
      }));
    },
  };
}

/**
 * The command line starts the server's own bundle, so that the libraries for editors are loaded by `weir lsp` alone.
 * @type {Plugin}
 */
export const serverApart = {
  name: "server-apart",
  setup(build) {
    build.onResolve({ filter: /\/lsp\/main\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./server.cjs", external: true },
    );
  },
};

/**
 * Modules of Node that most runs do without, though some library names them: each takes longer to load than a file of ours.
 * They are loaded when something of theirs is first used.
 * @type {Plugin}
 */
export const nodeWhenUsed = {
  name: "node-when-used",
  setup(build) {
    const seldom = /^(node:)?(child_process|crypto|fs\/promises|os|readline|timers\/promises)$/;
    build.onResolve({ filter: seldom }, ({ path, namespace }) =>
      namespace === "when-used"
        ? { path, external: true }
        : { path: path.replace(/^(node:)?/, "node:"), namespace: "when-used" },
    );
    build.onLoad({ filter: /./, namespace: "when-used" }, ({ path }) => ({
      contents: `for (const name of ${JSON.stringify(Object.keys(require(path)))})
        Object.defineProperty(exports, name, { get: () => require("${path}")[name], enumerable: true, configurable: true });`,
    }));
  },
};

/**
 * A bundler has to assume that the names of a CommonJS library change, and makes a copy of all of them for every file that
 * imports it. This library has some six hundred, so our files share one copy of those that they use.
 * @type {Plugin}
 */
export const oneLibrary = {
  name: "one-library",
  setup(build) {
    build.onResolve({ filter: /^vscode-languageserver(\/node)?$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "one-library" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "one-library" }, ({ path }) => ({
      resolveDir: root,
      contents: `const library = require("${path}");
${Object.keys(require(path))
  .map((name) => `export const ${name} = /* @__PURE__ */ (() => library.${name})();`)
  .join("\n")}`,
    }));
  },
};
