import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import process from "node:process";

/** Packages that are not part of Weir: users install them beside it. */

/**
 * Where they may be installed: where the user says, beside Weir, or globally. Never in the working folder, whose packages
 * may come from a repository.
 */
export function packageFolders(named: string | undefined): string[] {
  const own = typeof __dirname === "undefined" ? [] : [__dirname];
  const node = dirname(process.execPath);
  return [
    ...(named !== undefined && isAbsolute(named) ? [named] : []),
    ...own,
    ...(process.platform === "win32" ? [node] : [join(node, "../lib")]),
  ];
}

/** Loads a package from the first folder that has it. Undefined if none has, and an error if it cannot be loaded. */
export function loadInstalled(name: string, folders: readonly string[]): unknown {
  for (const folder of folders) {
    const requireThere = createRequire(join(folder, "package.json"));
    let path: string;
    try {
      path = requireThere.resolve(name);
    } catch {
      continue;
    }
    return requireThere(path);
  }
  return undefined;
}
