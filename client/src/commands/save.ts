import { l10n, type TextDocument, Uri, window, workspace } from "vscode";
import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";
import { urisOf } from "./meant.ts";

/**
 * Saves what is meant, as the file on the disk is what is pushed; with a job the filters that are open too, as one of them may be
 * its own. Gives what is meant afterwards, because a document that had no file gets a name; undefined when it was not saved.
 */
export async function saved(target: CommandArguments): Promise<CommandArguments | undefined> {
  const meant = urisOf(target);
  const withFilters = meant.some((it) => it.endsWith(".lpjob"));
  const renamed = new Map<string, string>();
  for (const document of workspace.textDocuments) {
    const uri = document.uri.toString();
    const isMeant = meant.some((it) => Uri.parse(it).toString() === uri);
    const isPart = withFilters && document.languageId === "lpfilter" && !document.isUntitled;
    if (!(isMeant || isPart) || !(document.isDirty || document.isUntitled)) continue;
    const now = await saveOne(document);
    if (!now) {
      void window.showWarningMessage(l10n.t("The file was not saved. Nothing was done."));
      return undefined;
    }
    renamed.set(uri, now.toString());
  }
  const current = (it: string) => renamed.get(Uri.parse(it).toString()) ?? it;
  return {
    ...target,
    ...(target.uri !== undefined && { uri: current(target.uri) }),
    ...(target.uris !== undefined && { uris: target.uris.map(current) }),
  };
}

/** A document without a file is given one by the user. */
async function saveOne(document: TextDocument): Promise<Uri | undefined> {
  if (document.isUntitled) return workspace.save(document.uri);
  return (await document.save()) ? document.uri : undefined;
}
