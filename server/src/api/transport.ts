import { printable } from "../text/printable.ts";
import { isLoopback, isSafe } from "../workspace/config/address.ts";
import { secondsOf } from "./calls.ts";
import type { Credential } from "./credential.ts";
import { ProxyError } from "./proxy.ts";
import type { Secrets } from "./secrets.ts";
import { type Effect, type Reason, redirected, ServiceError, TimedOut } from "./service-error.ts";

export interface TransportOptions {
  readonly credential: Credential;
  readonly secrets: Secrets;
  /** What carries the request. */
  readonly fetch: typeof fetch;
  /** Milliseconds that a call may take, its body included, and for which nothing of a body need come. */
  readonly limits: { readonly whole: number; readonly idle: number };
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  /** What to do about a service that does not answer. */
  readonly advice: string;
  /** Ends a call because nobody wants its answer any more. */
  readonly stop?: ((isRead: boolean) => AbortSignal | undefined) | undefined;
}

const mostBytes = 64 * 1024 * 1024;

/**
 * `fetch` for one credential, and the only place that sends it. It goes to the credential's own origin, follows no redirect,
 * and adds nothing about this machine. What comes back is a good answer, or else a `ServiceError` is thrown.
 */
export function transport(options: TransportOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const credential = options.credential.headersFor(url);
    if (!credential || !isSafe(url)) throw new ServiceError(notItsOwn(url, options), "none");
    const method = init.method ?? "GET";
    const isRead = method.toUpperCase() === "GET";
    const stop = options.stop?.(isRead);
    if (stop?.aborted) throw cancelled("none");
    const whole = options.deadline(options.limits.whole);
    const signals = [whole, init.signal, stop].filter((it) => it instanceof AbortSignal);
    const request: RequestInit = {
      method,
      // Not the caller's headers: libraries add the environment's, and facts about the machine.
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
      new TimedOut(`'${url.host}' ${what} ${secondsOf(limit)}. ${options.advice}`, "unknown");
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
      throw lost(error, url);
    }
    return judge(response, text, url, options);
  };
}

function cancelled(effect: Effect): ServiceError {
  return new ServiceError("Canceled.", effect);
}

function notItsOwn(url: URL, { credential }: TransportOptions): string {
  return `The credential belongs to '${credential.origin}' and is not sent to '${url.origin}'.`;
}

/** Nothing of a body has come for too long. */
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
      if (size > mostBytes) throw tooLarge();
      text += decoder.decode(next.value, { stream: true });
    }
  } catch (error) {
    reader?.cancel().catch(() => {});
    throw error;
  }
}

function tooLarge(): ServiceError {
  const limit = `${mostBytes / 1024 / 1024} MB`;
  return new ServiceError(`The response is larger than ${limit} and was not read.`, "unknown");
}

/** Some bodies do not end with the request that they belong to. */
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

/** Before these, nothing of the request has reached anyone. */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_PROXY|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/;

function lost(error: unknown, url: URL): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ProxyError)
    return new ServiceError(`'${url.host}' cannot be reached. ${error.message}`, "none");
  const code = codeOf(error);
  const effect: Effect = code !== undefined && neverSent.test(code) ? "none" : "unknown";
  const why = code === undefined ? "" : ` (${code})`;
  const isTimeout = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
  if (isTimeout) return new TimedOut(`'${url.host}' did not respond in time.`, "unknown");
  const what = effect === "none" ? "cannot be reached" : "closed the connection without a response";
  const isEmulator = code === "ECONNREFUSED" && isLoopback(url);
  const advice = isEmulator
    ? " Nothing is listening there. Run 'weir emulator' to start the emulator."
    : "";
  return new ServiceError(`'${url.host}' ${what}${why}.${advice}`, effect);
}

/** The system's own word for it. Messages are left out, as they may repeat what was sent. */
function codeOf(error: unknown): string | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) {
    const { code } = it as NodeJS.ErrnoException;
    if (typeof code === "string" && /^[A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}

function judge(
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
  if (status === 204) return answer(nothing);
  const envelope = readEnvelope(text);
  if (status < 300 && envelope?.success === true) return answer(text);
  if (status < 300 && envelope === undefined)
    throw new ServiceError(`Cannot parse the response from '${url.host}'.`, "unknown", status);
  const seconds = secondsIn(response.headers.get("retry-after"));
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

/** The client looks into every answer, also into one that says with its status that it is empty. */
const nothing = JSON.stringify({ result: null, success: true });

function answer(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

/** A refusal leaves everything as it was. A server that fails, has waited too long for us, or contradicts itself may have begun. */
function effectOf(status: number): Effect {
  return status >= 500 || status === 408 || status < 300 ? "unknown" : "none";
}

/** A number of seconds, or a date. */
function secondsIn(retryAfter: string | null): number | undefined {
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

const mostReasons = 5;
const longestReason = 400;
/** An expression has up to 4,096 characters, and the service repeats it above its carets. */
const longestText = 16_384;

/** The service's own words, without secrets. */
function reasonsOf(errors: unknown, secrets: Secrets): Reason[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, mostReasons).flatMap((it): Reason[] => {
    if (typeof it?.message !== "string") return [];
    const pointer: unknown = it.source?.pointer;
    const message = secrets.hide(it.message).slice(0, longestText);
    return [{ message, ...(typeof pointer === "string" ? { pointer } : undefined) }];
  });
}

/** Without what a terminal would obey. A secret may have had line breaks in it, so it is looked for once more. */
function inOneLine(reasons: readonly Reason[], secrets: Secrets): string {
  return reasons
    .map((it) => secrets.hide(printable(it.message)).slice(0, longestReason).trim())
    .filter((it) => it !== "")
    .map((it) => (/[.!?…]$/.test(it) ? it : `${it}.`))
    .join(" ");
}
