import type { LogOutputChannel } from "vscode";
import type { CommandName, FileResults } from "../../../server/src/lsp/protocol.ts";
import type { Answer, Ask } from "../server/ask.ts";
import type { Pushes } from "./pushes.ts";
import type { Runs } from "./runs.ts";

/** What commands are run with. */
export interface RunParts {
  readonly ask: Ask;
  readonly runs: Pick<Runs, "begin">;
  readonly log: LogOutputChannel;
  /** Shows a file beside what the service has. */
  compare(uri: string, profile: string): Promise<unknown>;
  signIn(origin: string): Promise<boolean>;
  startEmulator(profile: string): Promise<void>;
  /** Whether a profile leads to an emulator that does not run. */
  lacksEmulator(profile: string): Promise<boolean>;
  /** The first of some files for which nothing says which profile counts. */
  undecided(uris: readonly string[]): Promise<string | undefined>;
  /** Lets the user choose one for it. True when they did. */
  chooseProfile(uri: string): Promise<boolean>;
  readonly pushes: Pushes;
}

/** The commands whose answers are results of files. */
export type FileCommand = {
  [Name in CommandName]: Answer<Name> extends FileResults ? Name : never;
}[CommandName];
