import type { Connection, PublishDiagnosticsParams } from "vscode-languageserver";
import { isConfig } from "../../workspace/config-language.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { toDiagnostic } from "../wire/convert.ts";
import { QuietQueue } from "./quiet-queue.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/**
 * Publishes diagnostics: all of them to clients that do not pull, and the ones of `weir.json` to every client, because they
 * are shown even if the file is not open.
 */
export class PublishDiagnostics {
  private readonly queue: QuietQueue;

  constructor(
    private readonly connection: Pick<Connection, "sendDiagnostics" | "console">,
    private readonly snapshots: Snapshots,
    private readonly client: Client,
    private readonly configText: (uri: string) => string | undefined,
    ready: () => Promise<void>,
  ) {
    this.queue = new QuietQueue(ready, async (waiting) => {
      const [uri] = waiting;
      if (uri === undefined) return;
      waiting.delete(uri);
      await this.send(uri, () => this.diagnosticsOf(uri));
    });
  }

  /** Publishes the diagnostics of the newest version after a pause. */
  later(uri: string): void {
    if (this.client.pulls && !isConfig(uri)) return;
    this.queue.add(uri);
  }

  /** Clears the diagnostics of a closed document. */
  clear(uri: string): void {
    this.queue.delete(uri);
    if (!this.client.pulls) void this.send(uri, () => ({ uri, diagnostics: [] }));
  }

  private async send(
    uri: string,
    diagnostics: () => PublishDiagnosticsParams | undefined,
  ): Promise<void> {
    try {
      const found = diagnostics();
      if (found) await this.connection.sendDiagnostics(found);
    } catch (error) {
      log(this.connection, "error", `Diagnostics of ${uri} failed`, error);
    }
  }

  private diagnosticsOf(uri: string): PublishDiagnosticsParams | undefined {
    const snapshot = this.snapshots.of(uri) ?? this.closedConfig(uri);
    if (snapshot) return toPublished(snapshot);
    // A deleted `weir.json` has no problems.
    return isConfig(uri) ? { uri, diagnostics: [] } : undefined;
  }

  private closedConfig(uri: string): Snapshot | undefined {
    if (!isConfig(uri)) return undefined;
    const text = this.configText(uri);
    return text === undefined ? undefined : this.snapshots.closed(uri, text);
  }
}

function toPublished({ source, diagnostics: found, places }: Snapshot): PublishDiagnosticsParams {
  const diagnostics = found.map((it) => toDiagnostic(it, places));
  const { uri, version } = source;
  return version === null ? { uri, diagnostics } : { uri, version, diagnostics };
}
