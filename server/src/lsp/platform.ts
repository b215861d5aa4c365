import type {
  CancellationToken,
  CodeLens,
  Command,
  ExecuteCommandParams,
  ProgressToken,
} from "vscode-languageserver";
import type { Snapshot } from "./documents/snapshots.ts";
import type { Host } from "./files/host.ts";
import type { ServerState } from "./server-state.ts";

/** What differs between a server in Node and one in a browser: where the files are, and everything that leads to the service. */
export interface Platform {
  readonly host: Host;
  /** Asked for when the first command comes. */
  commands(session: ServerState): Promise<CommandRunner>;
  /** What can be done with a file, above it. */
  lenses(snapshot: Snapshot, session: ServerState): readonly CodeLens[];
  /** The same and what is wanted less often, for a menu. */
  actions(snapshot: Snapshot, session: ServerState): readonly Command[];
}

export interface CommandRunner {
  /** Rejects for a command that there is not, and for bugs of ours. What goes wrong is a refusal with its reason. */
  run(asked: ExecuteCommandParams, token: CancellationToken): Promise<object>;
  cancel(token: ProgressToken): void;
  stop(): void;
}
