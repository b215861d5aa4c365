import { type Connection, MessageType, ShowMessageNotification } from "vscode-languageserver";
import { plainMessage } from "../log.ts";
import type { Snapshot } from "./snapshots.ts";

/**
 * Shows why a document was not formatted. The protocol does not distinguish an explicit request from format on save, so it is
 * shown once per text.
 */
export class FormatRefusals {
  private readonly told = new WeakSet<Snapshot>();

  constructor(private readonly connection: Pick<Connection, "sendNotification">) {}

  tell(it: Snapshot): void {
    // Nothing to format in a blank text.
    if (this.told.has(it) || it.source.text.trim() === "") return;
    const at = it.analysis.formatObstacle?.();
    if (at === undefined) return;
    this.told.add(it);
    const reason = it.analysis.diagnostics().find(({ start }) => start === at)?.message;
    const where = `Cannot format: there is a syntax error in line ${it.places.lineOf(at) + 1}.`;
    const message = plainMessage(reason === undefined ? where : `${where} ${reason}`);
    this.connection
      .sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message })
      .catch(() => {});
  }
}
