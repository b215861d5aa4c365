// Pushing to the emulator: review the plan, confirm, and undo.
import { execFileSync } from "node:child_process";
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import { create } from "./screen/create.ts";
import type { Editor } from "./screen/editor.ts";
import { pressShortcut } from "./screen/shortcut.ts";
import { soon } from "./screen/waiting.ts";
import {
  changeRule,
  configure,
  filters,
  host,
  jobs,
  origin,
  reset,
  rules,
} from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

const filter = "filters/shop-errors.lpfilter";

test("a job is pushed, its filter is changed and compared, and the change is undone", async () => {
  await seed(stage.service);
  const editor = await sharedWindow();
  await editor.service();
  await soon(() => editor.listed()).toContainEqual(
    expect.stringMatching(/^slow-api-calls: (enabled|disabled) · no file$/),
  );
  await editor.open("jobs/shop-errors.lpjob");
  await editor.pressLens("Push · never pushed");

  expect(await editor.question("Create job 'shop-errors'")).toEqual([
    "Push to example.com (zone) · emulator",
    "Create job 'shop-errors', disabled, s3://logs",
    "Sends http_requests to S3 · 3 fields · 'enabled'",
    "is not set. Keeps lines where ClientRequestHost",
    'is "shop.example.com" and EdgeResponseStatus is',
    "at least 500.",
    ...['The job is created disabled. Set "enabled": true', "to start sending."],
    ...["Create", "Show plan", "Cancel"],
  ]);
  await soon(() => editor.tabs.allInnerTexts()).toContain(
    "shop-errors.lpjob on example.com: before ↔ after",
  );
  // Nothing moves while the question waits.
  expect(await editor.notifications.items.count()).toBe(0);
  await editor.picture("confirm");
  await editor.agree("Show plan");
  await soon(() => editor.tabs.allInnerTexts()).toContain("Plan: shop-errors.lpjob");
  for (const it of [
    "jobs/shop-errors.lpjob",
    "Push to example.com (zone) · emulator",
    `${origin}, zone example.com (${stage.service.zone})`,
    "  + name shop-errors",
  ])
    await soon(() => editor.shownText()).toContain(it);
  expect(await jobs()).toHaveLength(2);
  await editor.agree("Create");
  expect(await editor.notifications.text("Created job 'shop-errors' (3)")).toBe(
    "shop-errors.lpjob: Created job 'shop-errors' (3).",
  );
  expect((await jobs()).map((it) => it.name)).toContain("shop-errors");
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["shop-errors.lpjob"]);
  await soon(() => editor.listed()).toContain("shop-errors: disabled · in sync");
  await soon(() => editor.lenses.innerText()).toContain("in sync with the last push");
  await editor.changes.filter({ hasText: "Only on the Service" }).waitFor();
  await editor.picture("pushed");
  await editor.notifications.clear();

  await editor.open(filter);
  await soon(() => editor.lenses.innerText()).toContain("in sync with the last push");
  await editor.select("500");
  await editor.page.keyboard.type("502");
  await soon(() => editor.lenses.innerText()).toContain("Push · changed since the last push");
  await editor.save();
  await soon(() => editor.listed()).toContain("shop-errors: disabled · file changed");
  await editor.pressLens("Compare");
  await soon(() => editor.tabs.allInnerTexts()).toContain("example.com ↔ shop-errors.lpfilter");
  await editor.page.locator(".modified-in-monaco-diff-editor .char-insert").first().waitFor();
  await editor.picture("compare");
  await editor.closeTab("example.com ↔ shop-errors.lpfilter");

  await editor.open(filter);
  expect(await meaning(editor, "Service")).toContain(
    "Narrower: shop-errors.lpfilter on the service matches everything that shop-errors.lpfilter matches, and more.",
  );
  await editor.run("Weir: Push");
  const changed = await editor.question("Update the filter of job 'shop-errors' (3)");
  expect(changed.slice(0, -3)).toEqual([
    "Push to example.com (zone) · emulator",
    ...["Update the filter of job 'shop-errors' (3),", "disabled, s3://logs"],
    "No longer keeps lines where ClientRequestHost is",
    ...['"shop.example.com", and EdgeResponseStatus is', "500 or 501."],
    ...["The job is disabled on the service and stays", "disabled."],
  ]);
  await soon(() => editor.marked()).toEqual([expect.stringContaining('"502"')]);
  await editor.picture("meaning");
  await editor.agree("Update");
  await editor.notifications.text("Updated the filter of job 'shop-errors' (3).");
  expect((await jobs())[2]?.filter).toContain('"502"');
  await editor.notifications.press("Undo");
  await editor.question("Restore the previous filter of job 'shop-errors'");
  await soon(() => editor.marked()).toEqual([expect.stringContaining('"500"')]);
  await editor.agree("Restore");
  await editor.notifications.text("Restored the previous filter of job 'shop-errors' (3).");
  expect((await jobs())[2]?.filter).toContain('"500"');
});

/** The result of a comparison of meanings. */
async function meaning(editor: Editor, side: string, file?: string): Promise<string> {
  await editor.runAndPick("Weir: Compare Meaning with", side);
  if (file !== undefined) await editor.nameIn("Compare", file);
  const said = await editor.dialog.innerText();
  await editor.picture(`meaning-${side}`);
  await editor.answer("Copy");
  await editor.dialog.waitFor({ state: "hidden" });
  return said;
}

test("a filter is compared with the last commit and with another file", async () => {
  const editor = await sharedWindow();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: editor.folder,
    });
  git("init", "-q");
  git("add", filter);
  git("commit", "-qm", "first");
  await editor.open(filter);
  await editor.select("500");
  await editor.page.keyboard.type("400");
  expect(await meaning(editor, "Last Commit")).toContain(
    "Wider: shop-errors.lpfilter matches everything that shop-errors.lpfilter in HEAD matches, and more.",
  );
  await soon(() => editor.clipboard()).toContain(
    '  only shop-errors.lpfilter: {"ClientRequestHost":"shop.example.com","EdgeResponseStatus":400}',
  );
  const other = "filters/api-without-health-checks.lpfilter";
  expect(await meaning(editor, "Another File…", other)).toContain("Disjoint: ");
});

test("a resource without a file is pulled from its row", async () => {
  await seed(stage.service);
  const editor = await sharedWindow();
  await editor.service();
  await soon(() => editor.listed()).toContainEqual(
    expect.stringMatching(/^slow-api-calls: (enabled|disabled) · no file$/),
  );
  const row = editor.rows.filter({ hasText: "slow-api-calls" });
  const pull = editor.page.getByRole("menuitem", { name: "Pull" });
  await editor.click(row, { mouse: "right", shows: pull });
  await editor.picture("pull-menu");
  await editor.press("Escape");
  const asked = editor.quickInput.filter({ hasText: "Pull from example.com (zone)" });
  await editor.click(row, { button: /^Pull/, shows: asked });
  await editor.picture("pull-row");
  await editor.agree("Write");
  await soon(() => editor.listed()).toContainEqual(
    expect.stringMatching(/^slow-api-calls: (enabled|disabled) · in sync$/),
  );
});

test("a question stays until it is answered, with keys only; a canceled command says nothing", async () => {
  const editor = await sharedWindow();
  const job = "jobs/shop-errors.lpjob";
  await editor.open(job);
  const closes = async (...keys: string[]) => {
    await editor.press(...keys);
    await editor.statusBar.getByText("Canceled: Create job 'shop-errors'").waitFor();
    await editor.press("Escape");
  };
  const answers = [() => closes("Escape"), () => closes("F1"), () => editor.agree("Cancel")];
  for (const sayNo of answers) {
    await pressShortcut(editor, "Control+K", "Shift+P");
    await editor.question("Create job 'shop-errors'");
    await soon(() => editor.tabs.count()).toBe(2);
    // A click elsewhere does not answer it.
    await editor.page.locator(".modified-in-monaco-diff-editor .view-line").last().click();
    expect(await editor.quickInput.isVisible()).toBe(true);
    await editor.quickInput.locator("input").first().focus();
    await sayNo();
    await soon(() => editor.tabs.allInnerTexts()).toEqual(["shop-errors.lpjob"]);
    await soon(() => editor.notifications.items.count()).toBe(0);
    expect(await jobs()).toEqual([]);
  }
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Create job 'shop-errors'");
  await editor.press("Enter");
  await editor.notifications.text(/Created job 'shop-errors' \(\d+\)/);
  // The editor has focus again.
  await editor.press("Control+Home");
  await editor.page.keyboard.type("// mine ");
  await soon(async () => (await editor.lines())[0]).toContain("// mine ");
  for (const _ of "// mine ") await editor.press("Backspace");
  await editor.save();
});

test("several rules are deleted after one question", async () => {
  const editor = await sharedWindow();
  await create(editor, "rules/scanners.cfrule");
  await create(editor, "rules/admin-area.cfrule");
  const row = (name: string | RegExp) =>
    editor.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
  if (!(await row("scanners.cfrule").isVisible())) await row(/^rules$/).click();
  await row("admin-area.cfrule").click();
  await row("scanners.cfrule").click({ modifiers: ["Control"] });
  await row("scanners.cfrule").click({ button: "right" });
  const menu = editor.page.locator(".monaco-menu .action-item");
  await menu.filter({ hasText: /^Weir$/ }).hover();
  const item = menu.filter({ hasText: /^Delete from Service$/ });
  await item.waitFor();
  await item.hover();
  await editor.press("Enter");
  const asked = await editor.question("Delete 2 rules");
  expect(asked.slice(0, 4)).toEqual([
    "Delete from example.com (zone) · emulator",
    "Delete 2 rules",
    "These 2 rules together: block → allow.",
    "The files are kept.",
  ]);
  expect(asked.slice(-3)).toEqual(["Delete", "Show plan", "Cancel"]);
  await editor.picture("delete-several");
  await editor.press("Enter");
  await editor.notifications.text("2 deleted.");
  expect(await rules()).toEqual([]);
});

test("the diff of a job shows the change of its filter in another file, and nothing else", async () => {
  const editor = await sharedWindow();
  await create(editor, "jobs/shop-errors.lpjob");
  await editor.open(filter);
  await editor.select("500");
  await editor.page.keyboard.type("503");
  await editor.save();
  await editor.open("jobs/shop-errors.lpjob");
  await pressShortcut(editor, "Control+K", "Shift+D");
  await soon(() => editor.marked()).toEqual([expect.stringContaining('"503"')]);
  await editor.picture("compare-job");
  await editor.closeTab("example.com ↔ shop-errors.lpjob");
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Update job 'shop-errors'");
  await soon(() => editor.marked()).toEqual([expect.stringContaining('"503"')]);
  await editor.picture("push-job");
  await editor.press("Enter");
  await editor.notifications.text("Updated job 'shop-errors'");
  expect((await jobs())[0]?.filter).toContain('"503"');
});

test("a colleague's change is a warning; it is compared, overwritten only by typing, and restored", async () => {
  const editor = await sharedWindow();
  const file = "rules/scanners.cfrule";
  await create(editor, file);
  const [rule] = await rules();
  await changeRule(rule, { action: "js_challenge" });
  await editor.goTo(2, 16);
  await editor.page.keyboard.type("All ");
  await editor.save();
  await soon(() => editor.lenses.innerText()).toContain("changed since the last push");
  await pressShortcut(editor, "Control+K", "Shift+P");
  const asked = await editor.question("Merge both");
  const warning = "⚠ Changed on the service since the last push.";
  expect(asked.slice(0, 4)).toEqual([
    "Push to example.com (zone) · emulator",
    expect.stringMatching(/^Update rule '/),
    "do…'",
    warning,
  ]);
  expect(asked.slice(-5)).toEqual([
    "Merge both into the file",
    "Replace the file with their version…",
    expect.stringMatching(/^Compare all three and show plan/),
    "Cancel",
    "Overwrite their change…",
  ]);
  await editor.picture("conflict");
  await editor.agree("Compare all three");
  await soon(() => editor.tabs.allInnerTexts()).toEqual(
    expect.arrayContaining([
      "scanners.cfrule: last push ↔ service",
      "scanners.cfrule: last push ↔ file",
    ]),
  );
  await editor.question("Merge both");
  await editor.picture("conflict-compared");
  await editor.agree("Overwrite");
  await editor.quickInput.filter({ hasText: "Type 'overwrite' to confirm." }).waitFor();
  // One more key is not enough.
  await editor.press("Enter");
  expect((await rules())[0]).toMatchObject({ action: "js_challenge" });
  await editor.page.keyboard.type("overwrite");
  await editor.press("Enter");
  expect(await editor.notifications.text("Updated rule")).toContain("That change was overwritten.");
  expect((await rules())[0]).toMatchObject({ action: rule?.action });
  await editor.notifications.press("Undo");
  await editor.question("Revert rule");
  await editor.press("Enter");
  await editor.notifications.text("Restored the state from before the push");
  expect((await rules())[0]).toMatchObject({ action: "js_challenge" });
  await soon(() => editor.badges()).toContain('"⇅"');
  // Their change is not overwritten by the next push either.
  await editor.notifications.clear();
  await pressShortcut(editor, "Control+K", "Shift+P");
  expect(await editor.question("Replace the file")).toContain(warning);
  await editor.agree("Cancel");
  // The diff is closed after the question.
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["scanners.cfrule"]);
});

test("their change is pulled from the question, after a diff of the file", async () => {
  const editor = await sharedWindow();
  const file = "rules/scanners.cfrule";
  await create(editor, file);
  const [rule] = await rules();
  await changeRule(rule, { description: "Changed by a colleague" });
  await editor.goTo(4, 1);
  await editor.page.keyboard.type("# mine\n");
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Replace the file");
  await editor.agree("Replace the file");
  expect((await editor.question("Replace scanners.cfrule")).slice(0, -3)).toEqual([
    "Pull from example.com (zone) · emulator",
    ...["Replace scanners.cfrule with the version of the", "service"],
    "Changes description.",
  ]);
  await editor.press("Enter");
  await soon(() => editor.read(file)).toContain("Changed by a colleague");
  expect((await rules())[0]).toMatchObject({ description: "Changed by a colleague" });
});

test("push all says what it leaves out, and a conflict keeps its mark while the view is hidden", async () => {
  const editor = await sharedWindow();
  await create(editor, "rules/scanners.cfrule");
  await create(editor, "jobs/shop-errors.lpjob");
  const [rule] = await rules();
  await changeRule(rule, { action: "js_challenge" });
  await editor.open("rules/scanners.cfrule");
  await editor.goTo(2, 16);
  await editor.page.keyboard.type("All ");
  await editor.save();
  await editor.service();
  const conflict = editor.changes.filter({ hasText: "Changed in Both" });
  await conflict.waitFor();
  await editor.view("Explorer");
  await editor.run("Weir: Push All Changes");
  const asked = editor.quickInput.filter({ hasText: "Push All Changes: 0 of 1" });
  await asked.waitFor();
  expect(
    await asked.locator(".monaco-list-row", { hasText: "scanners.cfrule" }).innerText(),
  ).toContain("Changed on the service since the last push.");
  await editor.picture("push-all");
  await editor.press("Escape");
  await soon(() => editor.notifications.items.count()).toBe(0);
  // A declined push, which once forgot the state of the service.
  await editor.open("rules/scanners.cfrule");
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Merge both");
  await editor.agree("Cancel");
  await soon(async () => (await editor.tabs.allInnerTexts()).sort()).toEqual([
    "scanners.cfrule",
    "shop-errors.lpjob",
  ]);
  await soon(() => editor.badges()).toContain('"⇅"');
  await editor.picture("conflict-mark");
});

test("a rule is created, stops at the quota, and continues with the existing filter", async () => {
  await configure({ ruleQuota: 0 });
  const editor = await sharedWindow();
  await editor.open("rules/logins-from-outside.cfrule");
  await editor.pressLens("Create rule · never pushed");
  await editor.question("Create rule and its filter");
  await editor.agree("Create");
  const refused = await editor.notifications.text("not done");
  expect(refused).toContain(
    `'${host}' rejected the request (403). This zone is limited to 0 rules.`,
  );
  expect(refused).toContain("Fix the cause, then push again to continue with it.");
  // The emulator is running, so starting it is not offered.
  expect(
    await editor.notifications.items.getByRole("button", { name: "Start Emulator" }).count(),
  ).toBe(0);
  await editor.picture("quota");
  const [made] = await filters();
  expect(await rules()).toEqual([]);
  await editor.notifications.clear();

  await configure({ ruleQuota: 10 });
  await editor.pressLens("Push · the last push was interrupted");
  await editor.question("Create rule");
  await editor.agree("Create");
  expect(await editor.notifications.text("Created rule")).toMatch(/Created rule '[^']+'\.$/);
  const [rule] = await rules();
  expect(rule).toMatchObject({ action: "managed_challenge", filter: { id: made?.id } });
  expect(await filters()).toHaveLength(1);
});

test("a file with errors is not pushed, and offers to show its problems", async () => {
  const editor = await sharedWindow();
  await editor.open("rules/bad-typing-slips.cfrule");
  await soon(() => editor.squiggles.error.count()).toBeGreaterThan(0);
  await pressShortcut(editor, "Control+K", "Shift+P");
  const said = await editor.notifications.text("has an error");
  expect(said).toMatch(/^'rules\/bad-typing-slips.cfrule' has an error in line 2: Unknown field/);
  await editor.picture("not-pushed");
  await editor.notifications.press("Show Problems");
  await editor.page.locator(".markers-panel").waitFor();
  expect(await rules()).toEqual([]);
});
