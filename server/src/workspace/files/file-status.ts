import { type Stats, statSync } from "node:fs";
import { reasonOf } from "./file-errors.ts";

/** The file status of a path: undefined if it does not exist, or the error if it cannot be determined. */
export function statOrError(path: string): Stats | { readonly error: string } | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** False for a path that cannot be looked at, such as one below a file. */
export function isFolder(path: string): boolean {
  const found = statOrError(path);
  return found !== undefined && "isDirectory" in found && found.isDirectory();
}
