import type { Frame } from "playwright-core";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** The page of a visible webview, by its title and something that is in it. Closed and hidden ones may still have a frame. */
export async function pageNamed(
  editor: Editor,
  title: RegExp | string,
  has = "body",
): Promise<Frame> {
  let found: Frame | undefined;
  await soon(async () => {
    found = undefined;
    // A frame may be removed while it is asked.
    for (const frame of editor.page.frames())
      if (await isShown(frame, title, has).catch(() => false)) found = frame;
    return found !== undefined;
  }).toBe(true);
  return found as Frame;
}

async function isShown(frame: Frame, title: RegExp | string, has: string): Promise<boolean> {
  // The page is in a frame of the webview, which VS Code hides with its tab.
  const webview = frame.parentFrame();
  if (!webview?.parentFrame()) return false;
  const name = await frame.title();
  if (typeof title === "string" ? name !== title : !title.test(name)) return false;
  const around = await Promise.all([webview.frameElement(), frame.frameElement()]);
  const visible = await Promise.all(around.map((it) => it.isVisible()));
  return visible.every((it) => it) && (await frame.locator(has).count()) > 0;
}

/** How far the page is wider than its window. */
export const overflow =
  "document.documentElement.scrollWidth - document.documentElement.clientWidth";
