import type { Position } from "vscode-languageserver";
import type { Analyzed } from "../editor/analysis.ts";
import type { Kind } from "../kinds.ts";
import type { Server } from "../server.ts";

/** The props of every panel: the text in the editor, with its latest analysis. */
export interface PanelProps {
  readonly server: Server;
  readonly kind: Kind;
  readonly uri: string;
  /** Selects one of several filters and rules. */
  readonly position: Position | undefined;
  readonly analyzed: Analyzed;
  /** Whether the text has changed since. */
  readonly isEdited: boolean;
}
