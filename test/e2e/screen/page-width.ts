import type { Frame } from "playwright-core";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** Sets the width of the page of a webview, as in a narrow column of editors. */
export async function setPageWidth(editor: Editor, page: Frame, width: number): Promise<void> {
  const frame = editor.page.locator("iframe.webview.ready:visible");
  await frame.evaluate(
    (it, wanted) => it.setAttribute("style", `width: ${wanted}px; height: 700px`),
    width,
  );
  await soon(() => page.evaluate("innerWidth")).toBe(width);
}
