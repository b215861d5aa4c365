import { isLink, realPath } from "./contained-paths.ts";
import { isBelow } from "./parents.ts";

/** Can be replaced in tests, for example by a case-insensitive disk. */
export interface SpellingDisk {
  readonly realPath: (path: string) => string;
  readonly isLink: (path: string) => boolean;
}

/**
 * A path below a folder in its spelling on disk: on a case-insensitive disk a file has many names, but only one of them is its
 * key in the lock file. Links and missing files keep the given spelling.
 */
export function spelledOnDisk(
  folder: string,
  path: string,
  disk: SpellingDisk = { realPath, isLink },
): string {
  // The folder itself represents its contents.
  if (path.endsWith("/.")) return `${spelledOnDisk(folder, path.slice(0, -2), disk)}/.`;
  const file = `${folder}/${path}`;
  try {
    const [root, real] = [disk.realPath(folder), disk.realPath(file)];
    if (!isBelow(real, root) || disk.isLink(file)) return path;
    const spelled = real.slice(root.endsWith("/") ? root.length : root.length + 1);
    return folded(spelled) === folded(path) ? spelled : path;
  } catch {
    return path;
  }
}

/** macOS also treats composed and decomposed characters as equal. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
