import { commands, SnippetString, window, workspace } from "vscode";
import type { languageIds } from "../languages.ts";
import { starts } from "../templates.ts";

/**
 * Opens an untitled file, with the cursor at the first placeholder and completions shown: as soon as the server is ready, which
 * the first file starts.
 */
export async function newFile(
  language: (typeof languageIds)[number],
  startServer: () => Promise<void>,
  template = starts[language],
): Promise<void> {
  const document = await workspace.openTextDocument({ language });
  const editor = await window.showTextDocument(document);
  await editor.insertSnippet(new SnippetString(template));
  await startServer();
  if (window.activeTextEditor !== editor) return;
  // Like an automatic trigger, which shows no message if there are no completions.
  await commands.executeCommand("editor.action.triggerSuggest", { auto: true });
}
