import { randomBytes } from "node:crypto";
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
import { renameFile } from "./rename-file.ts";

/** `rename` can be replaced in tests. */
export interface ReplaceOptions {
  /** Default: the mode of the existing file, or the system default for a new one. */
  readonly mode?: number;
  readonly rename?: (from: string, to: string) => void;
}

/**
 * Replaces a file atomically: the text is written to a temporary file, which is then renamed. Keeps mode and owner. A read-only
 * file is not replaced. Throws system errors, and then the file is unchanged. The path must not be a link.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  { mode, rename = renameFile }: ReplaceOptions = {},
): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before) accessSync(path, constants.W_OK);
  const aside = join(dirname(path), `.weir-${randomBytes(8).toString("hex")}.tmp`);
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
    throw error;
  }
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
