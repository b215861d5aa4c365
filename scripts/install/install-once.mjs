// Downloads into folders atomically: a folder is complete or does not exist.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rename } from "./rename.mjs";

/**
 * Fills a temporary folder and moves it in one step, so that an interrupted install leaves nothing behind.
 * @param {string} place
 * @param {(folder: string) => Promise<void>} fill
 */
export async function installOnce(place, fill) {
  if (existsSync(place)) return;
  const temporary = `${place}.part-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  await fill(temporary);
  // Another process may have been faster.
  if (!existsSync(place)) await rename(temporary, place);
  else rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Deletes leftovers of failed installs. Leftovers that cannot be deleted now are deleted next time.
 * @param {string} store
 */
export function removePartialInstalls(store) {
  try {
    for (const name of readdirSync(store)) {
      const owner = /\.part-(\d+)$/.exec(name)?.[1];
      if (owner && !isAlive(Number(owner)))
        rmSync(join(store, name), { recursive: true, force: true, maxRetries: 3 });
    }
  } catch {
    // The error of the install itself is more useful.
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
