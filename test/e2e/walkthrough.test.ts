// The walkthrough, and its pictures.
import { beforeEach, expect, test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { takePictures } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { reset } from "./stage/service.ts";
import { sharedWindow } from "./stage/visit.ts";

beforeEach(reset);

test("a command opens the walkthrough, whose five steps have one button each", async () => {
  const editor = await sharedWindow();
  await editor.run("Weir: Open Walkthrough");
  const steps = editor.page.locator(".getting-started-step");
  await soon(() => steps.locator(".step-title").allInnerTexts()).toEqual([
    "Write a filter or a rule",
    "Find and fix problems",
    "Try it on logs",
    "Push to the emulator",
    "Sign in to the service",
  ]);
  for (const [index, button] of [
    "New Filter",
    "Show Problems",
    "Try on Logs",
    "Start Emulator",
    "Sign In",
  ].entries()) {
    const step = steps.nth(index);
    await editor.until(step.and(editor.page.locator(".expanded")), () => step.click());
    expect(await step.locator(".button-container").allInnerTexts()).toEqual([button]);
    expect(await step.locator(".step-description-container").innerText()).not.toMatch(/[*`_]/);
    await readablePicture(editor);
    await takePictures(editor, `walkthrough-${index + 1}`);
  }
});

/** The picture is shown, and not so small that its text cannot be read. */
async function readablePicture(editor: Editor): Promise<void> {
  const picture = editor.page.locator(".getting-started-media img");
  const scale = () =>
    picture.evaluate((it) => {
      const { width, naturalWidth } = it as unknown as Record<"width" | "naturalWidth", number>;
      return (2 * width) / naturalWidth;
    });
  await soon(scale).toBeGreaterThan(0.8);
}
