import { isLink, realPath } from "./inside.ts";
import { isBelow } from "./parents.ts";

/** What a test may give another one of, such as a disk for which letter case does not count. */
export interface SpellingDisk {
  readonly realPath: (path: string) => string;
  readonly isLink: (path: string) => boolean;
}

/**
 * A path below a folder, with the letters that the disk has: where letter case does not count, one file has many names, and only
 * one of them is its key in the lock. A link keeps the name that it was asked for by, and so does what is not there.
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

/** macOS also takes composed and decomposed letters for the same. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
