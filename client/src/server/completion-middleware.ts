import { window } from "vscode";
import type { CompletionMiddleware } from "vscode-languageclient";

/**
 * In a snippet placeholder, the default text is selected and the editor would filter completions by it. Shows all completions
 * until something is typed.
 */
export const provideCompletionItem: NonNullable<
  CompletionMiddleware["provideCompletionItem"]
> = async (document, position, context, token, next) => {
  const found = await next(document, position, context, token);
  const editor = window.activeTextEditor;
  if (!found || editor?.document !== document) return found;
  const { selection } = editor;
  if (selection.isEmpty || !selection.active.isEqual(position)) return found;
  const items = Array.isArray(found) ? found : found.items;
  const word = document.getText(selection);
  const current = items.find(
    ({ label }) => (typeof label === "string" ? label : label.label) === word,
  );
  // Enter keeps the word, so it must be in the list.
  if (!current) return found;
  current.preselect = true;
  for (const item of items) {
    const range = item.range && ("inserting" in item.range ? item.range.inserting : item.range);
    if (range?.start.isEqual(selection.start)) item.filterText = word;
  }
  // The next key replaces the selection, so the list is outdated.
  return { items, isIncomplete: true };
};
