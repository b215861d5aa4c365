// Examples of a rule in the Test Explorer, and files that differ from the service.
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import { takePictures } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { jobs, reset } from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

const rule = `# @action block
# @match GET https://shop.example.com/login
# @match GET https://shop.example.com/cart
http.request.uri.path eq "/login"
`;

test("examples are run from the gutter, show expected and actual, and run again on save", async () => {
  const editor = await sharedWindow({ files: { "rules/tested.cfrule": rule } });
  await editor.open("rules/tested.cfrule");
  const gutter = editor.page.locator(".editor-instance .testing-run-glyph");
  await soon(() => gutter.count()).toBe(2);
  await editor.view("Testing");
  await editor.unfold("rules/tested.cfrule");
  const example = editor.rows.filter({ hasText: "@match GET https://shop.example.com/cart" });
  await example.waitFor();

  await gutter.nth(1).click();
  // The message stays in the list of results.
  const failure = editor.page.locator(".test-error-content-widget", {
    hasText: "not matched, expected matched",
  });
  await failure.waitFor();
  await editor.picture("tests");
  await failure.click();
  const peek = editor.page.locator(".zone-widget .test-output-peek-message-container");
  await soon(() => peek.locator(".view-line").allInnerTexts()).toContainEqual(
    expect.stringMatching(/^This\srequest\sdoes\snot\smatch:/),
  );
  await takePictures(editor, "tests-expected");
  await editor.press("Escape");

  await editor.word("/login").click();
  await editor.goTo(4, 1);
  await editor.press("Shift+End");
  await editor.page.keyboard.type('http.request.uri.path in {"/login" "/cart"}');
  await editor.save();
  const passed = editor.page.locator(".editor-instance .codicon-testing-passed-icon");
  await soon(() => passed.count()).toBe(2);
  await soon(() => failure.count()).toBe(0);
});

test("changed files are listed by group, compared with the keyboard and pushed from their row", async () => {
  await seed(stage.service);
  const editor = await sharedWindow();
  await editor.open("jobs/shop-errors.lpjob");
  await editor.service();
  const group = (name: string) => editor.changes.filter({ hasText: name });
  const asked = (text: string) => editor.quickInput.filter({ hasText: text });
  await group("Only on the Service").waitFor();
  await editor.run("Weir: Push");
  await editor.question("Create job 'shop-errors'");
  await editor.agree("Create");
  await editor.notifications.text("Created job 'shop-errors'");
  await editor.notifications.clear();

  await editor.open("filters/shop-errors.lpfilter");
  await editor.select("500");
  await editor.page.keyboard.type("502");
  await editor.save();
  await group("Changed Here").waitFor();
  const row = editor.changes.filter({ hasText: "shop-errors.lpjob" });
  // The text of the job has not changed, only the filter that it names.
  const comparison = editor.tabs.filter({ hasText: "example.com ↔ shop-errors.lpjob" });
  // Opens the first row of the first group with the keyboard.
  const list = editor.page.locator(".sidebar .monaco-list:focus", { hasText: "Changed Here" });
  await editor.until(comparison, async () => {
    await editor.run("Weir: Focus on Changes View");
    await list.waitFor();
    await editor.press("Home", "ArrowDown", "Enter");
  });
  await editor.page.locator(".modified-in-monaco-diff-editor .char-insert").first().waitFor();
  await takePictures(editor, "changes");
  await editor.click(row, { button: /^Push/, shows: asked("Update") });
  await editor.agree("Update");
  await editor.notifications.text("Updated");
  await soon(() => group("Changed Here").count()).toBe(0);
  expect((await jobs())[2]?.filter).toContain('"502"');
  await editor.notifications.clear();

  const job = editor.rows.filter({ hasText: "shop-errors" });
  await editor.click(job, { button: "Enable Job", shows: asked("Update job 'shop-errors'") });
  await editor.agree("Update");
  await editor.notifications.text("Updated");
  expect((await jobs())[2]?.enabled).toBe(true);
  expect(editor.read("jobs/shop-errors.lpjob")).toContain('"enabled": true');
});
