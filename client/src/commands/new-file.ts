import { commands, SnippetString, window, workspace } from "vscode";
import type { languageIds } from "../languages.ts";
import { starts } from "../templates.ts";

/** Opens an untitled file, with the cursor at the first placeholder and completions shown. */
export async function newFile(
  language: (typeof languageIds)[number],
  template = starts[language],
): Promise<void> {
  const document = await workspace.openTextDocument({ language });
  const editor = await window.showTextDocument(document);
  await editor.insertSnippet(new SnippetString(template));
  // Like an automatic trigger, which shows no message if there are no completions.
  await commands.executeCommand("editor.action.triggerSuggest", { auto: true });
}
