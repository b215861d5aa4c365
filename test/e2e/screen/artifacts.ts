import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFailed } from "vitest";
import { root } from "../../../scripts/root.mjs";

/** Screenshots of the tests, for inspection. Not part of the repository. */
export const artifacts = join(root, "test", "e2e", "artifacts");

/** The pictures in README and documentation, which `npm run pictures` updates. */
export const shown: readonly string[] = ["terraform", "lab", "meaning", "pushed"];

/** Takes a picture for `npm run pictures`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.WEIR_PICTURES) return;
  const path = await keepPicture(page, name);
  if (shown.includes(name)) copyFileSync(path, join(root, "images", `${name}.png`));
}

/** Returns the path of the picture. */
export async function keepPicture(page: Page, name: string): Promise<string> {
  const path = join(artifacts, `${name.replaceAll(/[^\w-]+/g, "-")}.png`);
  await page.screenshot({ path, scale: "css" });
  return path;
}

/** The frames of the recording in the README. scripts/pictures.mjs joins them. */
const frames = join(artifacts, "frames");
let taken = 0;

/** Takes a frame of the recording. Scenes are shown in the order of their names; `duration` is in milliseconds. */
export async function takeFrame(page: Page, scene: string, duration: number): Promise<void> {
  if (!process.env.WEIR_PICTURES) return;
  mkdirSync(frames, { recursive: true });
  const name = `${scene}-${String(taken++).padStart(3, "0")}-${duration}.png`;
  const path = join(frames, name);
  // The repetition of a test takes its frames again.
  onTestFailed(() => rmSync(path, { force: true }));
  await page.screenshot({ path, scale: "css" });
}
