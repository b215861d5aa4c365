import { loadOracle } from "../../../scripts/install/oracles.mjs";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
} from "../../../server/src/emulator/emulator.ts";
import type { ErrorItem } from "../../../server/src/emulator/envelope.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";

export const zone_id = defaults.zone;
export const account_id = defaults.account;

export const { default: Cloudflare } = await loadOracle("cloudflare", "cloudflare");

/** The official client, and what it returns. It is installed with the oracles, so its types are not known here. */
export type Client = Awaited<ReturnType<typeof loadOracle>>;
type Item = Client;

/** The official client, with nothing from the environment. */
export function clientOf(
  { fetch }: Pick<Emulator, "fetch">,
  credentials: { apiToken?: string; apiEmail?: string; apiKey?: string } = {
    apiToken: defaults.token,
  },
): Client {
  return new Cloudflare({
    apiToken: null,
    apiEmail: null,
    apiKey: null,
    userServiceKey: null,
    ...credentials,
    baseURL: "http://emulator/client/v4",
    fetch,
    fetchOptions: { redirect: "manual" },
    maxRetries: 0,
    logLevel: "off",
  });
}

/** A deterministic emulator and its client. */
export function start(options: EmulatorOptions = {}): { emulator: Emulator; client: Client } {
  const emulator = createEmulator({ now: () => new Date(Date.UTC(2026, 0, 1)), ...options });
  return { emulator, client: clientOf(emulator) };
}

type Refusal = Error & { readonly status?: number; readonly errors: readonly ErrorItem[] };

/** The status of a refusal and its errors, as `pointer: message`. */
export async function refusal(call: PromiseLike<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Cloudflare.APIError)) throw error;
    const { status, message, errors } = error as Refusal;
    const lines = errors.map(
      (it) => `${it.source ? `${it.source.pointer || "/"}: ` : ""}${it.message}`,
    );
    return [String(status ?? message), ...lines].join("\n");
  }
  throw new Error("The call was not refused.");
}

export async function all(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const it of items) found.push(it);
  return found;
}

/** The path of rules, for generic calls of the client with bodies that its types do not allow. */
export function rulesPath(rest = ""): string {
  return `/zones/${zone_id}/firewall/rules${rest}`;
}
