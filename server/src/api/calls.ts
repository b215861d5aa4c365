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
  /** Is sent once. */
  write<Value>(send: () => PromiseLike<unknown>, shape: Shape<Value>): Promise<Value>;
}

export interface Patience {
  /** How often a reading call is sent at most. */
  readonly attempts: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const longestPause = 30_000;
const shortestPause = 500;

export function callsOf(sdk: Sdk, { attempts, sleep }: Patience): Calls {
  return {
    sdk,
    write: once,
    async read(send, shape) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(send, shape);
        } catch (error) {
          const asked = error instanceof ServiceError && error.passes && attempt < attempts;
          if (!asked) throw error;
          const pause = error.retryAfter === undefined ? 0 : error.retryAfter * 1000;
          await sleep(Math.min(Math.max(pause, shortestPause * 2 ** attempt), longestPause));
        }
      }
    },
  };
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
    return new ServiceError("The answer of the service is not what was asked for.", "unknown");
  // It drops the cause of whatever sounds to it like a timeout.
  if (error instanceof APIConnectionTimeoutError)
    return new ServiceError("The service does not answer in time.", "unknown");
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
