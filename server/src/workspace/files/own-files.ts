import { constants, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf, refusal, refused } from "./file-errors.ts";
import { requireInside } from "./inside.ts";
import { type ReplaceOptions, replaceFile } from "./replace-file.ts";

/**
 * The files of a workspace, as everybody reads and writes them. All of these throw as the system does, and refuse what
 * `requireInside` refuses. `base` is the folder that is worked on.
 */

/** No file of ours is larger. */
export const mostBytes = 16 * 1024 * 1024;

/** A link can also lead to a device that never ends. */
export function readOwnFile(path: string, base?: string): Buffer {
  const real = requireInside(path, base);
  const found = statSync(real);
  if (found.isDirectory()) throw Object.assign(new Error("EISDIR"), { code: "EISDIR" });
  if (!found.isFile()) throw refusal(refused.notPlain);
  if (found.size > mostBytes) throw refusal(refused.tooLarge);
  return readFileSync(real);
}

/** Undefined when the file does not exist. */
export function readOptionalFile(path: string, base?: string): Buffer | undefined {
  try {
    statSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
  return readOwnFile(path, base);
}

/** Whether there is one that would be read. */
export function isOwnFile(path: string, base?: string): boolean {
  try {
    return statSync(requireInside(path, base)).isFile();
  } catch {
    return false;
  }
}

/** Where links are not followed by the system itself it need not be asked where a file is, which takes longer than to open it. */
const noFollow = constants.O_NOFOLLOW as number | undefined;

/** Opens a file that was found by walking, so that nothing but its own name can be a link. */
export function openFoundFile(path: string, base: string): number {
  if (noFollow === undefined) return openSync(requireInside(path, base), "r");
  try {
    return openSync(path, constants.O_RDONLY | noFollow);
  } catch (error) {
    if (codeOf(error) !== "ELOOP" && codeOf(error) !== "EMLINK") throw error;
    return openSync(requireInside(path, base), "r");
  }
}

/** Replaces the file whole or not at all, and makes its folder. A link stays, and what it leads to is replaced. */
export function writeOwnFile(
  path: string,
  text: string | Uint8Array,
  base?: string,
  options?: ReplaceOptions,
): void {
  const real = requireInside(path, base);
  mkdirSync(dirname(real), { recursive: true });
  replaceFile(real, text, options);
}
