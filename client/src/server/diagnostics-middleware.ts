import { CancellationError, type TextDocument, Uri, workspace } from "vscode";
import type { DiagnosticProviderMiddleware } from "vscode-languageclient";
import { isUnfilled } from "../templates.ts";

/**
 * The library converts many diagnostics in slices, and stops between two if the request is canceled. It would then show an
 * incomplete list, which is never updated because the server reports "unchanged".
 */
export const provideDiagnostics: NonNullable<
  DiagnosticProviderMiddleware["provideDiagnostics"]
> = async (document, previousId, token, next) => {
  const report = await next(document, previousId, token);
  if (token.isCancellationRequested) throw new CancellationError();
  return report && "items" in report && isUntouched(document) ? { ...report, items: [] } : report;
};

/** Whether nothing has been typed yet: everything is missing, which is no error of the user. */
function isUntouched(document: Uri | TextDocument): boolean {
  const uri = document instanceof Uri ? document : document.uri;
  const open = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  return open !== undefined && isUnfilled(open.getText(), open.languageId);
}
