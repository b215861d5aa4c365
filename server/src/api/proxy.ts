import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { isLoopback } from "../workspace/config/address.ts";
import type { Environment } from "./credential.ts";

/**
 * `fetch` with support for `HTTPS_PROXY` and `NO_PROXY`, which Node 20 lacks. The proxy sees only host and port; the
 * tunnel is encrypted end to end. Custom certificates come from `NODE_EXTRA_CA_CERTS`.
 */
export function fetchBehindProxy(env: Environment): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = proxyFor(url, env);
    if (!proxy) return fetch(input, init);
    // Without user name and password.
    const name = `The proxy '${proxy.host}' in '${variableIn(env)}'`;
    return fetchThrough({ url: proxy, name }, url, init ?? {});
  };
}

/** Undefined for a direct connection: loopback addresses and hosts in `NO_PROXY`. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const written = (env.HTTPS_PROXY || env.https_proxy)?.trim();
  if (!written || url.protocol !== "https:" || isLoopback(url)) return undefined;
  if (isExcluded(url, env.NO_PROXY || env.no_proxy || "")) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(full) || !/^https?:$/.test(new URL(full).protocol))
    throw proxyError(`'${variableIn(env)}' must be an http or https URL.`);
  return new URL(full);
}

function variableIn(env: Environment): "HTTPS_PROXY" | "https_proxy" {
  return env.HTTPS_PROXY ? "HTTPS_PROXY" : "https_proxy";
}

interface Proxy {
  readonly url: URL;
  /** Capitalized, for the start of a sentence. */
  readonly name: string;
}

/** `example.com` and `.example.com` include subdomains; a port restricts the match; `*` matches every host. */
function isExcluded({ hostname, port }: URL, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((it) => it !== "")
    .some((it) => {
      const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(it.toLowerCase()) ?? [];
      if (only !== undefined && only !== (port || "443")) return false;
      const bare = name.replace(/^\*?\./, "");
      return bare === "*" || hostname === bare || hostname.endsWith(`.${bare}`);
    });
}

/** The message is shown to the user and contains no password. */
export class ProxyError extends Error {
  readonly code = "ERR_PROXY";
}

function proxyError(message: string, cause?: Error): Error {
  return new ProxyError(message, { cause });
}

async function fetchThrough(proxy: Proxy, url: URL, init: RequestInit): Promise<Response> {
  const signal = init.signal ?? undefined;
  signal?.throwIfAborted();
  const socket = await tunnel(proxy, url, signal);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, {
      method: init.method ?? "GET",
      agent: false,
      // Not a documented request option; it is passed on to the connection.
      ...{ socket, servername: url.hostname },
      ...(signal ? { signal } : undefined),
    });
    // Node prints request options in debug mode, so they must not contain secrets.
    for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value);
    request.on("error", reject);
    request.on("response", (answer) => {
      const { statusCode: status = 0 } = answer;
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers))
        for (const it of [value ?? []].flat()) headers.append(name, it);
      const bodiless = status === 204 || status === 304;
      if (bodiless) answer.resume();
      const body = bodiless ? null : (Readable.toWeb(answer) as ReadableStream);
      resolve(new Response(body, { status, headers }));
    });
    request.end(typeof init.body === "string" ? init.body : undefined);
  });
}

/** Opens a tunnel to the host with CONNECT. */
function tunnel(
  { url: proxy, name }: Proxy,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const target = `${url.hostname}:${url.port || 443}`;
  const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const options = {
    method: "CONNECT",
    hostname: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
    path: target,
    headers: { host: target },
    agent: false as const,
    ...(signal ? { signal } : undefined),
  };
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === "https:" ? httpsRequest : httpRequest)(options);
    if (login !== ":")
      request.setHeader("proxy-authorization", `Basic ${Buffer.from(login).toString("base64")}`);
    request.on("connect", (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(proxyError(`${name} refused the connection (${answer.statusCode}).`));
    });
    request.on("error", (cause) => reject(proxyError(`${name} cannot be reached.`, cause)));
    request.end();
  });
}
