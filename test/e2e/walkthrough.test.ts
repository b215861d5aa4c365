// The walkthrough, and its pictures.
import { beforeEach, expect, test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { openLab } from "./screen/lab-page.ts";
import { takePictures, takeStep } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { reset } from "./stage/service.ts";
import { sharedWindow } from "./stage/visit.ts";

beforeEach(reset);

test("a command opens the walkthrough, whose steps have one button each", async () => {
  const editor = await sharedWindow();
  await editor.run("Weir: Open Walkthrough");
  const steps = editor.page.locator(".getting-started-step");
  await soon(() => steps.locator(".step-title").allInnerTexts()).toEqual([
    "Write a filter or a rule",
    "Find and fix problems",
    "Try it on logs",
    "Check a rule in Terraform",
    "Trace a request",
    "Review a change",
    "Push to the emulator",
    "Sign in to Cloudflare",
  ]);
  for (const [index, button] of [
    "New Filter",
    "Show Problems",
    "Try on Logs",
    "Open Terraform File",
    "Trace a Request",
    "Review Changes",
    "Start Emulator",
    "Sign In",
  ].entries()) {
    const step = steps.nth(index);
    await editor.until(step.and(editor.page.locator(".expanded")), () => step.click());
    expect(await step.locator(".button-container").allInnerTexts()).toEqual([button]);
    expect(await step.locator(".step-description-container").innerText()).not.toMatch(/[*`_]/);
    await fittingText(editor);
    await readablePicture(editor);
    await takePictures(editor, `walkthrough-${index + 1}`);
  }
});

/** In a wide window, the card is narrow, and a long line, such as a tip about a shortcut, would push the text out of it. */
async function fittingText(editor: Editor): Promise<void> {
  const before = editor.page.viewportSize();
  await editor.page.setViewportSize({ width: 1440, height: 900 });
  await soon(() => editor.page.evaluate("innerWidth")).toBe(1440);
  const outside = await editor.page.evaluate(`(() => {
    const card = document.querySelector(".getting-started-step.expanded");
    const { right } = card.getBoundingClientRect();
    return [...card.querySelectorAll(".step-description-container *")]
      .filter((it) => it.getBoundingClientRect().right > right)
      .map((it) => it.textContent);
  })()`);
  expect(outside).toEqual([]);
  if (before) await editor.page.setViewportSize(before);
}

/** The picture is shown, and not so small that its text cannot be read. Some steps have a text instead. */
async function readablePicture(editor: Editor): Promise<void> {
  const text = editor.page.locator(".getting-started-media iframe");
  if ((await text.count()) > 0) return;
  const picture = editor.page.locator(".getting-started-media img");
  const scale = () =>
    picture.evaluate((it) => {
      const { width, naturalWidth } = it as unknown as Record<"width" | "naturalWidth", number>;
      return (2 * width) / naturalWidth;
    });
  await soon(scale).toBeGreaterThan(0.8);
}

/** Only for `npm run pictures`: these take the pictures of the steps, and test nothing. */
const picture = test.runIf(process.env.WEIR_PICTURES);

const country = `{
  "where": {
    "key": "ClientC",
    "operator": "eq",
    "value": "de"
  }
}
`;

picture("of the first step: fields complete a word", async () => {
  const file = "filters/germany.lpfilter";
  const editor = await sharedWindow({ files: { [file]: country } });
  await editor.open(file);
  const list = editor.page.locator(".suggest-widget.visible");
  await takeStep(editor, "write", async () => {
    await editor.press("Escape", "Escape");
    await editor.goTo(3, 20);
    await editor.until(list, () => editor.press("Escape", "Control+Space"));
    await editor.suggestions.filter({ hasText: "ClientCountry" }).first().waitFor();
    return [list, editor.page.locator(".editor-instance .view-line").first()];
  });
});

picture("of the second step: a hover explains a problem", async () => {
  // The hover hides no other line.
  const file = "rules/plain-http.cfrule";
  const editor = await sharedWindow({
    files: { [file]: 'not sll and http.host eq "shop.example.com"\n' },
  });
  await editor.open(file);
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await takeStep(editor, "fix", async () => {
    await soon(async () => (await editor.hovered("sll")).join()).toContain("Unknown field");
    return [editor.hover.first(), editor.page.locator(".editor-instance .view-line").first()];
  });
});

picture("of the third step: the lab shows what is kept", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  const lab = await openLab(editor);
  await takeStep(editor, "lab", async () => {
    await soon(() => lab.locator(".head").innerText()).toContain("Keeps 4 of 150 lines");
    return [lab.locator(".head"), lab.locator(".histogram")];
  });
});

picture("of the fourth step: what a push would change", async () => {
  const editor = await sharedWindow();
  const push = async (question: string) => {
    await editor.run("Weir: Push");
    await editor.quickInput.filter({ hasText: question }).waitFor();
  };
  await editor.open("jobs/shop-errors.lpjob");
  await push("Create job 'shop-errors'");
  await editor.press("Enter");
  await editor.notifications.text("Created job");
  await editor.notifications.clear();
  await editor.open("filters/shop-errors.lpfilter");
  await editor.select("500");
  await editor.page.keyboard.type("502");
  await editor.save();
  await takeStep(editor, "emulator", async () => {
    await editor.press("Escape");
    await editor.open("filters/shop-errors.lpfilter");
    await push("Update the filter of job 'shop-errors'");
    await editor.page.mouse.move(0, 0);
    return [editor.quickInput];
  });
  await editor.press("Escape");
});

picture("of the last step: what a token needs", async () => {
  const settings = `{ "profiles": { "production": { "zone": "${"c".repeat(32)}" } } }`;
  const editor = await sharedWindow({ files: { "weir.json": settings } });
  await editor.open("filters/shop-errors.lpfilter");
  await editor.lenses.first().waitFor();
  await takeStep(editor, "sign-in", async () => {
    await editor.press("Escape");
    await editor.run("Weir: Sign In");
    await editor.quickInput.filter({ hasText: "Create an API token" }).waitFor();
    await editor.page.mouse.move(0, 0);
    return [editor.quickInput];
  });
});
