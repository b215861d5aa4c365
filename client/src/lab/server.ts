import type { CancellationToken } from "vscode";
import type { Inputs } from "../claims/inputs.ts";
import type { Remote } from "./engine-count.ts";

/** The language server as panels use it. */
export interface LabServer {
  /** Sends a request. Undefined if it failed or was canceled. */
  ask<Answer>(
    method: string,
    asked: object,
    token?: CancellationToken,
  ): Promise<Answer | undefined>;
  close(lab: string): void;
  readonly inputs: Inputs;
  /** Undefined where no host can be reached. */
  readonly remote: Remote | undefined;
  sampleChanged(): void;
  /** Follows the request of a log line through all rules. */
  trace(line: string, uri: string): Promise<void>;
}
