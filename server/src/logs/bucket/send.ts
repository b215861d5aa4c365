import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { printable } from "../../text/printable.ts";
import { ProxyError, type TunnelProxy, tunnel } from "../../workspace/proxy.ts";
import { Stopped } from "../sink.ts";
import type { Access } from "./access.ts";
import { BucketError } from "./bucket-error.ts";
import { type BucketRequest, signed } from "./signing.ts";

export type Answer = IncomingMessage;

/** Whether nothing more is needed. Asked again and again while a request is waiting. */
export type IsStopped = () => boolean;

const options = { keepAlive: true, maxSockets: 64 };
const agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };

/** Connections through a proxy, by its URL. They are used again, too. */
const throughProxy = new Map<string, ProxyAgent>();

class ProxyAgent extends HttpsAgent {
  constructor(private readonly proxy: TunnelProxy) {
    super(options);
  }

  override createConnection(
    asked: RequestOptions,
    created: (error: Error | null, socket: Duplex) => void = () => {},
  ): undefined {
    const hostname = asked.host ?? "";
    tunnel(this.proxy, { hostname, port: asked.port ?? 443 }).then(
      (socket) => created(null, connect({ socket, servername: hostname })),
      // Without a socket if it failed, whatever the type says.
      (error: Error) => created(error, undefined as never),
    );
  }
}

function agentFor({ proxy }: Access, { protocol }: URL) {
  if (protocol === "http:") return agents["http:"];
  if (!proxy) return agents["https:"];
  const agent = throughProxy.get(proxy.href) ?? new ProxyAgent(proxy);
  throughProxy.set(proxy.href, agent);
  return agent;
}

/** The time without any data after which a connection is given up. */
const longestWait = 60_000;
const attempts = 4;
const firstDelay = 200;

/** After so many requests in a row that no answer came to, a host is not asked for a moment: the rest of a bucket would wait as long. */
const mostFailures = 16;
const moment = 5_000;
const failing = new Map<string, { count: number; at: number; problem: BucketError }>();

/** How often a host that is asked too much has to say so, without any other answer, until it is not asked any more. */
const mostPauses = 5;
/** How often one request is sent to such a host. */
const throttledAttempts = 20;

/** A host that is asked too much: until when nothing is sent to it, and how often it has said so since its last other answer. */
interface Throttled {
  until: number;
  pauses: number;
}

const throttled = new Map<string, Throttled>();

/** All requests to the host wait, longer each time. Returns whether it may be asked again. */
function slowDown(origin: string): boolean {
  const now = Date.now();
  const host = throttled.get(origin) ?? { until: 0, pauses: 0 };
  throttled.set(origin, host);
  // Requests that were sent before the pause began say nothing new.
  if (now >= host.until) {
    host.until = now + firstDelay * 2 ** host.pauses;
    host.pauses++;
  }
  return host.pauses < mostPauses;
}

/** Not all at once, so that the host is not asked too much again. */
async function waitFor(origin: string): Promise<void> {
  const { until = 0, pauses = 0 } = throttled.get(origin) ?? {};
  const left = until - Date.now();
  if (left > 0) await sleep(left + Math.random() * firstDelay * 2 ** (pauses - 1));
}

/**
 * Sends a request, several times if that may help. Follows no redirects, so a signature only goes to the host that it was made
 * for. The answer has a successful status.
 */
export async function send(
  access: Access,
  request: BucketRequest,
  isStopped: IsStopped,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    if (isStopped()) throw new Stopped();
    const answer = await answerTo(access, request, isStopped, attempt);
    if (answer) return answer;
  }
}

/** None if another attempt may help. */
async function answerTo(
  access: Access,
  request: BucketRequest,
  isStopped: IsStopped,
  attempt: number,
): Promise<Answer | undefined> {
  const { origin } = access;
  const failed = failing.get(origin);
  if (failed && failed.count >= mostFailures && Date.now() - failed.at < moment)
    throw failed.problem;
  await waitFor(origin);
  const answer = await sendOnce(access, request, isStopped).catch((error: unknown) => {
    if (error instanceof Stopped || isStopped()) throw new Stopped();
    return networkProblem(error, access);
  });
  if (answer instanceof BucketError) {
    if (attempt === attempts) throw giveUp(origin, answer, (failing.get(origin)?.count ?? 0) + 1);
    await sleep(firstDelay * 2 ** (attempt - 1));
    return undefined;
  }
  failing.delete(origin);
  const { statusCode: status = 0 } = answer;
  const isTooMuch = status === 503 || status === 429;
  if (!isTooMuch) throttled.delete(origin);
  if (status >= 200 && status < 300) return answer;
  const problem = await problemOf(access, request, answer);
  if (isTooMuch) {
    if (!slowDown(origin)) throw giveUp(origin, problem, mostFailures);
    if (attempt === throttledAttempts) throw problem;
    return undefined;
  }
  if (attempt === attempts || status < 500) throw problem;
  await sleep(firstDelay * 2 ** (attempt - 1));
  return undefined;
}

function giveUp(origin: string, problem: BucketError, count: number): BucketError {
  failing.set(origin, { count, at: Date.now(), problem });
  return problem;
}

function sendOnce(access: Access, request: BucketRequest, isStopped: IsStopped): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { url, headers } = signed(access, request, new Date());
    const sent = (url.protocol === "http:" ? httpRequest : httpsRequest)(url, {
      agent: agentFor(access, url),
      timeout: longestWait,
    });
    // Node prints request options in debug mode, so they must not contain secrets.
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    sent.setHeader("user-agent", "weir");
    const watch = setInterval(() => {
      if (isStopped()) sent.destroy(new Stopped());
    }, 50).unref();
    sent.on("close", () => clearInterval(watch));
    sent.on("timeout", () => sent.destroy(new Error("stalled")));
    sent.on("error", reject);
    sent.on("response", resolve);
    sent.end();
  });
}

const mostProblemBytes = 64 * 1024;

export async function textOf(answer: Answer, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new BucketError("The answer is larger than expected.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function problemOf(
  access: Access,
  { key }: BucketRequest,
  answer: Answer,
): Promise<BucketError> {
  const { statusCode: status = 0, headers } = answer;
  const text = await textOf(answer, mostProblemBytes).catch(() => "");
  const inText = (name: string) => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1];
  const code = inText("Code") ?? "";
  const region = headers["x-amz-bucket-region"] ?? inText("Region");
  const isElsewhere = status === 301 || code === "AuthorizationHeaderMalformed";
  const elsewhere = isElsewhere && typeof region === "string" ? region : undefined;
  const words = wordsFor(code, access, key);
  const said = inText("Message") ?? inText("Details") ?? "";
  const more = [code, said].filter((it) => it !== "").join(": ");
  const { host } = new URL(access.origin);
  const whole = `'${host}' answered with ${status}${more === "" ? "" : ` (${printable(more)})`}.`;
  return new BucketError(words ?? whole, elsewhere);
}

function wordsFor(code: string, { origin, bucket, keys }: Access, key: string): string | undefined {
  const { host } = new URL(origin);
  switch (code) {
    case "InvalidAccessKeyId":
    case "Unauthorized":
      return `'${host}' does not know the access key.`;
    case "SignatureDoesNotMatch":
      return `'${host}' does not accept the signature. Check the secret access key.`;
    case "ExpiredToken":
    case "TokenRefreshRequired":
      return "The session token has expired. Sign in again, or set new credentials.";
    case "InvalidToken":
      return keys.token === undefined
        ? `The keys are temporary, but their session token is not sent to '${host}'.`
        : "The session token does not belong to the access key.";
    case "RequestTimeTooSkewed":
      return "The clock of this computer differs too much from the bucket's clock.";
    case "NoSuchBucket":
      return `There is no bucket '${bucket}' at '${host}'.`;
    case "NoSuchKey":
      return "The object no longer exists.";
    case "PreconditionFailed":
      return "The object was replaced while it was read.";
    case "AccessDenied":
      return key === ""
        ? `Access denied. The credentials may not list the bucket '${bucket}'.`
        : "Access denied. The credentials may not read the object.";
    default:
      return undefined;
  }
}

function networkProblem(error: unknown, { origin }: Access): BucketError {
  if (error instanceof ProxyError) return new BucketError(error.message);
  const { host } = new URL(origin);
  const { code, message } = error as NodeJS.ErrnoException;
  if (message === "stalled") return new BucketError(`'${host}' does not respond.`);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new BucketError(`The host '${host}' was not found.`);
  if (/CERT|SELF_SIGNED|ALTNAME/.test(code ?? ""))
    return new BucketError(`The certificate of '${host}' is not trusted (${code}).`);
  return new BucketError(`'${host}' cannot be reached${code ? ` (${code})` : ""}.`);
}
