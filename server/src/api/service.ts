import type { Address } from "../workspace/config/address.ts";
import { type Calls, callsOf, type Guard, type Patience, pathOf } from "./calls.ts";
import { configurationOf, type ReadConfiguration } from "./configuration.ts";
import type { Credential } from "./credential.ts";
import { type Jobs, jobsOf } from "./jobs.ts";
import { type LogExplorer, logExplorerOf, type Received, receivedOf } from "./received.ts";
import { Secrets } from "./redaction.ts";
import { type RequestTracer, requestTracerOf } from "./request-tracer.ts";
import { type Rulesets, rulesetsOf } from "./rulesets.ts";
import * as shapes from "./shapes.ts";
import { type SignIn, signInOf } from "./sign-in.ts";
import { transport } from "./transport.ts";
import { type ZoneResources, zoneResourcesOf } from "./zone-resources.ts";

/** The resources that a push can change, with cached lists. */
interface Resources extends ZoneResources {
  readonly jobs: Jobs;
  readonly rulesets: Rulesets;
  /** Clears all caches, for changes made by others. */
  forget(): void;
}

/** The service's API for one run. Each call throws a `ServiceError` when it fails. */
export interface Service extends Resources {
  readonly signIn: SignIn;
  zoneName(zone: string): Promise<string>;
  readonly received: Received;
  readonly logExplorer: LogExplorer;
  /** Everything that decides about requests to a zone. Not cached. */
  readonly configuration: ReadConfiguration;
  readonly requestTracer: RequestTracer;
  /** Secrets to redact from messages about this service. */
  readonly secrets: Secrets;
  /** Sends only the requests that the guard lets pass, while it runs. */
  guarded<Value>(guard: Guard, run: () => Promise<Value>): Promise<Value>;
}

export interface ServiceOptions {
  readonly address: Address;
  readonly credential: Credential;
  readonly fetch: typeof fetch;
  readonly patience?: Patience;
  /** Milliseconds before a call times out. */
  readonly timeout?: number | undefined;
  /** Advice for the user when the service does not answer. */
  readonly advice?: string;
  readonly deadline?: (milliseconds: number) => AbortSignal;
  /** Called with a description of what the run is waiting for. */
  readonly say?: ((text: string) => void) | undefined;
  readonly stop?: Cancellation | undefined;
}

/** Cancellation by the user. */
export interface Cancellation {
  readonly signal: AbortSignal;
  /** Aborts read-only calls. */
  reading(): AbortSignal | undefined;
  /** Aborts all other calls, slightly later. */
  readonly everything: AbortSignal;
}

const defaultAttempts = 3;
const defaultTimeout = 60_000;
const idleTimeout = 20_000;

export function createService(options: ServiceOptions): Service {
  const { address, credential, fetch, stop } = options;
  const { patience = patienceUntil(stop?.signal, options.say) } = options;
  const { deadline = (it) => AbortSignal.timeout(it), timeout = defaultTimeout } = options;
  const { advice = "Check the connection and try again." } = options;
  const secrets = new Secrets();
  credential.hideIn(secrets);
  const guarded = transport({
    credential,
    secrets,
    fetch,
    deadline,
    advice,
    limits: { whole: timeout, idle: Math.min(timeout, idleTimeout) },
    stop: (isRead) => (isRead ? stop?.reading() : undefined) ?? stop?.everything,
  });
  let guard: Guard | undefined;
  const { read, write } = callsOf(address.baseUrl, guarded, patience);
  const calls: Calls = {
    read,
    async write(request, decode) {
      const done = guard?.check(request);
      return write(request, (result) => {
        done?.(result);
        return decode(result);
      });
    },
  };
  const resources = resourcesOf(calls);
  return {
    ...resources,
    signIn: signInOf(calls, credential.kind),
    zoneName: async (zone) => (await calls.read(pathOf("zones", zone), shapes.zone)).name,
    logExplorer: logExplorerOf(calls),
    received: receivedOf({ address, credential, fetch, secrets }),
    configuration: configurationOf(calls, resources),
    requestTracer: requestTracerOf(calls),
    secrets,
    async guarded(whole, run) {
      guard = whole;
      try {
        return await run();
      } finally {
        guard = undefined;
      }
    },
  };
}

export function resourcesOf(calls: Calls): Resources {
  const ofZones = zoneResourcesOf(calls);
  const jobs = jobsOf(calls);
  const rulesets = rulesetsOf(calls);
  return {
    ...ofZones,
    jobs,
    rulesets,
    forget() {
      for (const it of [jobs, rulesets, ofZones]) it.forget();
    },
  };
}

function patienceUntil(stop: AbortSignal | undefined, say: ServiceOptions["say"]): Patience {
  return {
    attempts: defaultAttempts,
    sleep: (it) => delay(it, stop),
    every(milliseconds, run) {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
    say,
    isOver: () => stop?.aborted === true,
  };
}

/** The delay between attempts. Canceling ends it early; the next attempt then fails. */
function delay(milliseconds: number, stop: AbortSignal | undefined): Promise<void> {
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
