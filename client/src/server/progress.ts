import type { Disposable } from "vscode";
import { type BaseLanguageClient, WorkDoneProgress } from "vscode-languageclient";

/** Forwards progress messages of the request with this token. */
export function followProgress(
  client: BaseLanguageClient,
  token: string,
  report: (text: string) => void,
): Disposable {
  return client.onProgress(WorkDoneProgress.type, token, (it) => {
    if (it.message !== undefined) report(it.message);
  });
}
