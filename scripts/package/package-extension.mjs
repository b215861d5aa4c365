// Packages the VS Code extension as weir.vsix, or as the given file.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { root } from "../root.mjs";
import { makeRunFolder } from "../start/workspace.mjs";

const packagePath = resolve(process.argv[2] ?? "weir.vsix");
const { path: folder, remove } = makeRunFolder();
try {
  // vsce matches every file in its folder against every pattern, which takes seconds if node_modules is there.
  for (const it of shippedEntries()) cpSync(join(root, it), join(folder, it), { recursive: true });
  // The bundles are CommonJS. With "type": "module", VS Code in a browser would not load the client, which must end in '.js'.
  const { type: _type, ...manifest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  await createVSIX({ cwd: folder, dependencies: false, packagePath });
} finally {
  remove();
}

/** The top-level entries of the checkout that are packaged, at least in part. */
function shippedEntries() {
  const lines = readFileSync(join(root, ".vscodeignore"), "utf8").split("\n");
  const shipped = lines.flatMap((it) => /^!([^/]+)/.exec(it)?.[1] ?? []);
  return new Set([".vscodeignore", ...shipped]);
}
