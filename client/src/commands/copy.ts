import { commands, env, l10n, window, workspace } from "vscode";
import {
  type CommandArguments,
  type DialectName,
  dialectNames,
} from "../../../server/src/lsp/protocol.ts";
import { hasTrust } from "../account/trust.ts";
import { filterIn } from "./escaped.ts";
import { activeUri, answerOf } from "./run-on-files.ts";
import type { RunParts } from "./run-parts.ts";
import { targetOf, urisOf } from "./target.ts";
import { targetAtCursor } from "./target-at-cursor.ts";

/** Copies the result of a command to the clipboard. */
export async function copyText(
  command: "weir.copyEscaped" | "weir.copyCurl" | "weir.copyFilter",
  args: readonly unknown[],
  parts: RunParts,
): Promise<void> {
  // Only curl commands depend on a profile.
  if (command === "weir.copyCurl" && !(await hasTrust())) return;
  const target = command === "weir.copyFilter" ? targetAtCursor(args) : targetOf(args, activeUri());
  await copyAnswer(command, target, parts);
}

/** Copies a file as SQL, for the database of the setting, or of the user's choice. */
export async function copySql(args: readonly unknown[], parts: RunParts): Promise<void> {
  const target = targetOf(args, activeUri());
  const dialect = target.dialect ?? (await chosenDialect());
  if (dialect) await copyAnswer("weir.copySql", { ...target, dialect }, parts);
}

async function chosenDialect(): Promise<DialectName | undefined> {
  const set = workspace.getConfiguration("weir").get<string>("sqlDialect");
  const known = dialectNames.find((it) => it === set);
  if (known) return known;
  const title = l10n.t("Copy as SQL for");
  return (await window.showQuickPick([...dialectNames], { title })) as DialectName | undefined;
}

async function copyAnswer(
  command: "weir.copyEscaped" | "weir.copyCurl" | "weir.copySql" | "weir.copyFilter",
  target: CommandArguments,
  parts: RunParts,
): Promise<void> {
  if (urisOf(target).length === 0) {
    void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
    return;
  }
  const answered = await answerOf(command, target, parts);
  if (!answered) return;
  await env.clipboard.writeText(answered.answer.text);
  window.setStatusBarMessage(`$(check) ${l10n.t("Copied")}`, 4000);
}

/** Opens the filter on the clipboard as a formatted, untitled file. */
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
