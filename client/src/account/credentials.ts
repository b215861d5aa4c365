import type { Memento, SecretStorage } from "vscode";
import type {
  EngineLogin,
  HandedCredential,
  HandedPassword,
} from "../../../server/src/lsp/protocol.ts";
import { nextRun } from "../server/run-id.ts";
import type { Secrets } from "./redaction.ts";

interface Kind<Stored> {
  /** The key in secret storage. */
  keyOf(origin: string): string;
  /** Where the origins are listed. They are not secret, and secret storage cannot be listed. */
  readonly origins: string;
  mayHave(origin: string): boolean;
  /** Undefined for another record. */
  read(record: Readonly<Record<string, unknown>>, origin: string): Stored | undefined;
  secretsIn(stored: Stored): readonly string[];
}

/** The user's secrets, one record per origin. A record contains its origin and is only used for it, whatever key it was stored under. */
class StoredSecrets<Stored extends { readonly origin: string }> {
  /** Credentials that are being verified and are not stored yet, by run ID. */
  readonly #candidates = new Map<string, Stored>();

  constructor(
    private readonly kind: Kind<Stored>,
    private readonly storage: Pick<SecretStorage, "get" | "store" | "delete">,
    private readonly state: Pick<Memento, "get" | "update">,
    private readonly secrets: Secrets,
  ) {}

  /** Null without one. `run` is the ID of the requesting command's run. */
  async for(origin: string, run?: string): Promise<Stored | null> {
    if (!this.kind.mayHave(origin)) return null;
    const candidate = this.#candidates.get(run ?? "");
    const found = candidate?.origin === origin ? candidate : await this.kept(origin);
    for (const it of found ? this.kind.secretsIn(found) : []) this.secrets.add(it);
    return found ?? null;
  }

  async has(origin: string): Promise<boolean> {
    return (await this.kept(origin)) !== undefined;
  }

  /** Runs `work` with an unsaved record, which is used for its own origin in that run only. */
  async trying<Answer>(candidate: Stored, work: (run: string) => Promise<Answer>): Promise<Answer> {
    const run = nextRun();
    this.#candidates.set(run, candidate);
    try {
      return await work(run);
    } finally {
      this.#candidates.delete(run);
    }
  }

  async keep(stored: Stored): Promise<void> {
    const { origin } = stored;
    await this.storage.store(this.kind.keyOf(origin), JSON.stringify(stored));
    const origins = [...new Set([...this.origins(), origin])].sort();
    await this.state.update(this.kind.origins, origins);
  }

  async forget(origin: string): Promise<void> {
    await this.storage.delete(this.kind.keyOf(origin));
    const rest = this.origins().filter((it) => it !== origin);
    await this.state.update(this.kind.origins, rest);
  }

  origins(): readonly string[] {
    return this.state.get<string[]>(this.kind.origins, []);
  }

  private async kept(origin: string): Promise<Stored | undefined> {
    const text = await this.storage.get(this.kind.keyOf(origin));
    if (text === undefined) return undefined;
    try {
      const record = Object(JSON.parse(text)) as Record<string, unknown>;
      return record.origin === origin ? this.kind.read(record, origin) : undefined;
    } catch {
      // An unreadable record is ignored.
      return undefined;
    }
  }
}

type Parts = [
  storage: Pick<SecretStorage, "get" | "store" | "delete">,
  state: Pick<Memento, "get" | "update">,
  secrets: Secrets,
];

/** Credentials of the service. */
export class Credentials extends StoredSecrets<HandedCredential> {
  constructor(...parts: Parts) {
    super(credentials, ...parts);
  }
}

export function keyOf(origin: string): string {
  return `weir.credential:${origin}`;
}

const credentials: Kind<HandedCredential> = {
  keyOf,
  origins: "weir.origins",
  mayHave: mayHaveCredential,
  read({ token, email, key }, origin) {
    if (typeof token === "string") return { origin, token };
    return typeof email === "string" && typeof key === "string"
      ? { origin, email, key }
      : undefined;
  },
  secretsIn: (it) => ("token" in it ? [it.token] : [it.email, it.key]),
};

/** Passwords of engines. None is ever used as a credential of the service, nor the other way round. */
export class EnginePasswords extends StoredSecrets<HandedPassword> {
  constructor(...parts: Parts) {
    super(passwords, ...parts);
  }

  /** Null if the password belongs to another user. */
  async of({ origin, user }: EngineLogin, run?: string): Promise<HandedPassword | null> {
    const found = await this.for(origin, run);
    return found?.user === user ? found : null;
  }
}

const passwords: Kind<HandedPassword> = {
  keyOf: (origin) => `weir.engine:${origin}`,
  origins: "weir.engineOrigins",
  // PostgreSQL's connections are encrypted, too, unless on loopback.
  mayHave: (origin) => origin.startsWith("postgres://") || mayHaveCredential(origin),
  read: ({ user, password }, origin) =>
    typeof password === "string"
      ? { origin, ...(typeof user === "string" && { user }), password }
      : undefined,
  secretsIn: (it) => [it.password],
};

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
