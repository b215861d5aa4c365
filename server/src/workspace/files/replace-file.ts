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

/** What a test may give another one of. */
export interface ReplaceOptions {
  /** The file's own, or what is usual for a new one, when it is left out. */
  readonly mode?: number;
  readonly rename?: (from: string, to: string) => void;
}

/**
 * Puts a new text in the place of a file: it is written aside and takes its place in one step, so the file is whole at any time.
 * Mode and owner stay. A file that may not be written is not replaced either. Throws as the system does, and then the file is
 * as it was. The path is the file's own, not that of a link to it.
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

/** Only root may give a file away; for others it is theirs from now on. The owner first, as a change of it may clear bits of the mode. */
function keepRights(descriptor: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // It stays ours.
  }
  fchmodSync(descriptor, mode & 0o7777);
}
