import { printable } from "../text/printable.ts";
import { isLoopback, isSafe } from "../workspace/config/address.ts";
import { secondsOf } from "./calls.ts";
import type { Credential } from "./credential.ts";
import { ProxyError } from "./proxy.ts";
import type { Secrets } from "./redaction.ts";
import {
  type Effect,
  type Reason,
  redirected,
  ServiceError,
  ServiceTimeoutError,
} from "./service-error.ts";

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
    if (stop?.aborted) throw cancelled("none");
    const whole = options.deadline(options.limits.whole);
    const signals = [whole, init.signal, stop].filter((it) => it instanceof AbortSignal);
    const request: RequestInit = {
      method,
      // The caller's headers are dropped: libraries add values from the environment and details of the machine.
      headers: {
        accept: "application/json",
        "user-agent": "weir",
        ...(init.body ? { "content-type": "application/json" } : undefined),
        ...credential,
      },
      ...(init.body ? { body: init.body } : undefined),
      redirect: "manual",
      signal: AbortSignal.any(signals),
    };
    const late = (what: string, limit: number) =>
      new ServiceTimeoutError(
        `'${url.host}' ${what} ${secondsOf(limit)}. ${options.advice}`,
        "unknown",
      );
    let response: Response;
    let text: string;
    try {
      response = await options.fetch(url, request);
      text = await readText(response, [request.signal ?? whole], options);
    } catch (error) {
      if (stop?.aborted) throw cancelled(isRead ? "none" : "unknown");
      if (error instanceof Stalled)
        throw late("stalled in the middle of its response for", options.limits.idle);
      if (whole.aborted) throw late("did not respond within", options.limits.whole);
      throw networkError(error, url);
    }
    return checkResponse(response, text, url, options);
  };
}

function cancelled(effect: Effect): ServiceError {
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

/** Errors that occur before any part of the request is delivered. */
const notDelivered =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_PROXY|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/;

function networkError(error: unknown, url: URL): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ProxyError)
    return new ServiceError(`'${url.host}' cannot be reached. ${error.message}`, "none");
  const code = errorCode(error);
  const effect: Effect = code !== undefined && notDelivered.test(code) ? "none" : "unknown";
  const why = code === undefined ? "" : ` (${code})`;
  const isTimeout = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
  if (isTimeout)
    return new ServiceTimeoutError(`'${url.host}' did not respond in time.`, "unknown");
  const what = effect === "none" ? "cannot be reached" : "closed the connection without a response";
  const isEmulator = code === "ECONNREFUSED" && isLoopback(url);
  const advice = isEmulator
    ? " Nothing is listening there. Run 'weir emulator' to start the emulator."
    : "";
  return new ServiceError(`'${url.host}' ${what}${why}.${advice}`, effect);
}

/** The system's error code. Messages are omitted because they may repeat the request. */
function errorCode(error: unknown): string | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) {
    const { code } = it as NodeJS.ErrnoException;
    if (typeof code === "string" && /^[A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}

function checkResponse(
  response: Response,
  text: string,
  url: URL,
  { secrets, credential }: Pick<TransportOptions, "secrets" | "credential">,
): Response {
  const { status } = response;
  if (status >= 300 && status < 400) {
    const message = `'${url.host}' redirected the request (${status}). Credentials are not sent to another address.`;
    throw new ServiceError(`${message} Check the profile's address.`, "unknown", redirected);
  }
  if (status === 204) return answer(emptyResult);
  const envelope = readEnvelope(text);
  if (status < 300 && envelope?.success === true) return answer(text);
  if (status < 300 && envelope === undefined)
    throw new ServiceError(`Cannot parse the response from '${url.host}'.`, "unknown", status);
  const seconds = parseRetryAfter(response.headers.get("retry-after"));
  const reasons = envelope ? reasonsOf(envelope.errors, secrets) : [];
  throw new ServiceError(
    refusalText(status, url, inOneLine(reasons, secrets), seconds, credential.source),
    effectOf(status),
    status,
    seconds,
    envelope !== undefined,
    reasons,
  );
}

/** The client parses every response, including those whose status means an empty body. */
const emptyResult = JSON.stringify({ result: null, success: true });

function answer(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

/** A rejected request changes nothing. After a server error, a timeout or a contradictory response, it may have been executed. */
function effectOf(status: number): Effect {
  return status >= 500 || status === 408 || status < 300 ? "unknown" : "none";
}

/** Seconds or an HTTP date. */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const written = Number(retryAfter);
  const seconds = Number.isNaN(written) ? (Date.parse(retryAfter) - Date.now()) / 1000 : written;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function readEnvelope(text: string): { success: unknown; errors: unknown } | undefined {
  try {
    const value = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("success" in value)) return undefined;
    return { success: value.success, errors: value.errors };
  } catch {
    return undefined;
  }
}

function refusalText(
  status: number,
  url: URL,
  reasons: string,
  seconds: number | undefined,
  source: string,
): string {
  const why = reasons === "" ? "" : ` ${reasons}`;
  const wait = seconds === undefined ? "Wait a moment" : `Wait ${seconds} s`;
  if (status === 429) return `Rate limited by '${url.host}' (429). ${wait}.`;
  if (status === 401) return `'${url.host}' rejected the credential (401): ${source}.${why}`;
  if (status < 300) return `'${url.host}' answered ${status}, but reported a failure.${why}`;
  if (status >= 500) return `'${url.host}' failed (${status}).${why}`;
  return `'${url.host}' rejected the request (${status}).${why}`;
}

const maxReasons = 5;
const maxReasonLength = 400;
/** An expression has up to 4,096 characters, and the service repeats it above its carets. */
const maxMessageLength = 16_384;

/** The service's own message, with secrets redacted. */
function reasonsOf(errors: unknown, secrets: Secrets): Reason[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, maxReasons).flatMap((it): Reason[] => {
    if (typeof it?.message !== "string") return [];
    const pointer: unknown = it.source?.pointer;
    const message = secrets.hide(it.message).slice(0, maxMessageLength);
    return [{ message, ...(typeof pointer === "string" ? { pointer } : undefined) }];
  });
}

/** Removes control characters. Redacts again, because a secret may have contained line breaks. */
function inOneLine(reasons: readonly Reason[], secrets: Secrets): string {
  return reasons
    .map((it) => secrets.hide(printable(it.message)).slice(0, maxReasonLength).trim())
    .filter((it) => it !== "")
    .map((it) => (/[.!?…]$/.test(it) ? it : `${it}.`))
    .join(" ");
}
