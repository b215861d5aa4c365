// The suggestions of the editor.
import { expect } from "vitest";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** Types, waits until the suggestion has focus, and accepts it. */
export async function acceptSuggestion(
  editor: Editor,
  typed: string,
  row: string,
  key = "Enter",
): Promise<void> {
  await editor.page.keyboard.type(typed, { delay: 30 });
  const focused = editor.suggestions.and(editor.page.locator(".focused"));
  await soon(() => focused.locator(".label-name").allInnerTexts()).toEqual([row]);
  await editor.press(key);
  await soon(() => editor.lines()).toContainEqual(expect.stringContaining(row));
}

/** Waits for a suggestion without typing. */
export function waitForSuggestion(editor: Editor, row: string): Promise<void> {
  return editor.suggestions.filter({ hasText: row }).first().waitFor();
}
