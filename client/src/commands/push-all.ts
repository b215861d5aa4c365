import { commands, l10n, QuickPickItemKind, window } from "vscode";
import type { CommandArguments, FileResult } from "../../../server/src/lsp/protocol.ts";
import { hasTrust } from "../account/trust.ts";
import { fileStatusText, nameIn, oneLine } from "../labels.ts";
import { allOf, folderOf, isChangedHere } from "../view/change-nodes.ts";
import type { Change, Changes } from "../view/changes.ts";
import { answerOf } from "./run-on-files.ts";
import type { RunParts } from "./run-parts.ts";
import { saveTarget } from "./save.ts";

export interface PushAllParts {
  readonly run: RunParts;
  readonly changes: Pick<Changes, "all">;
}

interface Row {
  readonly change: Change;
  readonly result: FileResult | undefined;
  /** Why it is left out, unless it is chosen. */
  readonly reason: string | undefined;
}

/** Lists the plan for each file, also for files that are left out, with the reason. Pushes what is chosen. */
export async function pushAll(parts: PushAllParts): Promise<void> {
  if (!(await hasTrust())) return;
  const changes = parts.changes.all.filter((it) => !it.jobs && it.status !== "never-pushed");
  if (changes.length === 0) return tellNone(parts.changes.all);
  const target = await saveTarget(targetFor(changes));
  const answered = target && (await answerOf("weir.push", { ...target, dryRun: true }, parts.run));
  if (!answered) return;
  const { results } = answered.answer;
  const rows = changes.map((it) =>
    rowOf(
      it,
      results.find(({ uri }) => uri === it.uri),
    ),
  );
  const chosen = await choose(rows);
  if (chosen.length > 0) await commands.executeCommand("weir.push", targetFor(chosen));
}

/** Files that were never pushed have to be pushed one by one. */
async function tellNone(all: readonly Change[]): Promise<void> {
  const others = all.filter((it) => !it.jobs && it.status === "never-pushed").length;
  if (others === 0) {
    void window.showInformationMessage(l10n.t("No file has changed since the last push."));
    return;
  }
  const show = l10n.t("Show Files");
  const text =
    others === 1
      ? l10n.t("No file has changed since its last push. 1 file was never pushed.")
      : l10n.t("No file has changed since its last push. {0} files were never pushed.", others);
  if ((await window.showInformationMessage(text, show)) === show)
    await commands.executeCommand("weir.changes.focus");
}

function targetFor(changes: readonly Change[]): CommandArguments {
  return allOf(changes.map(({ uri, profile }) => ({ target: { uri, profile } })));
}

function rowOf(change: Change, result: FileResult | undefined): Row {
  return { change, result, reason: reasonOf(change, result) };
}

/** A failing test is an error of its file. */
function reasonOf(change: Change, result: FileResult | undefined): string | undefined {
  if (result && (result.planned === undefined || result.outcome === "unchanged"))
    return result.message;
  if (result?.overwrites !== undefined) return result.overwrites;
  return isChangedHere(change) ? undefined : fileStatusText(change.status);
}

async function choose(rows: readonly Row[]): Promise<Change[]> {
  const pushed = rows.filter((it) => it.reason === undefined);
  const others = rows.filter((it) => it.reason !== undefined);
  const heading = (label: string) => ({ label, kind: QuickPickItemKind.Separator });
  const items = [
    ...(pushed.length > 0 ? [heading(l10n.t("Pushed"))] : []),
    ...pushed.map(itemOf),
    ...(others.length > 0 ? [heading(l10n.t("Left out"))] : []),
    ...others.map(itemOf),
  ];
  const options = {
    title: l10n.t("Push All Changes: {0} of {1}", pushed.length, rows.length),
    placeHolder: l10n.t("Choose the files to push. Each is shown before it is sent."),
    canPickMany: true as const,
    ignoreFocusOut: true,
  };
  const picked = await window.showQuickPick(items, options);
  return (picked ?? []).flatMap((it) => ("change" in it ? [it.change] : []));
}

function itemOf({ change, result, reason }: Row) {
  const message = reason ?? result?.planned ?? result?.message ?? "";
  return {
    label: nameIn(change.uri),
    description: folderOf(change.uri),
    detail: oneLine(message, 400),
    picked: reason === undefined,
    change,
  };
}
