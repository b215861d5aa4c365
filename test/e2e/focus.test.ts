// After a command with a prompt, the editor has focus again, and the cursor has not moved.
import { beforeEach, expect, test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { pressShortcut } from "./screen/shortcut.ts";
import { soon } from "./screen/waiting.ts";
import { changeRule, reset, rules } from "./stage/service.ts";
import { sharedWindow } from "./stage/visit.ts";

beforeEach(reset);

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
  await editor.question("Write rule");
  await editor.agree("Write rule");
  await soon(() => editor.read("rules/scanners.cfrule")).toContain("Changed by a colleague");
  await soon(async () => (await editor.lines())[1]).toContain("Changed by a colleague");
  await expectTyping(editor, "pulled");

  await editor.goTo(3, 1);
  await editor.run("Weir: Delete from Service");
  await editor.question("Delete rule");
  await editor.agree("Delete rule");
  await editor.notifications.text("deleted");
  expect(await rules()).toEqual([]);
  await expectTyping(editor, "deleted");
});
