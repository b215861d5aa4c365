import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, refusal, refused } from "./file-errors.ts";
import { removeLeftovers, temporaryName } from "./leftovers.ts";
import { renameFile } from "./rename-file.ts";

/** `rename` can be replaced in tests. */
export interface ReplaceOptions {
  /** Default: the mode of the existing file, or the system default for a new one. */
  readonly mode?: number;
  /** An existing folder for the temporary file. Default: the folder of the file. */
  readonly aside?: string | undefined;
  readonly rename?: (from: string, to: string) => void;
}

/**
 * Replaces a file atomically: the text is written to a temporary file, which is then renamed. Keeps mode and owner. A read-only
 * file is not replaced. Throws system errors, and then the file is unchanged. The path must not be a link.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  { mode, aside: folder = dirname(path), rename = renameFile }: ReplaceOptions = {},
): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before) accessSync(path, constants.W_OK);
  // A device would become a file.
  if (before && !before.isFile() && !before.isDirectory()) throw refusal(refused.notPlain);
  tidy(folder);
  const aside = join(folder, temporaryName());
  // The name is new, so no link can exist there; otherwise this fails.
  const descriptor = openSync(aside, "wx", mode ?? (before ? 0o600 : 0o666));
  try {
    try {
      writeFileSync(descriptor, text);
      if (before && mode === undefined) keepRights(descriptor, before);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    rename(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    // The folders are on different disks.
    if (codeOf(error) !== "EXDEV" || folder === dirname(path)) throw error;
    replaceFile(path, text, { ...(mode !== undefined && { mode }), rename });
  }
}

/** The folders in which this process has looked for what others left. */
const tidied = new Set<string>();

function tidy(folder: string): void {
  if (tidied.has(folder)) return;
  tidied.add(folder);
  removeLeftovers(folder);
}

/** Only root may change the owner. The owner is set first, because that may clear bits of the mode. */
function keepRights(descriptor: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // The current user becomes the owner.
  }
  fchmodSync(descriptor, mode & 0o7777);
}
