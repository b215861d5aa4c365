// Packages the VS Code extension as weir.vsix, or as the given file.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { root } from "./root.mjs";
import { makeRunFolder } from "./workspace.mjs";

const packagePath = resolve(process.argv[2] ?? "weir.vsix");
const { path: folder, remove } = makeRunFolder();
try {
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  for (const it of [...files, ".vscodeignore"]) cpSync(join(root, it), join(folder, it));
  // The bundles are CommonJS. With "type": "module", VS Code in a browser would not load the client, which must end in '.js'.
  const { type: _type, ...manifest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  await createVSIX({ cwd: folder, dependencies: false, packagePath });
} finally {
  remove();
}
