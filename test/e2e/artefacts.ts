import { join } from "node:path";
import type { Page } from "playwright-core";

/** What the tests leave behind to be looked at. Not part of the repository. */
export const artefacts = join(import.meta.dirname, "artefacts");

export async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(artefacts, `${name.replaceAll(/[^\w-]+/g, "-")}.png`) });
}
