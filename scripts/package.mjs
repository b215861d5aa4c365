// Packs the VS Code extension into weir.vsix, or into the file that is named.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { root } from "./root.mjs";
import { makeRunFolder } from "./workspace.mjs";

const packagePath = resolve(process.argv[2] ?? "weir.vsix");
const { path: aside, remove } = makeRunFolder();
try {
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  for (const it of [...files, ".vscodeignore"]) cpSync(join(root, it), join(aside, it));
  // The sources are modules, the bundles are not: VS Code in a browser would refuse the client, which has to be called '.js'.
  const { type: _type, ...manifest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(aside, "package.json"), JSON.stringify(manifest, undefined, 2));
  await createVSIX({ cwd: aside, dependencies: false, packagePath });
} finally {
  remove();
}
