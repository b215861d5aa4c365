import { rename as renameOnce } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** In milliseconds. Virus scanners hold a large folder longer than a file. */
const pauses = [50, 100, 200, 400, 800, 1600, 3200];

/**
 * Moves a file or folder. Retries on Windows, where a virus scanner can lock either path for a moment.
 * @param {string} from
 * @param {string} to
 * @param {{ platform?: string, move?: typeof renameOnce, sleep?: (milliseconds: number) => Promise<unknown> }} [options]
 */
export async function rename(
  from,
  to,
  { platform = process.platform, move = renameOnce, sleep = wait } = {},
) {
  for (const pause of platform === "win32" ? pauses : []) {
    try {
      return await move(from, to);
    } catch (error) {
      const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
      if (!["EPERM", "EACCES", "EBUSY"].includes(code)) throw error;
      await sleep(pause);
    }
  }
  return move(from, to);
}
