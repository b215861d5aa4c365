// Questions that a careless Enter must not answer, and how they look.
import { beforeEach, expect, test } from "vitest";
import { create } from "./screen/create.ts";
import type { Editor } from "./screen/editor.ts";
import { openLab } from "./screen/lab-page.ts";
import { pressShortcut } from "./screen/shortcut.ts";
import { takePictures } from "./screen/themes.ts";
import { attempt, soon, succeeds } from "./screen/waiting.ts";
import { changeRule, jobs, reset, rules } from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

const filter = "filters/shop-errors.lpfilter";
const [file, job] = ["rules/scanners.cfrule", "jobs/shop-errors.lpjob"];
const push = ["Control+K", "Shift+P"] as const;

/** Nothing of the question is cut or covered, whatever the window. */
async function look(editor: Editor, name: string): Promise<void> {
  const { page, quickInput } = editor;
  const before = page.viewportSize();
  await takePictures(editor, `question-${name}`);
  // The last is a window of 1440 pixels at 150 %.
  for (const [width, height] of [
    [1440, 900],
    [900, 800],
    [600, 800],
    [960, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await soon(async () => (await quickInput.boundingBox())?.width).toBeLessThanOrEqual(width);
    const cut = await quickInput
      .locator(".label-name, .quick-input-title")
      .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).length);
    expect([width, cut]).toEqual([width, 0]);
    // The harmless choices need no scrolling.
    expect(await quickInput.getByText("Cancel", { exact: true }).isVisible()).toBe(true);
    expect(await editor.hover.count()).toBe(0);
    await editor.picture(`question-${name}-${width}-${height}`);
  }
  if (before) await page.setViewportSize(before);
}

test("both changes of a conflict are merged into the file, and pushed", async () => {
  const editor = await sharedWindow();
  await create(editor, file);
  const [rule] = await rules();
  await changeRule(rule, { action: "js_challenge" });
  await editor.goTo(2, 16);
  await editor.page.keyboard.type("All ");
  await pressShortcut(editor, ...push);
  await editor.question("Merge both into the file");
  await look(editor, "conflict");
  await editor.agree("Merge both");
  await editor.notifications.text("Merged the change on the service into the file. Push it");
  expect(editor.read(file)).toContain("# @action js_challenge\n");
  expect(editor.read(file)).toMatch(/@description All /);
  expect((await rules())[0]).toMatchObject({ action: "js_challenge" });
  await editor.notifications.press("Push scanners.cfrule");
  const asked = await editor.question("Update rule");
  expect(asked.join("\n")).not.toContain("⚠");
  await editor.press("Enter");
  await editor.notifications.text("Updated rule");
  expect((await rules())[0]).toMatchObject({ action: "js_challenge", description: /^All / });
});

test("a push that does harm is declined by Enter, and agreed to by typing", async () => {
  const editor = await sharedWindow();
  await create(editor, job);
  const [before] = await jobs();
  await editor.open(filter);
  // The same name everywhere, and no ID.
  await soon(() => editor.statusBar.innerText()).toContain("example.com");
  expect(await editor.statusBar.innerText()).not.toContain(stage.service.zone);
  await editor.select("example");
  await editor.page.keyboard.type("other");
  await editor.save();
  await pressShortcut(editor, ...push);
  expect(await editor.question("Keeps nothing that it kept")).toEqual([
    "Push to example.com (zone) · emulator",
    expect.stringContaining("Update the filter of job"),
    "disabled, s3://logs",
    "⚠ Keeps nothing that it kept.",
    ...[
      "Now keeps lines where ClientRequestHost is",
      '"shop.other.com" and EdgeResponseStatus is at',
      "least 500.",
    ],
    ...["The job is disabled on the service and stays", "disabled."],
    ...["Cancel", "Show plan", "Update…"],
  ]);
  await editor.press("Enter");
  await soon(() => editor.tabs.count()).toBe(2);
  expect((await jobs())[0]).toEqual(before);
  await pressShortcut(editor, ...push);
  await editor.question("Keeps nothing that it kept");
  await look(editor, "harm");
  await editor.agree("Update…");
  await editor.quickInput.filter({ hasText: "Type 'update' to confirm." }).waitFor();
  await editor.press("Enter");
  expect((await jobs())[0]).toEqual(before);
  await editor.page.keyboard.type("update");
  await editor.press("Enter");
  await editor.notifications.text("Updated the filter");
  expect((await jobs())[0]?.filter).toContain("shop.other.com");
});

test("the path in a job follows its filter, and internal files are hidden", async () => {
  const editor = await sharedWindow();
  await create(editor, "jobs/shop-errors.lpjob");
  const row = (name: string | RegExp) =>
    editor.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
  expect(editor.read("weir.lock.json")).toContain("shop-errors");
  await row("weir.json").waitFor();
  expect(await row(/^\.weir|lock/).count()).toBe(0);
  if (!(await row("shop-errors.lpfilter").isVisible())) await row(/^filters$/).click();
  await row("shop-errors.lpfilter").click();
  // The Explorer ends the edit when it shows a file that changed meanwhile.
  await soon(async () => {
    await editor.press("F2");
    const name = editor.page.locator(".explorer-item-edited input");
    return succeeds(name.fill("errors of the shop.lpfilter", { timeout: attempt }));
  }).toBe(true);
  await editor.press("Enter");
  // VS Code asks before it changes other files.
  await editor.answer("OK");
  await soon(() => editor.read("jobs/shop-errors.lpjob")).toContain(
    '"../filters/errors of the shop.lpfilter"',
  );
  await editor.picture("renamed-filter");
  await editor.open("jobs/shop-errors.lpjob");
  await soon(() => editor.squiggles.error.count()).toBe(0);
  const [before] = await jobs();
  await pressShortcut(editor, ...push);
  await editor.notifications.text("No changes");
  expect((await jobs())[0]).toEqual(before);
});

test("the lab follows the file that is opened", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  await openLab(editor);
  await soon(() => editor.tabs.allInnerTexts()).toContain("shop-errors.lpfilter on Logs");
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.open("filters/likely-bots.lpfilter");
  await soon(() => editor.tabs.allInnerTexts()).toContain("likely-bots.lpfilter on Logs");
  expect(await editor.tabs.allInnerTexts()).not.toContain("shop-errors.lpfilter on Logs");
  await editor.picture("lab-follows");
});

test("push all tells of files that were never pushed", async () => {
  const editor = await sharedWindow();
  await editor.service();
  await editor.changes.filter({ hasText: "Not Pushed Yet" }).waitFor();
  await editor.view("Explorer");
  await editor.run("Weir: Push All Changes");
  expect(await editor.notifications.text("No file has changed")).toMatch(
    /^No file has changed since its last push\. \d+ files were never pushed\.$/,
  );
  await editor.picture("push-all-none");
  await editor.notifications.press("Show Files");
  await editor.page.locator(".sidebar .composite.title", { hasText: "Weir" }).waitFor();
  expect([await jobs(), await rules()]).toEqual([[], []]);
});

test("an ignored error is told first, and a new result replaces an old one", async () => {
  const file = "rules/ignored.cfrule";
  const text = '# @action block\n# weir-ignore unknown-field\nhttp.hots eq "a.example"\n';
  const editor = await sharedWindow({ files: { [file]: text } });
  await editor.open(file);
  await editor.lenses.first().waitFor();
  await pressShortcut(editor, ...push);
  const asked = await editor.question("has an ignored error");
  expect(asked.join(" ")).toContain(
    "⚠ Line 3 has an ignored error; the service will probably reject it.",
  );
  expect(asked.slice(-3)).toEqual(["Cancel", expect.stringMatching(/^Show plan/), "Create…"]);
  await editor.picture("ignored-error");
  await editor.press("Enter");
  await soon(() => editor.tabs.count()).toBe(1);
  await pressShortcut(editor, ...push);
  await editor.question("has an ignored error");
  await editor.agree("Create…");
  await editor.quickInput.filter({ hasText: "Type 'create' to confirm." }).waitFor();
  await editor.page.keyboard.type("create");
  await editor.press("Enter");
  await editor.notifications.text("not done");
  expect(await rules()).toEqual([]);
  await editor.goTo(3, 10);
  await editor.press(..."hots".split("").map(() => "Backspace"));
  await editor.page.keyboard.type("host");
  await editor.press("Escape");
  await pressShortcut(editor, ...push);
  await editor.question("Blocks requests where");
  expect(await editor.notifications.items.count()).toBe(0);
  await editor.press("Enter");
  await editor.notifications.text("Created rule");
  await soon(() => editor.notifications.items.count()).toBe(1);
  expect(await rules()).toMatchObject([{ action: "block" }]);
  await editor.picture("replaced-notification");
});

/** Types into the third line, where the cursor was left, and deletes it again. */
async function expectTyping(editor: Editor, typed: string): Promise<void> {
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["scanners.cfrule"]);
  await editor.page.keyboard.type(typed);
  await soon(() => editor.lines()).toContainEqual(expect.stringContaining(`${typed}http.request`));
  for (const _ of typed) await editor.press("Backspace");
  await soon(() => editor.lines()).not.toContainEqual(expect.stringContaining(typed));
  await editor.save();
  await editor.notifications.clear();
}

test("after a push, an undo, a pull and a deletion, the editor has focus", async () => {
  const editor = await sharedWindow();
  await editor.open("rules/scanners.cfrule");
  await editor.lenses.first().waitFor();
  await editor.goTo(3, 1);
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Create rule");
  await editor.press("Enter");
  await editor.notifications.text("Created rule");
  await expectTyping(editor, "pushed");

  await editor.goTo(2, 16);
  await editor.page.keyboard.type("All ");
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Update rule");
  await editor.press("Enter");
  await editor.notifications.text("Updated");
  await editor.notifications.clear();
  await editor.goTo(3, 1);
  await editor.run("Weir: Undo Last Push");
  await editor.question("Revert");
  await editor.press("Enter");
  await editor.notifications.text("Restored the state from before the push");
  await expectTyping(editor, "undone");

  const [rule] = await rules();
  await changeRule(rule, { description: "Changed by a colleague" });
  await editor.goTo(3, 1);
  await editor.run("Weir: Pull from Service");
  await editor.question("Replace scanners.cfrule");
  await editor.agree("Replace…");
  await editor.quickInput.filter({ hasText: "Type 'replace' to confirm." }).waitFor();
  await editor.page.keyboard.type("replace");
  await editor.press("Enter");
  await soon(() => editor.read("rules/scanners.cfrule")).toContain("Changed by a colleague");
  await soon(async () => (await editor.lines())[1]).toContain("Changed by a colleague");
  await expectTyping(editor, "pulled");

  await editor.goTo(3, 1);
  await editor.run("Weir: Delete from Service");
  await editor.question("Delete rule");
  await editor.agree("Delete");
  await editor.notifications.text("deleted");
  expect(await rules()).toEqual([]);
  await expectTyping(editor, "deleted");
});
