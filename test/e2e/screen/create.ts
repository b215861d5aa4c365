import type { Editor } from "./editor.ts";
import { pressShortcut } from "./shortcut.ts";

/** Pushes a file that is not on the service yet. */
export async function create(editor: Editor, file: string): Promise<void> {
  await editor.open(file);
  await editor.lenses.first().waitFor();
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.question("Create ");
  await editor.press("Enter");
  await editor.notifications.text("Created ");
  await editor.notifications.clear();
}
