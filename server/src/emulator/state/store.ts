import { readFileSync } from "node:fs";
import { codeOf, reasonOf, writeReasonOf } from "../../workspace/files/file-errors.ts";
import { replaceFile } from "../../workspace/files/replace-file.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import type { State } from "./state.ts";

/** Persists the state. */
export interface Store {
  /** Undefined when nothing has been saved yet. */
  load(): State | undefined;
  save(state: State): void;
}

/** The file cannot be used. The message is shown to the user. */
export class DataFileError extends Error {}

/** Stores the state in a file. Writes are atomic: a new file is written and then renamed. */
export function fileStore(path: string): Store {
  let kept: string | undefined;
  return {
    load() {
      kept = read(path);
      if (kept === undefined) return undefined;
      const state = readSnapshot(kept);
      if (!("damage" in state)) return state;
      throw new DataFileError(
        `'${path}' is not an emulator data file. ${state.damage} Delete it or use another file.`,
      );
    },
    save(state) {
      const text = writeSnapshot(state);
      if (text === kept) return;
      write(path, text);
      kept = text;
    },
  };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new DataFileError(`Cannot read '${path}'. ${reasonOf(error)}`);
  }
}

function write(path: string, text: string): void {
  try {
    // Readable only by the owner, because destinations contain keys.
    replaceFile(path, text, { mode: 0o600 });
  } catch (error) {
    throw new DataFileError(writeReasonOf(error, path));
  }
}
