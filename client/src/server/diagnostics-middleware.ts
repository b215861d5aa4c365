import { CancellationError } from "vscode";
import type { DiagnosticProviderMiddleware } from "vscode-languageclient";

/**
 * The library converts many diagnostics in slices, and stops between two if the request is canceled. It would then show an
 * incomplete list, which is never updated because the server reports "unchanged".
 */
export const provideDiagnostics: NonNullable<
  DiagnosticProviderMiddleware["provideDiagnostics"]
> = async (document, previousId, token, next) => {
  const report = await next(document, previousId, token);
  if (token.isCancellationRequested) throw new CancellationError();
  return report;
};
