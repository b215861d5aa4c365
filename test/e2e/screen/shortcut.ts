import type { Editor } from "./editor.ts";

/** Presses a shortcut of two keys. On a slow machine VS Code may lose the first, so it is repeated until the second is awaited. */
export async function pressShortcut(editor: Editor, first: string, second: string): Promise<void> {
  const awaited = editor.statusBar.getByText("Waiting for second key of chord");
  await editor.until(awaited, () => editor.press(first));
  await editor.press(second);
}
