import { commands, env, l10n, window, workspace } from "vscode";
import { hasTrust } from "../account/trust.ts";
import { filterIn } from "./escaped.ts";
import { meantBy, urisOf } from "./meant.ts";
import { activeUri, answerOf } from "./run.ts";
import type { RunParts } from "./run-parts.ts";

/** Puts the text that a command answers on the clipboard. */
export async function copyText(
  command: "weir.copyEscaped" | "weir.copyCurl",
  args: readonly unknown[],
  parts: RunParts,
): Promise<void> {
  // A curl command names the host of a profile; the filter alone names nothing.
  if (command === "weir.copyCurl" && !(await hasTrust())) return;
  const target = meantBy(args, activeUri());
  if (urisOf(target).length === 0) {
    void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
    return;
  }
  const answered = await answerOf(command, target, parts);
  if (!answered) return;
  await env.clipboard.writeText(answered.answer.text);
  window.setStatusBarMessage(`$(check) ${l10n.t("Copied")}`, 4000);
}

/** Makes an unsaved file of the filter on the clipboard, laid out to be read. */
export async function pasteEscaped(): Promise<void> {
  const content = filterIn(await env.clipboard.readText());
  if (content === undefined) {
    void window.showWarningMessage(
      l10n.t("The clipboard has no filter. Copy one first: JSON with a 'where', escaped or not."),
    );
    return;
  }
  const document = await workspace.openTextDocument({ language: "lpfilter", content });
  await window.showTextDocument(document);
  await commands.executeCommand("editor.action.formatDocument");
}
