import type {
  CancellationToken,
  CodeLens,
  Command,
  ExecuteCommandParams,
  InlayHint,
  ProgressToken,
} from "vscode-languageserver";
import type { SampleReader } from "../try/lab/reader.ts";
import type { Snapshot } from "./documents/snapshots.ts";
import type { Host } from "./files/host.ts";
import type { LastCommit } from "./files/last-commit.ts";
import type { OutsideSample } from "./files/outside-sample.ts";
import type { TryLinesParams, TryLinesResponse, TryParams, TryResponse } from "./protocol.ts";
import type { ServerState } from "./server-state.ts";

/** The differences between the Node and the browser server: file access and everything that needs the service. */
export interface Platform {
  readonly host: Host;
  /** Loaded on the first command. */
  commands(state: ServerState): Promise<CommandRunner>;
  /** Lenses with push commands. */
  lenses(snapshot: Snapshot, state: ServerState): readonly CodeLens[];
  /** Hints that show the effect of each condition on the samples. */
  hints(snapshot: Snapshot, state: ServerState): readonly InlayHint[];
  /** Tries a document on logs; undefined where there are no files. */
  readonly try?: (
    snapshot: Snapshot,
    state: ServerState,
    asked: TryParams,
    isStopped: () => boolean,
  ) => Promise<TryResponse>;
  /** Tries a document on lines of text; undefined where there are files. */
  readonly tryLines?: (
    snapshot: Snapshot,
    state: ServerState,
    asked: TryLinesParams,
  ) => TryLinesResponse;
  /** Reads log files; undefined where there are no files. */
  readonly logs?: LogFiles;
  /** The commands of the lenses and less common ones, for a menu. */
  actions(snapshot: Snapshot, state: ServerState): readonly Command[];
}

export interface CommandRunner {
  /** Rejects for unknown commands and bugs. Expected errors are refusals. */
  run(asked: ExecuteCommandParams, token: CancellationToken): Promise<object>;
  cancel(token: ProgressToken): void;
  stop(): void;
}

/** Reads log lines where there are files. */
export interface LogFiles {
  /** Reads paths and globs relative to the URI of a folder. Undefined if it is not on disk. */
  read(
    paths: readonly string[],
    folder: string,
    nested: ReadonlySet<string>,
  ): Promise<SampleReader | undefined>;
  /** Undefined if a sample of `weir.json` is inside the workspace. */
  outside(sample: string, folder: string): OutsideSample | undefined;
  /** Reads a text in any log format. */
  pasted(name: string, text: string, nested: ReadonlySet<string>): Promise<SampleReader>;
  /** The path of a file, for `read`. */
  pathOf(uri: string): string | undefined;
  /** Loads the reader of the last commit. */
  lastCommit(): Promise<LastCommit>;
}
