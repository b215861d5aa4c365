// Bundles the server, the command line and the VS Code client into dist/ or another `--folder`. ensure-built.mjs runs it.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { rename } from "../install/rename.mjs";
import { root } from "../root.mjs";
import {
  brotliOfNode,
  clientOfBrowser,
  externalServer,
  globalProcess,
  lazyBundles,
  lazyNodeModules,
  sharedImports,
  withoutMessages,
  withoutSchemaValidator,
  withSharedClient,
} from "./bundle-plugins.mjs";
import { lazyModule } from "./lazy-module.mjs";
import { thirdPartyNotices } from "./notices.mjs";

const require = createRequire(import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { debug: { type: "boolean" }, folder: { type: "string", default: "dist" } },
});
const [stamp = ""] = positionals;
const isDebug = values.debug;

/** Built aside, because tests and editors may be using the last build. */
const dist = join(root, `.dist-${process.pid}`);

/** CommonJS, because the language server libraries use a dynamic `require`. */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  minify: !isDebug,
  sourcemap: isDebug ? "inline" : false,
  // Licenses are in THIRD_PARTY_NOTICES.txt.
  legalComments: "none",
  metafile: true,
  // Scripts that run from the V8 code cache have no module loader for import().
  supported: { "dynamic-import": false },
  // The UMD builds of some libraries hide their requires from the bundler.
  mainFields: ["module", "main"],
  logLevel: "warning",
};

/** @type {import("esbuild").BuildOptions} */
const web = {
  platform: "browser",
  target: "es2022",
  mainFields: ["browser", "module", "main"],
  external: ["vscode"],
};

/** Loaded on first use of a language or feature. Dependencies come first. */
const languages = {
  "json.cjs": "server/src/json/syntax/parse.ts",
  "solver.cjs": "server/src/core/meaning/meaning.ts",
  "rule-sets.cjs": "server/src/core/configuration/prove.ts",
  "lpfilter-form.cjs": "server/src/lpfilter/form.ts",
  "lpfilter-meaning.cjs": "server/src/lpfilter/meaning.ts",
  "lpfilter.cjs": "server/src/lpfilter/language.ts",
  "lpjob.cjs": "server/src/lpjob/language.ts",
  "cfrule-evaluator.cjs": "server/src/cfrule/evaluator.ts",
  "cfrule-meaning.cjs": "server/src/cfrule/meaning.ts",
  "cfrule.cjs": "server/src/cfrule/language.ts",
  "hosts-yaml.cjs": "server/src/hosts/yaml/read.ts",
  "hosts.cjs": "server/src/hosts/hosts.ts",
  "policies.cjs": "server/src/workspace/policies/policies.ts",
  "sql.cjs": "server/src/sql/sql.ts",
  "lab.cjs": "server/src/try/lab/lab.ts",
  "trace.cjs": "server/src/trace/trace.ts",
  "review.cjs": "server/src/review/review.ts",
};

/** Loaded by the commands that need them. Dependencies come first. */
const commands = {
  "parquet.cjs": "server/src/logs/parquet.ts",
  "zstd.cjs": "server/src/logs/unzstd.ts",
  "buckets.cjs": "server/src/logs/bucket/bucket.ts",
  "try.cjs": "server/src/try/try.ts",
  "cost.cjs": "server/src/cost/cost.ts",
  "engines.cjs": "server/src/engines/engines.ts",
  "emulator.cjs": "server/src/emulator/start.ts",
  "mcp-tools.cjs": "server/src/mcp/worker.ts",
  "mcp.cjs": "server/src/mcp/serve.ts",
};

const programs = {
  "cli-main.cjs": "server/src/cli/main.ts",
  "cli-emulator.cjs": "server/src/cli/emulator-command.ts",
  "cli-fast.cjs": "server/src/cli/fast-commands.ts",
  "server-main.cjs": "server/src/lsp/main.ts",
};

/** For browsers. The server loads the same language bundles as in Node. */
const webPrograms = {
  "web-server.cjs": "server/src/lsp/web-main.ts",
};

/** VS Code in a browser appends '.js' to other extensions. */
const webClient = { name: "web-client.js", entry: "client/src/web.ts" };

/** Pages that VS Code shows in a webview. Their style sheets are bundled beside them. */
const views = {
  "form.js": "views/src/form/main.tsx",
  "lab.js": "views/src/lab/main.tsx",
  "review.js": "views/src/review/main.tsx",
  "trace.js": "views/src/trace/main.tsx",
};

const library = "server/src/library/library.ts";
/** A part of it that can be imported alone. */
const formatOnly = "server/src/library/format.ts";

/** Entry points of programs and threads, which load their bundles with the V8 code cache. */
const starts = {
  "cli.cjs": { entry: "server/src/start/cli.ts", banner: { js: "#!/usr/bin/env node" } },
  "server.cjs": { entry: "server/src/start/server.ts" },
  "try-worker.cjs": { entry: "server/src/start/try-worker.ts" },
  "mcp-worker.cjs": { entry: "server/src/start/mcp-worker.ts" },
};

/** @type {import("esbuild").Metafile[]} */
const metafiles = [];
/** @type {Map<string, string>} */
const lazyModules = new Map();
for (const [name, entry] of Object.entries(languages)) {
  // Browsers load these too, so the browser builds of packages are used.
  await bundle(name, entry, { conditions: ["browser"], platform: "neutral" });
  lazyModules.set(join(root, entry), lazyModule(name, require(join(dist, name))));
}
await addSql();
for (const [name, entry] of Object.entries(commands)) {
  await bundle(name, entry);
  lazyModules.set(join(root, entry), lazyModule(name, require(join(dist, name))));
}
await Promise.all([
  ...Object.entries(programs).map(([name, entry]) => bundle(name, entry)),
  ...Object.entries(webPrograms).map(([name, entry]) =>
    bundle(name, entry, { ...web, plugins: [lazyBundles(lazyModules), sharedImports] }),
  ),
  ...Object.entries(views).map(([name, entry]) =>
    bundle(name, entry, { ...web, format: "iife", external: [], plugins: [] }),
  ),
  bundle(webClient.name, webClient.entry, {
    ...web,
    plugins: [],
    stdin: withSharedClient(webClient.entry),
  }),
  bundle("client.cjs", "client/src/extension.ts", {
    external: ["vscode"],
    plugins: [clientOfBrowser],
  }),
  // Bundlers for browsers take the same files as Node.
  bundle("library.cjs", library, { conditions: ["browser"], platform: "neutral" }),
  bundle("format.cjs", formatOnly, { platform: "neutral", plugins: [withoutMessages] }),
]);
for (const name of ["library", "format"])
  await writeFile(join(dist, `${name}.mjs`), asModule(`${name}.cjs`));
const define = { bundleHashes: JSON.stringify(await hashes()) };
await Promise.all(
  Object.entries(starts).map(([name, { entry, ...options }]) =>
    bundle(name, entry, { ...options, define, plugins: [globalProcess] }),
  ),
);
await chmod(join(dist, "cli.cjs"), 0o755);
await writeFile(join(dist, "THIRD_PARTY_NOTICES.txt"), thirdPartyNotices(metafiles));
// 'web-client.js' is CommonJS, also in the checkout.
await writeFile(join(dist, "package.json"), '{ "type": "commonjs" }\n');
await writeFile(join(dist, ".built"), stamp);
await replaceLastBuild();

/** Its modules are imported one by one, so each of them is replaced. */
async function addSql() {
  const [name, path] = ["sql.cjs", join(root, "server/src/sql/sql.ts")];
  const names = Object.keys(require(join(dist, name)));
  const members = names.map((it) => `get ${it}() { return require("./${name}").${it}; }`);
  lazyModules.set(path, `module.exports = {${members.join(",\n")}};`);
  for (const [, part = ""] of (await readFile(path, "utf8")).matchAll(/from "(.+)";/g))
    lazyModules.set(join(path, "..", part), `module.exports = require(${JSON.stringify(path)});`);
}

async function replaceLastBuild() {
  const [final, last] = [join(root, values.folder), `${dist}-last`];
  if (existsSync(final)) await rename(final, last);
  await rename(dist, final);
  await rm(last, { recursive: true, force: true, maxRetries: 10 });
}

/**
 * @param {string} name
 * @param {string} entry
 * @param {import("esbuild").BuildOptions} [given]
 */
async function bundle(name, entry, given) {
  const plugins = [
    lazyBundles(lazyModules),
    externalServer,
    lazyNodeModules,
    globalProcess,
    sharedImports,
    withoutSchemaValidator,
    brotliOfNode,
  ];
  const outfile = join(dist, name);
  const { metafile } = await build({
    ...shared,
    plugins,
    ...given,
    ...(given?.stdin ? {} : { entryPoints: [entry] }),
    outfile,
  });
  metafiles.push(metafile);
}

/**
 * The source of an ES module with the exports of a CommonJS bundle, so that both share their state.
 * @param {string} name
 */
function asModule(name) {
  const names = Object.keys(require(join(dist, name))).join(", ");
  return `import bundle from "./${name}";\nexport const { ${names} } = bundle;\n`;
}

/** Cache keys, so that the entry points find the code cache of a bundle without reading the bundle. */
async function hashes() {
  const names = [languages, commands, programs].flatMap((it) => Object.keys(it));
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const hash = createHash("sha256").update(await readFile(join(dist, name)));
        return [name, hash.digest("hex").slice(0, 16)];
      }),
    ),
  );
}
