import type { Analyzed } from "../editor/analysis.ts";
import type { Kind } from "../kinds.ts";
import type { Server } from "../server.ts";

/** What every panel is about: the text in the editor, as it was analyzed last. */
export interface PanelProps {
  readonly server: Server;
  readonly kind: Kind;
  readonly uri: string;
  readonly analyzed: Analyzed;
}
