// Packs the VS Code extension into weir.vsix.
import { createVSIX } from "@vscode/vsce";

await createVSIX({ dependencies: false, packagePath: "weir.vsix" });
