import { CodeLensRefreshRequest, type Connection } from "vscode-languageserver";
import { delay } from "../files/yield-to-messages.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { afterPendingMessages } from "./requests.ts";

/** A typing pause, in milliseconds. */
const quiet = 250;

export type Answers = keyof Client["refreshes"];

/** Asks the client to refresh when its results may be outdated. */
export class Refreshes {
  private readonly stale = new Set<Answers>();
  private readonly waiting = new Set<Answers>();
  private changes = 0;

  constructor(
    private readonly connection: Connection,
    private readonly client: Client,
  ) {}

  /** Debounced, because a checkout changes many files. */
  async ask(...what: readonly Answers[]): Promise<void> {
    const underWay = this.stale.size > 0;
    for (const it of what) this.stale.add(it);
    if (underWay) return;
    await afterPendingMessages();
    const stale = [...this.stale];
    this.stale.clear();
    await Promise.all(stale.filter((it) => this.client.refreshes[it]).map((it) => this.send(it)));
  }

  /** Debounced longer, for changes on every key press. */
  async askWhenQuiet(...what: readonly Answers[]): Promise<void> {
    for (const it of what) this.waiting.add(it);
    const change = ++this.changes;
    await delay(quiet);
    if (change !== this.changes) return;
    const waiting = [...this.waiting];
    this.waiting.clear();
    await this.ask(...waiting);
  }

  private async send(what: Answers): Promise<void> {
    const { languages } = this.connection;
    const requests: Readonly<Record<Answers, () => Promise<void>>> = {
      diagnostics: () => languages.diagnostics.refresh(),
      inlays: () => languages.inlayHint.refresh(),
      lenses: () => this.connection.sendRequest(CodeLensRefreshRequest.type),
      tokens: () => languages.semanticTokens.refresh(),
    };
    try {
      await requests[what]();
    } catch (error) {
      log(this.connection, "warn", `The client did not refresh its ${what}`, error);
    }
  }
}
