import type { CancellationToken } from "vscode";
import type { TraceInput } from "../../../server/src/lsp/protocol.ts";

/** The services that the panel needs of the extension. */
export interface TraceServer {
  ask<Answer>(
    method: string,
    asked: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined>;
  readService?(uri: string | undefined): Promise<boolean>;
  used(request: TraceInput): void;
  /** The names of zones that are known, by their IDs. */
  zones(): Readonly<Record<string, string>>;
  closed(): void;
}
