import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { RunsEmulator } from "./emulator/run.ts";

/** Differences between the Node and the browser extension host. */
export interface Platform {
  createClient(options: LanguageClientOptions): BaseLanguageClient;
  /** Undefined in a browser. */
  readonly runEmulator?: RunsEmulator;
  /** The URI schemes of files. Other schemes show old versions, whose problems cannot be fixed. */
  schemes(): readonly string[];
  /** Whether the server reads files itself. */
  readonly hasFiles: boolean;
  /** Message that explains why the service is not available, if so. */
  readonly whyNoService?: string;
}
