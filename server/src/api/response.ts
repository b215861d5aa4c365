import { printable } from "../text/printable.ts";
import { isRecord, jsonValue } from "../text/record.ts";
import type { Credential } from "./credential.ts";
import type { Secrets } from "./redaction.ts";
import { type Effect, type Reason, redirected, ServiceError } from "./service-error.ts";

/** Returns a successful response, or throws a `ServiceError` with the reasons that the service gives. */
export function readResponse(
  response: Response,
  text: string,
  url: URL,
  { secrets, credential }: { readonly secrets: Secrets; readonly credential: Credential },
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
  const isOwn = envelope !== undefined;
  const given = inOneLine(reasons, secrets);
  throw new ServiceError(
    refusalText(status, url, given, seconds, credential.source) +
      permissionHint(status, isOwn, given, credential.source),
    effectOf(status),
    status,
    seconds,
    isOwn,
    reasons,
  );
}

/** The client parses every response, including responses whose status means an empty body. */
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
  const value = jsonValue(text);
  if (!isRecord(value) || !("success" in value)) return undefined;
  return { success: value.success, errors: value.errors };
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

/** A quota is refused with the same status, and says so. A proxy does not know the credential's permissions. */
function permissionHint(status: number, isOwn: boolean, reasons: string, source: string): string {
  const mayLack = status === 403 && isOwn && /^$|authenti|authori|permission/i.test(reasons);
  return mayLack ? ` The credential may lack a permission: ${source}.` : "";
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
