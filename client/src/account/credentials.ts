import type { Memento, SecretStorage } from "vscode";
import type { HandedCredential } from "../../../server/src/lsp/protocol.ts";
import { nextRun } from "../server/run-id.ts";
import type { Secrets } from "./redaction.ts";

/** The origins with a credential. Origins are not secret, and secret storage cannot be listed. */
const knownOrigins = "weir.origins";

/**
 * The user's credentials, one record per origin. A record contains its origin and is only used for it, whatever key it was stored
 * under.
 */
export class Credentials {
  /** Credentials that are being verified and are not stored yet, by run ID. */
  readonly #candidates = new Map<string, HandedCredential>();

  constructor(
    private readonly storage: Pick<SecretStorage, "get" | "store" | "delete">,
    private readonly state: Pick<Memento, "get" | "update">,
    private readonly secrets: Secrets,
  ) {}

  /** Null without a credential. `run` is the ID of the requesting command's run. */
  async for(origin: string, run?: string): Promise<HandedCredential | null> {
    if (!mayHaveCredential(origin)) return null;
    const candidate = this.#candidates.get(run ?? "");
    const found = candidate?.origin === origin ? candidate : await this.kept(origin);
    if (found) this.hide(found);
    return found ?? null;
  }

  async has(origin: string): Promise<boolean> {
    return (await this.kept(origin)) !== undefined;
  }

  /** Runs `work` with an unsaved credential, which is used for its own origin in that run only. */
  async trying<Answer>(
    candidate: HandedCredential,
    work: (run: string) => Promise<Answer>,
  ): Promise<Answer> {
    const run = nextRun();
    this.#candidates.set(run, candidate);
    try {
      return await work(run);
    } finally {
      this.#candidates.delete(run);
    }
  }

  async keep(credential: HandedCredential): Promise<void> {
    const { origin } = credential;
    await this.storage.store(keyOf(origin), JSON.stringify(credential));
    await this.state.update(knownOrigins, [...new Set([...this.origins(), origin])].sort());
  }

  async forget(origin: string): Promise<void> {
    await this.storage.delete(keyOf(origin));
    const rest = this.origins().filter((it) => it !== origin);
    await this.state.update(knownOrigins, rest);
  }

  origins(): readonly string[] {
    return this.state.get<string[]>(knownOrigins, []);
  }

  private async kept(origin: string): Promise<HandedCredential | undefined> {
    const record = readRecord(await this.storage.get(keyOf(origin)));
    return record?.origin === origin ? record : undefined;
  }

  private hide(credential: HandedCredential): void {
    const hidden = "token" in credential ? [credential.token] : [credential.email, credential.key];
    for (const it of hidden) this.secrets.add(it);
  }
}

export function keyOf(origin: string): string {
  return `weir.credential:${origin}`;
}

/** Whether a credential may be sent to an origin. HTTP is only allowed for loopback host names. */
export function mayHaveCredential(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:") return true;
  const isLoopback =
    hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "http:" && isLoopback;
}

/** Whether a token, email or key can be sent in a header. */
export function isSendable(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

function readRecord(text: string | undefined): HandedCredential | undefined {
  if (text === undefined) return undefined;
  try {
    const { origin, token, email, key } = JSON.parse(text) as Record<string, unknown>;
    if (typeof origin !== "string") return undefined;
    if (typeof token === "string") return { origin, token };
    if (typeof email === "string" && typeof key === "string") return { origin, email, key };
  } catch {
    // An unreadable record is ignored.
  }
  return undefined;
}
