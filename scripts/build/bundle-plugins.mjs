// esbuild plugins that load code lazily or leave it out.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { root } from "../root.mjs";

const require = createRequire(import.meta.url);

/** @typedef {import("esbuild").Plugin} Plugin */

/**
 * Replaces imports of separately bundled modules with lazy modules.
 * @param {ReadonlyMap<string, string>} lazyModules source text by the path of the replaced module
 * @returns {Plugin}
 */
export function lazyBundles(lazyModules) {
  return {
    name: "lazy-bundles",
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path);
        if (kind !== "entry-point" && lazyModules.has(file))
          return { path: file, namespace: "lazy-bundles" };
        return undefined;
      });
      build.onResolve({ filter: /\.cjs$/, namespace: "lazy-bundles" }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: /./, namespace: "lazy-bundles" }, ({ path }) => ({
        contents: lazyModules.get(path) ?? "",
      }));
    },
  };
}

/**
 * The command line loads the server's bundle, so that only `weir lsp` loads the LSP libraries.
 * @type {Plugin}
 */
export const externalServer = {
  name: "external-server",
  setup(build) {
    build.onResolve({ filter: /\/lsp\/main\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./server.cjs", external: true },
    );
  },
};

/**
 * Removes the JSON Schema validator of the MCP library, half of its size. It is only needed for elicitation, which our server
 * does not use.
 * @type {Plugin}
 */
export const withoutSchemaValidator = {
  name: "without-schema-validator",
  setup(build) {
    build.onResolve({ filter: /\/validation\/ajv-provider\.js$/ }, ({ path }) => ({
      path,
      namespace: "without-schema-validator",
    }));
    build.onLoad({ filter: /./, namespace: "without-schema-validator" }, () => ({
      contents: "export class AjvJsonSchemaValidator {}",
    }));
  },
};

/** The modules that the client for desktops takes from the client for browsers, so that the extension has one copy. */
const sharedClient = [
  "client/src/start.ts",
  "node_modules/vscode-languageclient/lib/common/api.js",
  "node_modules/vscode-languageclient/lib/common/client.js",
  "node_modules/vscode-languageclient/lib/common/utils/is.js",
  "node_modules/vscode-languageserver-protocol/lib/common/api.js",
  "node_modules/vscode-jsonrpc/lib/common/api.js",
];

/**
 * Exports the shared modules beside the exports of the entry point.
 * @param {string} entry
 * @returns {import("esbuild").StdinOptions}
 */
export function withSharedClient(entry) {
  const members = sharedClient.map((it) => `"${it}": require("./${it}")`);
  return {
    contents: `export * from "./${entry}";\nexport const shared = {${members.join(", ")}};`,
    resolveDir: root,
  };
}

/**
 * Takes the shared modules from the client for browsers.
 * @type {Plugin}
 */
export const clientOfBrowser = {
  name: "client-of-browser",
  setup(build) {
    build.onResolve({ filter: /web-client\.js$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /[\\/](start\.ts|(api|client|is)\.js)$/ }, ({ path }) => {
      const name = relative(root, path).replaceAll("\\", "/");
      if (!sharedClient.includes(name)) return undefined;
      const target = name.endsWith(".ts") ? "export const { start }" : "module.exports";
      return { contents: `${target} = require("./web-client.js").shared["${name}"];` };
    });
  },
};

/**
 * Brotli in Parquet files is read by Node: the dictionary of the library takes 60 kB of each package.
 * @type {Plugin}
 */
export const brotliOfNode = {
  name: "brotli-of-node",
  setup(build) {
    build.onLoad({ filter: /[\\/]hyparquet-compressors[\\/]src[\\/]brotli\.js$/ }, () => ({
      contents: `import { brotliDecompressSync } from "node:zlib";
        export const decompressBrotli = (input) => new Uint8Array(brotliDecompressSync(input));`,
    }));
  },
};

const string = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/.source;
const documentation = new RegExp(
  `\\b(?:doc|note|example):\\s*(?:${string})(?:\\s*\\+\\s*(?:${string}))*,?`,
  "g",
);

/**
 * Removes what only messages and documentation need, a third of a formatter: descriptions in the catalogs, what is wrong inside
 * a regex, the known values of fields, the names that other languages have for them, and the messages about JSON.
 * @type {Plugin}
 */
export const withoutMessages = {
  name: "without-messages",
  setup(build) {
    build.onLoad({ filter: /[\\/]cfrule[\\/]regex[\\/]syntax[\\/]read\.ts$/ }, () => ({
      contents: "export const readRegex = () => ({ problems: [] });",
    }));
    build.onLoad({ filter: /[\\/]json[\\/]syntax[\\/]messages\.ts$/ }, async ({ path }) => ({
      contents: [...(await readFile(path, "utf8")).matchAll(/^export function (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => ({ message: "" });`)
        .join("\n"),
    }));
    build.onLoad({ filter: /[\\/]vocabulary[\\/]vocabularies\.ts$/ }, () => ({
      contents:
        "export const vocabularies = new Proxy({}, { get: () => ({ values: new Map() }) });",
    }));
    build.onLoad({ filter: /[\\/]catalog[\\/]foreign-names\.ts$/ }, () => ({
      contents: "export const foreignField = () => {}, foreignFunction = foreignField;",
    }));
    build.onLoad({ filter: /[\\/]cfrule[\\/]catalog[\\/]\w+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(documentation, ""),
      loader: "ts",
    }));
  },
};

/**
 * Loads Node's own modules on first use: libraries import them, most runs do not need them, and each takes longer to load than
 * our code.
 * @type {Plugin}
 */
export const lazyNodeModules = {
  name: "lazy-node-modules",
  setup(build) {
    const rarelyUsed = /^(node:)?(child_process|crypto|fs\/promises|os|readline|timers\/promises)$/;
    build.onResolve({ filter: rarelyUsed }, ({ path, namespace }) =>
      namespace === "lazy-node"
        ? { path, external: true }
        : { path: path.replace(/^(node:)?/, "node:"), namespace: "lazy-node" },
    );
    build.onLoad({ filter: /./, namespace: "lazy-node" }, ({ path }) => ({
      contents: `for (const name of ${JSON.stringify(Object.keys(require(path)))})
        Object.defineProperty(exports, name, { get: () => require("${path}")[name], enumerable: true, configurable: true });`,
    }));
  },
};

/**
 * Replaces imports of `process` with the global, because esbuild copies all of its properties for every importing file.
 * @type {Plugin}
 */
export const globalProcess = {
  name: "global-process",
  setup(build) {
    build.onResolve({ filter: /^node:process$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "global-process" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "global-process" }, () => ({
      contents: "export default process;",
    }));
  },
};

/**
 * esbuild copies all exports of a CommonJS library for every importing file. This library has about 600, so our files share one
 * copy of those they use.
 * @type {Plugin}
 */
export const sharedImports = {
  name: "shared-imports",
  setup(build) {
    build.onResolve({ filter: /^vscode-languageserver(\/node)?$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "shared-imports" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "shared-imports" }, ({ path }) => ({
      resolveDir: root,
      contents: `const library = require("${path}");
${Object.keys(require(path))
  .map((name) => `export const ${name} = /* @__PURE__ */ (() => library.${name})();`)
  .join("\n")}`,
    }));
  },
};
