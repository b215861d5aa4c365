// The page of the lab, inside the frames of a webview.
import type { Frame } from "playwright-core";
import type { Editor } from "./editor.ts";
import { pageNamed } from "./webview.ts";

/** Opens the lab for the active file. */
export async function openLab(editor: Editor): Promise<Frame> {
  await editor.run("Weir: Try on Logs");
  return findLab(editor);
}

/** The open lab, with something that is in it. */
export function findLab(editor: Editor, has?: string): Promise<Frame> {
  return pageNamed(editor, /on Logs$/, has);
}
