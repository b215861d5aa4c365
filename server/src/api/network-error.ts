import { isLoopback } from "../workspace/config/address.ts";
import { ProxyError } from "../workspace/proxy.ts";
import {
  type Effect,
  NoEmulatorError,
  ServiceError,
  ServiceTimeoutError,
} from "./service-error.ts";

/** Errors that occur before any part of the request is delivered. */
const notDelivered =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_PROXY|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/;

const trust =
  "If you trust who issued it, such as your company, set 'NODE_EXTRA_CA_CERTS' to a file with its root certificate.";

/** Error codes, with their meaning and advice. The first match counts. */
const meanings: readonly (readonly [codes: RegExp, what: string, advice: string])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED/, "has a self-signed certificate, which is not trusted", trust],
  [
    /^SELF_SIGNED|^UNABLE_TO_(GET|VERIFY)|^CERT_UNTRUSTED|^INVALID_CA/,
    "has a certificate from an issuer that is not trusted",
    trust,
  ],
  [
    /^CERT_HAS_EXPIRED/,
    "has a certificate that has expired",
    "Check the date of this computer, or have the certificate renewed.",
  ],
  [
    /^CERT_NOT_YET_VALID/,
    "has a certificate that is not valid yet",
    "Check the date of this computer.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME|^HOSTNAME_MISMATCH/,
    "has a certificate for another host name",
    "Check 'baseUrl' in 'weir.json', and whether something on the way answers instead of it.",
  ],
  [
    /^CERT_|^INVALID_PURPOSE|^PATH_LENGTH|^UNABLE_TO_/,
    "has an invalid certificate",
    "Check 'baseUrl' in 'weir.json', and whether something on the way answers instead of it.",
  ],
  [
    /^ERR_SSL_WRONG_VERSION|^ERR_SSL_PACKET_LENGTH|^EPROTO|^ERR_SSL_HTTP/,
    "does not speak HTTPS on this port",
    "Check 'baseUrl' in 'weir.json'.",
  ],
  [
    /^ERR_(SSL|TLS)_/,
    "refused a secure connection",
    "Check whether something on the way interferes.",
  ],
  [
    /^ENOTFOUND/,
    "cannot be reached: there is no host of that name",
    "Check 'baseUrl' in 'weir.json', and the connection.",
  ],
  [/^EAI_/, "cannot be reached: its name could not be looked up", "Check the connection."],
  [
    /^ECONNREFUSED/,
    "cannot be reached: nothing is listening there",
    "Check 'baseUrl' in 'weir.json'.",
  ],
  [
    /^E(HOST|NET)UNREACH|^UND_ERR_CONNECT_TIMEOUT|^ETIMEDOUT/,
    "cannot be reached",
    "Check the connection. Behind a proxy, set 'HTTPS_PROXY'.",
  ],
];

/** An error of the connection as an error that names the problem and the advice. */
export function networkError(error: unknown, url: URL): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ProxyError) return proxyFailure(error, url);
  const code = errorCode(error);
  const effect: Effect = code !== undefined && notDelivered.test(code) ? "none" : "unknown";
  const isTimeout = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
  if (isTimeout)
    return new ServiceTimeoutError(`'${url.host}' did not respond in time.`, "unknown");
  const { what, advice, isEmulator } = meaningOf(code, url);
  const why = code === undefined ? "" : ` (${code})`;
  const said = `'${url.host}' ${what}${why}.`;
  if (isEmulator)
    return new NoEmulatorError(said + advice, `${said} Start the emulator, then try again.`);
  return new ServiceError(said + advice, effect);
}

function proxyFailure(error: ProxyError, url: URL): ServiceError {
  const code = errorCode(error.cause);
  const { what, advice } = meaningOf(code, url);
  const why = code === undefined ? "" : ` It ${what} (${code}).`;
  // The address of the proxy is not in 'weir.json'.
  const more = advice.includes("weir.json") ? "" : advice;
  return new ServiceError(
    `'${url.host}' cannot be reached. ${error.message}${why}${why && more}`,
    "none",
  );
}

function meaningOf(code: string | undefined, url: URL) {
  const known = meanings.find(([codes]) => code !== undefined && codes.test(code));
  if (!known) return { what: "closed the connection without a response", advice: "" };
  const [, what, advice] = known;
  const isEmulator = code === "ECONNREFUSED" && isLoopback(url);
  const shown = isEmulator ? "Run 'weir emulator' to start the emulator." : advice;
  return { what, advice: ` ${shown}`, isEmulator };
}

/** The system's error code. Messages are omitted because they may repeat the request. */
export function errorCode(error: unknown): string | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = causeOf(it), depth++) {
    const { code } = it as NodeJS.ErrnoException;
    if (typeof code === "string" && /^[A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}

/** A host with several addresses has an error for each. */
function causeOf(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
}
