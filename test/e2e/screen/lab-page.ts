// The page of the lab, inside the frames of a webview.
import type { Frame } from "playwright-core";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** Opens the lab of the file in front. */
export async function openLab(editor: Editor): Promise<Frame> {
  await editor.run("Weir: Try on Logs");
  return findLab(editor);
}

/** The lab that is open. */
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
