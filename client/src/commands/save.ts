import { l10n, type TextDocument, Uri, window, workspace } from "vscode";
import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";
import { urisOf } from "./target.ts";

/**
 * Saves the target before a push, which reads files from disk; with a job, also all open filters. Returns the target, which may
 * have a new name; undefined if it was not saved.
 */
export async function saveTarget(target: CommandArguments): Promise<CommandArguments | undefined> {
  const uris = urisOf(target);
  const withFilters = uris.some((it) => it.endsWith(".lpjob"));
  const renamed = new Map<string, string>();
  for (const document of workspace.textDocuments) {
    const uri = document.uri.toString();
    const isTarget = uris.some((it) => Uri.parse(it).toString() === uri);
    const isPart = withFilters && document.languageId === "lpfilter" && !document.isUntitled;
    if (!(isTarget || isPart)) continue;
    // Not only if dirty: after an edit during an automatic save, VS Code reports the document as saved to extensions.
    const now = await saveOne(document);
    if (now) {
      renamed.set(uri, now.toString());
    } else if (document.isDirty || document.isUntitled) {
      void window.showWarningMessage(l10n.t("The file was not saved. Nothing was done."));
      return undefined;
    }
  }
  const current = (it: string) => renamed.get(Uri.parse(it).toString()) ?? it;
  return {
    ...target,
    ...(target.uri !== undefined && { uri: current(target.uri) }),
    ...(target.uris !== undefined && { uris: target.uris.map(current) }),
  };
}

/** Asks the user for the file name of an untitled document. */
async function saveOne(document: TextDocument): Promise<Uri | undefined> {
  if (document.isUntitled) return workspace.save(document.uri);
  // Beside an edit or an automatic save, VS Code may report the first as failed.
  const isSaved = (await document.save()) || (document.isDirty && (await document.save()));
  return isSaved ? document.uri : undefined;
}
