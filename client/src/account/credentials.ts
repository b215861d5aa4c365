import type { Memento, SecretStorage } from "vscode";
import type { HandedCredential } from "../../../server/src/lsp/protocol.ts";
import { nextRun } from "../server/run-id.ts";
import type { Secrets } from "./secrets.ts";

/** Where the user has signed in. Origins are no secrets, and secret storage cannot be listed. */
const knownOrigins = "weir.origins";

/**
 * The user's credentials, a record for each origin. A record names its origin itself, and counts for that one alone, whatever
 * key it was found under.
 */
export class Credentials {
  /** Being verified, each in a run of its own, and kept nowhere yet. */
  readonly #candidates = new Map<string, HandedCredential>();

  constructor(
    private readonly storage: Pick<SecretStorage, "get" | "store" | "delete">,
    private readonly state: Pick<Memento, "get" | "update">,
    private readonly secrets: Secrets,
  ) {}

  /** Null when nobody has signed in there. `run` is that of the command which asks. */
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

  /** In the run that the work is given, the credential is handed over for its own origin as if it was kept. */
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

/** Plain http is for this machine alone, by its name: 'localhost.example.com' is somewhere else. */
export function mayHaveCredential(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:") return true;
  const isLoopback =
    hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "http:" && isLoopback;
}

/** What is wrong with a token, an e-mail address or a key that somebody typed. The text itself is never shown again. */
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
    // A record that cannot be read is as good as none.
  }
  return undefined;
}
