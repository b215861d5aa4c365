import type { Connection, PublishDiagnosticsParams } from "vscode-languageserver";
import { isConfig } from "../../workspace/config-language.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { toDiagnostic } from "../wire/convert.ts";
import { afterPendingMessages } from "./requests.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/**
 * Publishes diagnostics: all of them to clients that do not pull, and those of `weir.json` to every client, because they are
 * shown even if the file is not open.
 */
export class PublishDiagnostics {
  /** Documents to publish, oldest first. */
  private readonly waiting = new Set<string>();
  private asked = 0;
  private running = false;

  constructor(
    private readonly connection: Pick<Connection, "sendDiagnostics" | "console">,
    private readonly snapshots: Snapshots,
    private readonly client: Client,
    private readonly configText: (uri: string) => string | undefined,
    private readonly ready: () => Promise<void>,
  ) {}

  /** Publishes the diagnostics of the newest version after a pause. */
  later(uri: string): void {
    if (this.client.pulls && !isConfig(uri)) return;
    this.asked++;
    this.waiting.add(uri);
    if (!this.running) void this.run();
  }

  /** Clears the diagnostics of a closed document. */
  clear(uri: string): void {
    this.waiting.delete(uri);
    if (!this.client.pulls) void this.send(uri, () => ({ uri, diagnostics: [] }));
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.size > 0) {
      await this.ready();
      await this.quiet();
      const [uri] = this.waiting;
      if (uri === undefined) break;
      this.waiting.delete(uri);
      await this.send(uri, () => this.diagnosticsOf(uri));
    }
    this.running = false;
  }

  /** While changes keep coming in, all but the last version are outdated. */
  private async quiet(): Promise<void> {
    let before: number;
    do {
      before = this.asked;
      await afterPendingMessages();
    } while (before !== this.asked);
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
