// The page of the lab, inside the frames of a webview.
import type { Frame } from "playwright-core";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** Opens the lab for the active file. */
export async function openLab(editor: Editor): Promise<Frame> {
  await editor.run("Weir: Try on Logs");
  return findLab(editor);
}

/** The open lab. */
export async function findLab(editor: Editor): Promise<Frame> {
  let found: Frame | undefined;
  await soon(async () => {
    for (const frame of editor.page.frames()) {
      const title = await frame.title().catch(() => "");
      if (title.endsWith("on Logs")) found = frame;
    }
    return found !== undefined;
  }).toBe(true);
  return found as Frame;
}
