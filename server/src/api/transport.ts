import { isSafe } from "../workspace/config/address.ts";
import { plainText, secondsOf } from "./calls.ts";
import type { Credential } from "./credential.ts";
import { networkError } from "./network-error.ts";
import type { Secrets } from "./redaction.ts";
import { readResponse } from "./response.ts";
import { type Effect, ServiceError, ServiceTimeoutError } from "./service-error.ts";

export interface TransportOptions {
  readonly credential: Credential;
  readonly secrets: Secrets;
  /** Sends the request. */
  readonly fetch: typeof fetch;
  /** Milliseconds before a call times out, including its body, and before a stalled body does. */
  readonly limits: { readonly whole: number; readonly idle: number };
  /** Aborts after the given number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  /** Advice for the user when the service does not answer. */
  readonly advice: string;
  /** Aborts calls whose result is no longer needed. */
  readonly stop?: ((isRead: boolean) => AbortSignal | undefined) | undefined;
}

const json = { "content-type": "application/json" } as const;
const maxBytes = 64 * 1024 * 1024;

/**
 * `fetch` for one credential, and the only place that sends it. Requests go only to the credential's origin, follow no
 * redirects and carry no information about this machine. Returns a successful response or throws a `ServiceError`.
 */
export function transport(options: TransportOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const credential = options.credential.headersFor(url);
    if (!credential || !isSafe(url)) throw new ServiceError(wrongOrigin(url, options), "none");
    const method = init.method ?? "GET";
    const isRead = method.toUpperCase() === "GET";
    const stop = options.stop?.(isRead);
    if (stop?.aborted) throw canceled("none");
    const whole = options.deadline(options.limits.whole);
    const signals = [whole, init.signal, stop].filter((it) => it instanceof AbortSignal);
    const signal = AbortSignal.any(signals);
    const request: RequestInit = {
      method,
      // The caller's headers are dropped: libraries add values from the environment and details of the machine.
      headers: {
        accept: "application/json",
        "user-agent": "weir",
        ...contentType(init),
        ...credential,
      },
      ...(init.body ? { body: init.body } : undefined),
      redirect: "manual",
      signal,
    };
    let response: Response;
    let text: string;
    try {
      response = await options.fetch(url, request);
      text = await readText(response, [signal], options);
    } catch (error) {
      if (stop?.aborted || init.signal?.aborted) throw canceled(isRead ? "none" : "unknown");
      throw lateError(error, whole, url, options) ?? networkError(error, url);
    }
    return readResponse(response, text, url, options);
  };
}

function contentType({ body, headers }: RequestInit): Record<string, string> {
  if (!body) return {};
  return headers === plainText ? plainText : json;
}

function lateError(error: unknown, whole: AbortSignal, { host }: URL, options: TransportOptions) {
  const late = (what: string, limit: number) =>
    new ServiceTimeoutError(`'${host}' ${what} ${secondsOf(limit)}. ${options.advice}`, "unknown");
  if (error instanceof Stalled)
    return late("stalled in the middle of its response for", options.limits.idle);
  return whole.aborted ? late("did not respond within", options.limits.whole) : undefined;
}

function canceled(effect: Effect): ServiceError {
  return new ServiceError("Canceled.", effect);
}

function wrongOrigin(url: URL, { credential }: TransportOptions): string {
  return `The credential belongs to '${credential.origin}' and is not sent to '${url.origin}'.`;
}

/** The body has stalled. */
class Stalled extends Error {}

async function readText(
  response: Response,
  signals: readonly AbortSignal[],
  { deadline, limits }: TransportOptions,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const idle = deadline(limits.idle);
      const next = await unlessAborted(reader?.read(), [...signals, idle], idle);
      if (!next || next.done) return text + decoder.decode();
      size += next.value.length;
      if (size > maxBytes) throw tooLarge();
      text += decoder.decode(next.value, { stream: true });
    }
  } catch (error) {
    reader?.cancel().catch(() => {});
    throw error;
  }
}

function tooLarge(): ServiceError {
  const limit = `${maxBytes / 1024 / 1024} MB`;
  return new ServiceError(`The response is larger than ${limit} and was not read.`, "unknown");
}

/** Some bodies are not aborted together with their request. */
async function unlessAborted<Value>(
  work: Promise<Value> | undefined,
  signals: readonly AbortSignal[],
  idle: AbortSignal,
): Promise<Value | undefined> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(idle.aborted ? new Stalled() : new Error("aborted"));
    for (const it of signals) {
      if (it.aborted) end();
      it.addEventListener("abort", end, { once: true, signal: settled.signal });
    }
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}
