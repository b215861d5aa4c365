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
import { type Fields, fields, Misshapen, type Shape } from "./shapes.ts";

/** The official client, without its way of signing in and without its retries: `fetch` does the one, and `Calls` the other. */
export function createSdk(baseURL: string, fetch: typeof globalThis.fetch) {
  return createClient({
    // What is left undefined here is read from the environment, whatever the host.
    apiToken: null,
    apiEmail: null,
    apiKey: null,
    userServiceKey: null,
    defaultHeaders: { authorization: null },
    baseURL,
    fetch,
    maxRetries: 0,
    timeout: longest,
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

/** Our own deadline is shorter, and counts the body as well. */
const longest = 10 * 60_000;

export interface Calls {
  readonly sdk: Sdk;
  /** Changes nothing, so it is sent again when it gets lost. */
  read<Value>(send: () => PromiseLike<unknown>, shape: Shape<Value>): Promise<Value>;
  /** Is sent once, and again only after the service has said that it did nothing because there were too many calls. */
  write<Value>(send: () => PromiseLike<unknown>, shape: Shape<Value>): Promise<Value>;
}

export interface Patience {
  /** How often a call is sent at most. */
  readonly attempts: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs something again and again; gives the way to end it. */
  readonly every?: (milliseconds: number, run: () => void) => () => void;
  /** Tells whoever waits what is waited for. */
  readonly say?: ((text: string) => void) | undefined;
  /** Nobody waits any more. */
  readonly isOver?: () => boolean;
}

/** A service that asks for more is not waited for. */
const longestPause = 300_000;
const shortestPause = 500;
const tick = 5000;

export function callsOf(sdk: Sdk, patience: Patience): Calls {
  return {
    sdk,
    read: (send, shape) => repeated(send, shape, patience, (error) => error.passes),
    // Nothing is sent again that may have had its effect.
    write: (send, shape) => repeated(send, shape, patience, (error) => error.status === 429),
  };
}

async function repeated<Value>(
  send: () => PromiseLike<unknown>,
  shape: Shape<Value>,
  patience: Patience,
  mayRepeat: (error: ServiceError) => boolean,
): Promise<Value> {
  const { attempts, sleep, say, isOver } = patience;
  for (let attempt = 1; ; attempt++) {
    try {
      return await watched(() => once(send, shape), patience, attempt);
    } catch (error) {
      if (!(error instanceof ServiceError) || !mayRepeat(error) || attempt >= attempts) throw error;
      const pause = Math.max((error.retryAfter ?? 0) * 1000, shortestPause * 2 ** attempt);
      if (pause > longestPause) throw error;
      say?.(
        `${error.message} Retrying in ${secondsOf(pause)} (attempt ${attempt + 1} of ${attempts})`,
      );
      await sleep(pause);
      if (isOver?.()) throw error;
    }
  }
}

/** Says how long it takes, when it takes long. */
async function watched<Value>(
  call: () => Promise<Value>,
  { every, say, attempts }: Patience,
  attempt: number,
): Promise<Value> {
  let waited = 0;
  const which = attempt > 1 ? ` (attempt ${attempt} of ${attempts})` : "";
  const end = every?.(tick, () => {
    waited += tick;
    say?.(`Waiting for the service for ${secondsOf(waited)}${which}`);
  });
  try {
    return await call();
  } finally {
    end?.();
  }
}

/** As in "1.5 s". */
export function secondsOf(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

async function once<Value>(send: () => PromiseLike<unknown>, shape: Shape<Value>): Promise<Value> {
  try {
    return shape(await send());
  } catch (error) {
    throw serviceErrorIn(error);
  }
}

/** The client wraps what its `fetch` throws. Whatever else it throws is about an answer that it could not make sense of. */
function serviceErrorIn(error: unknown): Error {
  if (error instanceof ServiceError) return error;
  if (error instanceof Error && error.cause instanceof ServiceError) return error.cause;
  if (error instanceof Misshapen || error instanceof TypeError || error instanceof SyntaxError)
    return new ServiceError("Unexpected response from the service.", "unknown");
  // It drops the cause of whatever sounds to it like a timeout.
  if (error instanceof APIConnectionTimeoutError)
    return new ServiceError("The service did not respond in time.", "unknown");
  return error instanceof Error ? error : new Error(String(error));
}

/** The client takes a list that is not there for an empty one, so we look at what has come. */
export function bodyOf(page: unknown): Fields {
  return fields(fields(page).body);
}

/** Undefined for what the service says is not there. */
export async function orNone<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && error.isOwn) return undefined;
    throw error;
  }
}
