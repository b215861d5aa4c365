import { CancellationError } from "vscode";
import type { DiagnosticProviderMiddleware } from "vscode-languageclient";

/**
 * The library converts many diagnostics in slices, and stops between two if the request is canceled. It would show the first of them
 * as all, and not ask again, because the server says that nothing has changed since.
 */
export const provideDiagnostics: NonNullable<
  DiagnosticProviderMiddleware["provideDiagnostics"]
> = async (document, previousId, token, next) => {
  const report = await next(document, previousId, token);
  if (token.isCancellationRequested) throw new CancellationError();
  return report;
};
