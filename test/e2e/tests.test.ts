// The examples of a rule in the Test Explorer.
import { expect, test } from "vitest";
import { soon } from "./editor.ts";
import { sharedWindow } from "./visit.ts";

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
  const failure = editor.page.getByText("does not match != matches");
  await failure.waitFor();
  await editor.picture("tests");
  await failure.click();
  const peek = editor.page.locator(".zone-widget .test-output-peek-message-container");
  await soon(async () => (await peek.locator(".view-line").allInnerTexts()).sort()).toEqual([
    "does\u00a0not\u00a0match",
    "matches",
  ]);
  await editor.picture("tests-expected");
  await editor.press("Escape");

  await editor.word("/login").click();
  await editor.goTo(4, 1);
  await editor.press("Shift+End");
  await editor.page.keyboard.type('http.request.uri.path in {"/login" "/cart"}');
  await editor.save();
  const passed = editor.page.locator(".editor-instance .codicon-testing-passed-icon");
  await soon(() => passed.count()).toBe(2);
  expect(await failure.count()).toBe(0);
});
