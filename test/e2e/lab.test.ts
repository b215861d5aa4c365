// The lab: a filter on log lines, beside its text.
import type { Frame } from "playwright-core";
import { test } from "vitest";
import { type Editor, soon } from "./editor.ts";
import { sharedWindow } from "./visit.ts";

/** The page inside the frames of a webview. */
async function labOf(editor: Editor): Promise<Frame> {
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

test("what a filter does to log lines, live while typing", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  await editor.run("Weir: Try on Logs");
  const lab = await labOf(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("of 150 lines");
  await editor.picture("lab");
});
