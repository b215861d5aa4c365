import { APIConnectionTimeoutError } from "cloudflare/error";
import { BaseFilters } from "cloudflare/resources/filters/filters";
import { BaseRules as BaseFirewallRules } from "cloudflare/resources/firewall/rules";
import { BaseJobs } from "cloudflare/resources/logpush/jobs";
import { BaseOwnership } from "cloudflare/resources/logpush/ownership";
import { BasePhases } from "cloudflare/resources/rulesets/phases/phases";
import { BaseRules as BaseRulesetRules } from "cloudflare/resources/rulesets/rules";
import { BaseRulesets } from "cloudflare/resources/rulesets/rulesets";
import { BaseZones } from "cloudflare/resources/zones/zones";
import { createClient } from "cloudflare/tree-shakable";
import { ServiceError } from "./service-error.ts";
import { type Decoder, type Fields, fields, UnexpectedShapeError } from "./shapes.ts";

/** The official client without its authentication and retries: `fetch` does the first, `Calls` the second. */
export function createSdk(baseURL: string, fetch: typeof globalThis.fetch) {
  return createClient({
    // The client reads undefined options from the environment, for any host.
    apiToken: null,
    apiEmail: null,
    apiKey: null,
    userServiceKey: null,
    defaultHeaders: { authorization: null },
    baseURL,
    fetch,
    maxRetries: 0,
    timeout: clientTimeout,
    logLevel: "off",
    resources: [
      BaseJobs,
      BaseOwnership,
      BaseFilters,
      BaseFirewallRules,
      BaseRulesets,
      BaseRulesetRules,
      BasePhases,
      BaseZones,
    ],
  });
}

export type Sdk = ReturnType<typeof createSdk>;

/** Our own deadline is shorter and includes the body. */
const clientTimeout = 10 * 60_000;

export interface Calls {
  readonly sdk: Sdk;
  /** Read-only, so it is retried after a network failure. */
  read<Value>(send: () => PromiseLike<unknown>, decode: Decoder<Value>): Promise<Value>;
  /** Sent once; retried only after the service rejected it because of its rate limit. */
  write<Value>(send: () => PromiseLike<unknown>, decode: Decoder<Value>): Promise<Value>;
}

export interface Patience {
  /** The maximum number of attempts per call. */
  readonly attempts: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs a callback periodically; returns a function that stops it. */
  readonly every?: (milliseconds: number, run: () => void) => () => void;
  /** Called with a description of what the run is waiting for. */
  readonly say?: ((text: string) => void) | undefined;
  /** Whether the result is no longer needed, so that a retry would be useless. */
  readonly isOver?: () => boolean;
}

/** Longer delays requested by the service are not waited for. */
const maxDelay = 300_000;
const minDelay = 500;
const reportInterval = 5000;

export function callsOf(sdk: Sdk, patience: Patience): Calls {
  return {
    sdk,
    read: (send, decode) => withRetries(send, decode, patience, (error) => error.passes),
    // A request that may have had an effect is not retried.
    write: (send, decode) => withRetries(send, decode, patience, (error) => error.status === 429),
  };
}

async function withRetries<Value>(
  send: () => PromiseLike<unknown>,
  decode: Decoder<Value>,
  patience: Patience,
  mayRepeat: (error: ServiceError) => boolean,
): Promise<Value> {
  const { attempts, sleep, say, isOver } = patience;
  for (let attempt = 1; ; attempt++) {
    try {
      return await withProgress(() => sendOnce(send, decode), patience, attempt);
    } catch (error) {
      if (!(error instanceof ServiceError) || !mayRepeat(error) || attempt >= attempts) throw error;
      const pause = Math.max((error.retryAfter ?? 0) * 1000, minDelay * 2 ** attempt);
      if (pause > maxDelay) throw error;
      say?.(
        `${error.message} Retrying in ${secondsOf(pause)} (attempt ${attempt + 1} of ${attempts})`,
      );
      await sleep(pause);
      if (isOver?.()) throw error;
    }
  }
}

/** Reports the elapsed time of slow calls. */
async function withProgress<Value>(
  call: () => Promise<Value>,
  { every, say, attempts }: Patience,
  attempt: number,
): Promise<Value> {
  let waited = 0;
  const which = attempt > 1 ? ` (attempt ${attempt} of ${attempts})` : "";
  const end = every?.(reportInterval, () => {
    waited += reportInterval;
    say?.(`Waiting for the service for ${secondsOf(waited)}${which}`);
  });
  try {
    return await call();
  } finally {
    end?.();
  }
}

/** For example "1.5 s". */
export function secondsOf(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

async function sendOnce<Value>(
  send: () => PromiseLike<unknown>,
  decode: Decoder<Value>,
): Promise<Value> {
  try {
    return decode(await send());
  } catch (error) {
    throw unwrapError(error);
  }
}

/** The client wraps errors of its `fetch`. Any other error means a response that it could not parse. */
function unwrapError(error: unknown): Error {
  if (error instanceof ServiceError) return error;
  if (error instanceof Error && error.cause instanceof ServiceError) return error.cause;
  if (
    error instanceof UnexpectedShapeError ||
    error instanceof TypeError ||
    error instanceof SyntaxError
  )
    return new ServiceError("Unexpected response from the service.", "unknown");
  // The client drops the cause of errors that look like timeouts.
  if (error instanceof APIConnectionTimeoutError)
    return new ServiceError("The service did not respond in time.", "unknown");
  return error instanceof Error ? error : new Error(String(error));
}

/** The client treats a missing list as an empty one, so the response itself is checked. */
export function bodyOf(page: unknown): Fields {
  return fields(fields(page).body);
}

/** Undefined when the service responds "not found". */
export async function undefinedIfNotFound<Value>(
  answer: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && error.isOwn) return undefined;
    throw error;
  }
}
