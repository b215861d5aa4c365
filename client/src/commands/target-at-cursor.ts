import { window } from "vscode";
import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";
import { activeFormUri } from "../active-form.ts";
import { targetOf } from "./target.ts";

/** The target of a command. In a host document, the cursor selects the rule or filter. */
export function targetAtCursor(args: readonly unknown[]): CommandArguments {
  const editor = window.activeTextEditor;
  const active = editor?.document.uri.toString() ?? activeFormUri();
  const target = targetOf(args, active);
  if (!editor || target.uri !== active || target.position) return target;
  const { line, character } = editor.selection.active;
  return { ...target, position: { line, character } };
}
