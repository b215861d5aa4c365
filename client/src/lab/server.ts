import type { CancellationToken } from "vscode";

/** What panels need from the language server. */
export interface LabServer {
  /** Undefined if it failed, or was canceled. */
  ask<Answer>(
    method: string,
    asked: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined>;
  close(lab: string): void;
  sampleChanged(): void;
}
