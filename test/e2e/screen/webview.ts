import type { Frame } from "playwright-core";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** The page of a webview, by its title. */
export async function pageNamed(editor: Editor, name: string): Promise<Frame> {
  let found: Frame | undefined;
  await soon(async () => {
    for (const frame of editor.page.frames())
      if ((await frame.title().catch(() => "")) === name) found = frame;
    return found !== undefined;
  }).toBe(true);
  return found as Frame;
}

/** How far the page is wider than its window. */
export const overflow =
  "document.documentElement.scrollWidth - document.documentElement.clientWidth";
