import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import type { CancellationToken, ClientCapabilities } from "vscode-languageserver/node";
import { createEmulator, type Emulator } from "../../../server/src/emulator/emulator.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import type { Settings } from "../../../server/src/emulator/state/settings.ts";
import { scopeAt } from "../../../server/src/emulator/state/state.ts";
import type {
  ClientOffers,
  CommandArguments,
  CommandName,
  FileResults,
  Refusal,
} from "../../../server/src/lsp/protocol.ts";
import { type LockEntry, readLock } from "../../../server/src/workspace/lock/lock.ts";
import { folderWith } from "../folders.ts";
import { type Options, startClient, type TestClient } from "./lsp.ts";

export const origin = "http://127.0.0.1:8787";
const { zone, account } = defaults;

export function weirJson(profile: Readonly<Record<string, unknown>> = {}): string {
  const local = { baseUrl: `${origin}/client/v4`, zone, account, ...profile };
  return JSON.stringify({ defaultProfile: "local", profiles: { local } });
}

export interface WorkbenchOptions extends Omit<Options, "folders"> {
  readonly files?: Readonly<Record<string, string>>;
  readonly offers?: ClientOffers;
  readonly settings?: Partial<Settings>;
}

/** A server with its client, a workspace in a folder, and an in-memory service instead of every host. */
export class Workbench {
  /** Every request that reached a host, as `POST 127.0.0.1:8787 /filters`, with its authorization. */
  readonly sent: { readonly call: string; readonly authorization: string | null }[] = [];
  /** Runs before each request. */
  before: (call: string) => void | Promise<void> = () => {};

  private constructor(
    readonly folder: string,
    readonly emulator: Emulator,
    public client: TestClient,
  ) {}

  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const { files = {}, offers, settings, capabilities, ...rest } = options;
    const folder = folderWith({ "weir.json": weirJson(), ...files });
    const emulator = createEmulator(settings ? { settings } : {});
    const client = await startClient({
      ...rest,
      folders: [folder],
      capabilities: { ...capabilities, ...(offers && { experimental: { weir: offers } }) },
    });
    const bench = new Workbench(folder, emulator, client);
    vi.stubGlobal("fetch", bench.fetch);
    return bench;
  }

  uri(name: string): string {
    return `${this.folder}/${name}`;
  }

  text(name: string): string {
    return readFileSync(fileURLToPath(this.uri(name)), "utf8");
  }

  run<Answer = FileResults & Refusal>(
    command: CommandName,
    args?: CommandArguments | string,
    token?: CancellationToken,
  ): Promise<Answer> {
    const asked = { command, ...(args === undefined ? undefined : { arguments: [args] }) };
    return this.client.request("workspace/executeCommand", asked, token);
  }

  /** The write requests. */
  get writes(): string[] {
    return this.sent.map((it) => it.call).filter((it) => !it.startsWith("GET"));
  }

  get zone() {
    const scope = scopeAt(this.emulator.state, "zones", zone);
    if (!scope) throw new Error("The emulator has no such zone.");
    return scope;
  }

  entry(name: string): LockEntry | undefined {
    const lock = readLock(this.text("weir.lock.json"));
    if ("damage" in lock) throw new Error(String(lock.damage));
    return lock[name]?.local;
  }

  private readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const path = url.pathname.replace(/^\/client\/v4(\/(zones|accounts)\/\w+(?=\/))?/, "");
    const call = `${init?.method} ${url.host} ${path}`;
    this.sent.push({ call, authorization: new Headers(init?.headers).get("authorization") });
    await Promise.race([this.before(call), abortion(init?.signal)]);
    return this.emulator.fetch(input, init);
  };
}

/** Rejects when the request is aborted. */
function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Answers every question with yes, or with the given answer. */
export const saysYes = { "weir/confirm": () => "yes" };

/** A client that supports prompts in messages. */
export const showsMessages: ClientCapabilities = {
  window: { showMessage: { messageActionItem: { additionalPropertiesSupport: false } } },
};

/** The files of most tests. */
export const rule = "# @action block\nssl";

export function filter(value: string): string {
  return `{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": ${value} } }`;
}

export function job(more = ""): string {
  return `{ "name": "errors", "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=eu", "enabled": true${more} }`;
}
