import type { LogOutputChannel } from "vscode";
import type { CommandName, FileResult, FileResults } from "../../../server/src/lsp/protocol.ts";
import type { Ask, CommandResult } from "../server/ask.ts";
import type { Pushes } from "./pushes.ts";
import type { Runs } from "./runs.ts";

/** The dependencies of commands. */
export interface RunParts {
  readonly ask: Ask;
  readonly runs: Pick<Runs, "begin">;
  readonly log: LogOutputChannel;
  /** Opens the diff of a file with the service. */
  compare(uri: string, profile: string): Promise<unknown>;
  /** The address of a result in the dashboard, if its host has one. */
  dashboard(result: FileResult): string | undefined;
  signIn(origin: string): Promise<boolean>;
  startEmulator(profile: string): Promise<void>;
  /** Whether a profile uses an emulator that is not running. */
  lacksEmulator(profile: string): Promise<boolean>;
  /** The first file without an active profile. */
  undecided(uris: readonly string[]): Promise<string | undefined>;
  /** Lets the user select a profile for a file. */
  chooseProfile(uri: string): Promise<boolean>;
  readonly pushes: Pushes;
}

/** Commands whose result is a list of file results. */
export type FileCommand = {
  [Name in CommandName]: CommandResult<Name> extends FileResults ? Name : never;
}[CommandName];
