import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { RunsEmulator } from "./emulator/run.ts";

/** What differs between an extension host with processes and one in a browser. Everything else is shared. */
export interface Platform {
  createClient(options: LanguageClientOptions): BaseLanguageClient;
  /** Left out where no process can be started. */
  readonly runEmulator?: RunsEmulator;
  /** How the URIs of files begin. Others show old versions of files, whose findings nobody can fix. */
  schemes(): readonly string[];
  /** Why the service is out of reach, in a sentence for the user. Left out where it can be reached. */
  readonly whyNoService?: string;
}
