import { CodeLensRefreshRequest, type Connection } from "vscode-languageserver";
import { patience } from "../files/yielding.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { settle } from "./requests.ts";

/** So long, in milliseconds, nobody types another key. */
const quiet = 250;

type Answers = keyof Client["refreshes"];

/** Asks the client to ask again, when answers it has may no longer hold. */
export class Refreshes {
  private readonly stale = new Set<Answers>();
  private changes = 0;

  constructor(
    private readonly connection: Connection,
    private readonly client: Client,
  ) {}

  /** Several changes in a row, as a checkout makes them, are asked about once. */
  async ask(...what: readonly Answers[]): Promise<void> {
    const underWay = this.stale.size > 0;
    for (const it of what) this.stale.add(it);
    if (underWay) return;
    await settle();
    const stale = [...this.stale];
    this.stale.clear();
    await Promise.all(stale.filter((it) => this.client.refreshes[it]).map((it) => this.send(it)));
  }

  /** The same when nobody has asked for a while: for changes that come with every key. */
  async askWhenQuiet(...what: readonly Answers[]): Promise<void> {
    const change = ++this.changes;
    await patience(quiet);
    if (change === this.changes) await this.ask(...what);
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
