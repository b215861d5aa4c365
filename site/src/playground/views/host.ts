import type { Position } from "vscode-languageserver";
import type { EditorHandle } from "../editor/handle.ts";
import type { Server } from "../server.ts";
import type { Sample } from "./sample.ts";

/** The parts of the playground that the views need: the text with its server, and the sample. */
export interface ViewContext {
  readonly server: Server;
  readonly editor: EditorHandle;
  readonly uri: string;
  readonly sample: Sample;
  /** Selects one of several texts. */
  readonly position: Position | undefined;
  /** Shows a message to the user. */
  tell(message: string): void;
}
