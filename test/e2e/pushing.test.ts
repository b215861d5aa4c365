// Pushing to the emulator: review the plan, confirm, and undo.
import { execFileSync } from "node:child_process";
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import type { Editor } from "./screen/editor.ts";
import { soon } from "./screen/waiting.ts";
import { configure, filters, host, jobs, origin, reset, rules } from "./stage/service.ts";
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
  await editor.pressLens("Push to 'local' · never pushed");

  await soon(() => editor.tabs.allInnerTexts()).toContain("local ↔ shop-errors.lpjob");
  const question = await editor.question("Create job 'shop-errors'?");
  for (const it of [`example.com, ${origin}.`, "Sends http_requests to ", "name: shop-errors"])
    expect(question).toContain(it);
  await editor.picture("confirm");
  await editor.notifications.items.getByText("Details").click();
  const details = await editor.dialog.innerText();
  for (const it of [
    `Host: ${origin}`,
    `Zone: example.com (${stage.service.zone})`,
    "Profile: local",
    "File: jobs/shop-errors.lpjob",
    "• name: shop-errors",
    "POST /logpush/jobs",
  ])
    expect(details.split("\n")).toContain(it);
  await editor.answer("OK");
  expect(await jobs()).toHaveLength(2);
  await editor.agree("Create");
  expect(await editor.notifications.text("Created job 'shop-errors' (3)")).toBe(
    "shop-errors.lpjob: Created job 'shop-errors' (3).",
  );
  expect((await jobs()).map((it) => it.name)).toContain("shop-errors");
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["shop-errors.lpjob"]);
  await soon(() => editor.listed()).toContain("shop-errors: disabled · in sync");
  await editor.picture("pushed");
  await editor.notifications.clear();

  await editor.open(filter);
  await soon(() => editor.lenses.innerText()).toContain("in sync with the last push");
  await editor.select("500");
  await editor.page.keyboard.type("502");
  await soon(() => editor.lenses.innerText()).toContain(
    "Push to 'local' · changed since the last push",
  );
  await editor.save();
  await soon(() => editor.listed()).toContain("shop-errors: disabled · file changed");
  await editor.pressLens("Compare");
  await soon(() => editor.tabs.allInnerTexts()).toContain("local ↔ shop-errors.lpfilter");
  await editor.page.locator(".modified-in-monaco-diff-editor .char-insert").first().waitFor();
  await editor.picture("compare");
  await editor.closeTab("local ↔ shop-errors.lpfilter");

  await editor.open(filter);
  expect(await meaning(editor, "Service")).toContain(
    "Narrower: shop-errors.lpfilter on the service matches everything that shop-errors.lpfilter matches, and more.",
  );
  await editor.run("Weir: Push");
  const changed = await editor.question("Update the filter of job 'shop-errors' (3)?");
  expect(changed).toMatch(/filter: ….*"500".* → ….*"502"/);
  expect(changed).toContain(
    `Keeps less than before: no longer lines where ClientRequestHost is "shop.example.com", and EdgeResponseStatus is 500 or 501, such as {`,
  );
  await editor.picture("meaning");
  await editor.agree("Update");
  await editor.notifications.text("Updated the filter of job 'shop-errors' (3).");
  expect((await jobs())[2]?.filter).toContain('"502"');
  await editor.notifications.press("Undo");
  await soon(() => editor.dialog.innerText()).toContain(
    "Restore the previous filter of job 'shop-errors' (3)?",
  );
  await editor.answer("Undo");
  await editor.notifications.text("Restored the previous filter of job 'shop-errors' (3).");
  expect((await jobs())[2]?.filter).toContain('"500"');
});

/** The result of a comparison of meanings. */
async function meaning(editor: Editor, side: string, file?: string): Promise<string> {
  await editor.run("Weir: Compare Meaning with");
  await editor.pick(side);
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
  const asked = editor.notifications.items.filter({ hasText: "Write job 'slow-api-calls'" });
  await editor.click(row, { button: /^Pull/, shows: asked });
  await editor.picture("pull-row");
  await editor.agree("Write File");
  await soon(() => editor.listed()).toContainEqual(
    expect.stringMatching(/^slow-api-calls: (enabled|disabled) · in sync$/),
  );
});

test("a confirmation is answered with the keyboard; closing it or pressing Escape declines", async () => {
  const editor = await sharedWindow();
  const job = "jobs/shop-errors.lpjob";
  await editor.open(job);
  for (const sayNo of [() => editor.press("Escape"), () => editor.run("View: Close Editor")]) {
    await editor.pressLens("Push");
    await editor.question("Create job 'shop-errors'?");
    await soon(() => editor.tabs.allInnerTexts()).toContain("local ↔ shop-errors.lpjob");
    await sayNo();
    await soon(() => editor.tabs.allInnerTexts()).toEqual(["shop-errors.lpjob"]);
    await soon(() => editor.notifications.items.count()).toBe(0);
    expect(await jobs()).toEqual([]);
  }
  await editor.pressLens("Push");
  await editor.question("Create job 'shop-errors'?");
  await editor.press("Control+Enter");
  await editor.notifications.text(/Created job 'shop-errors' \(\d+\)/);
  // The editor has focus again.
  await editor.press("Control+Home");
  await editor.page.keyboard.type("// mine ");
  await soon(async () => (await editor.lines())[0]).toContain("// mine ");
});

test("a rule is created, stops at the quota, and continues with the existing filter", async () => {
  await configure({ ruleQuota: 0 });
  const editor = await sharedWindow();
  await editor.open("rules/logins-from-outside.cfrule");
  await editor.pressLens("Create rule in 'local' · never pushed");
  await editor.question("Create rule and its filter?");
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
  await editor.pressLens("Push to 'local' · the last push was interrupted");
  await editor.question("Create rule?");
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
  await editor.press("Control+K", "Shift+P");
  const said = await editor.notifications.text("has an error");
  expect(said).toMatch(/^'rules\/bad-typing-slips.cfrule' has an error in line 2: Unknown field/);
  await editor.picture("not-pushed");
  await editor.notifications.press("Show Problems");
  await editor.page.locator(".markers-panel").waitFor();
  expect(await rules()).toEqual([]);
});
