import type { CancellationToken, Uri } from "vscode";
import type { TraceField, TraceInput } from "../../../server/src/lsp/protocol.ts";

/** What the panel needs of the extension. */
export interface TraceServer {
  ask<Answer>(
    method: string,
    asked: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined>;
  fields(): Promise<readonly TraceField[]>;
  readService?(uri: string | undefined): Promise<boolean>;
  used(request: TraceInput): void;
  closed(): void;
}

/** Whether a trace may depend on the text of a document. */
export function mayHaveRules(document: {
  readonly uri: Uri;
  readonly languageId: string;
}): boolean {
  const { uri, languageId } = document;
  if (!/^(?:file|untitled|vscode-)/.test(uri.scheme)) return false;
  return languageId === "cfrule" || /\.(?:cfrule|tf|tofu|json|ya?ml)$/i.test(uri.path);
}
