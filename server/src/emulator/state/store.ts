import { readFileSync } from "node:fs";
import { codeOf, reasonOf, writeReasonOf } from "../../workspace/files/file-errors.ts";
import { replaceFile } from "../../workspace/files/replace-file.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import type { State } from "./state.ts";

/** Where the state outlives the emulator. */
export interface Store {
  /** Undefined when nothing has been kept yet. */
  load(): State | undefined;
  save(state: State): void;
}

/** The file cannot be used. The message is for the person who named it. */
export class DataFileError extends Error {}

/** Keeps the state in a file, which is whole at any time: a new one is written beside it and takes its place. */
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
    // Destinations hold keys, so nobody else on this machine need read them.
    replaceFile(path, text, { mode: 0o600 });
  } catch (error) {
    throw new DataFileError(writeReasonOf(error, path));
  }
}
