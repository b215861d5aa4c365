import type { Address } from "../workspace/config/address.ts";
import { callsOf, createSdk, type Patience } from "./calls.ts";
import type { Credential } from "./credential.ts";
import { type Filters, filtersOf } from "./filters.ts";
import { type Jobs, jobsOf } from "./jobs.ts";
import { type Rules, rulesOf } from "./rules.ts";
import { type Rulesets, rulesetsOf } from "./rulesets.ts";
import { Secrets } from "./secrets.ts";
import * as shapes from "./shapes.ts";
import { type SignIn, signInOf } from "./sign-in.ts";
import { transport } from "./transport.ts";
import { zoneLists } from "./zone-lists.ts";

/** The service, as the few calls that we make in one run, in which every list is read once. Each call throws a `ServiceError` when it does not go well. */
export interface Service {
  readonly jobs: Jobs;
  readonly filters: Filters;
  readonly rules: Rules;
  readonly rulesets: Rulesets;
  readonly signIn: SignIn;
  zoneName(zone: string): Promise<string>;
  /** Somebody else has changed something: every list is read anew from now on. */
  forget(): void;
  /** What no message about this service may show. */
  readonly secrets: Secrets;
}

export interface ServiceOptions {
  readonly address: Address;
  readonly credential: Credential;
  readonly fetch: typeof fetch;
  readonly patience?: Patience;
  /** Milliseconds that are waited for one answer. */
  readonly timeout?: number | undefined;
  /** What to do about a service that does not answer. */
  readonly advice?: string;
  readonly deadline?: (milliseconds: number) => AbortSignal;
  /** Told what is waited for. */
  readonly say?: ((text: string) => void) | undefined;
  readonly stop?: Stopping | undefined;
}

/** Lets somebody cancel. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** What ends calls that change nothing. */
  reading(): AbortSignal | undefined;
  /** What ends all others, a moment later. */
  readonly everything: AbortSignal;
}

const usualAttempts = 3;
const usualTime = 60_000;
const longestSilence = 20_000;

export function createService(options: ServiceOptions): Service {
  const { address, credential, fetch, stop } = options;
  const { patience = patienceUntil(stop?.signal, options.say) } = options;
  const { deadline = (it) => AbortSignal.timeout(it), timeout = usualTime } = options;
  const { advice = "Check the connection and try again." } = options;
  const secrets = new Secrets();
  credential.hideIn(secrets);
  const guarded = transport({
    credential,
    secrets,
    fetch,
    deadline,
    advice,
    limits: { whole: timeout, idle: Math.min(timeout, longestSilence) },
    stop: (isRead) => (isRead ? stop?.reading() : undefined) ?? stop?.everything,
  });
  const calls = callsOf(createSdk(address.baseUrl, guarded), patience);
  const lists = zoneLists(calls);
  const jobs = jobsOf(calls);
  const rulesets = rulesetsOf(calls);
  return {
    jobs,
    filters: filtersOf(calls, lists),
    rules: rulesOf(calls, lists),
    rulesets,
    signIn: signInOf(calls, credential.kind),
    zoneName: async (zone_id) =>
      (await calls.read(() => calls.sdk.zones.get({ zone_id }), shapes.zone)).name,
    forget() {
      for (const it of [jobs, rulesets, lists.filters, lists.rules]) it.forget();
    },
    secrets,
  };
}

function patienceUntil(stop: AbortSignal | undefined, say: ServiceOptions["say"]): Patience {
  return {
    attempts: usualAttempts,
    sleep: (it) => rest(it, stop),
    every(milliseconds, run) {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
    say,
    isOver: () => stop?.aborted === true,
  };
}

/** Between two tries. Whoever cancels need not wait for the next one, which finds out. */
function rest(milliseconds: number, stop: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    stop?.addEventListener("abort", end, { once: true });
    if (stop?.aborted) end();
    function end() {
      clearTimeout(timer);
      stop?.removeEventListener("abort", end);
      resolve();
    }
  });
}
