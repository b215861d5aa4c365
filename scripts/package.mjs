// Packs the VS Code extension into weir.vsix, or into the file that is named.
import { createVSIX } from "@vscode/vsce";
import { root } from "./root.mjs";

await createVSIX({ cwd: root, dependencies: false, packagePath: process.argv[2] ?? "weir.vsix" });
