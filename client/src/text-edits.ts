import { Range, type Uri, WorkspaceEdit } from "vscode";
import type { Range as TextRange } from "../../server/src/lsp/protocol.ts";

export function rangeOf({ start, end }: TextRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

export function workspaceEdit(
  uri: Uri,
  edits: readonly { readonly range: TextRange; readonly newText: string }[],
): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  for (const { range, newText } of edits) edit.replace(uri, rangeOf(range), newText);
  return edit;
}
