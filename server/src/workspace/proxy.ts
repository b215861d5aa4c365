import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { isLoopback } from "./config/address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy of the environment: `HTTPS_PROXY`, unless `NO_PROXY` excludes the host. It sees only host and port. */
export interface TunnelProxy {
  readonly href: string;
  /** Capitalized, for the start of a sentence. Without user name and password. */
  readonly name: string;
}

/** Undefined for a direct connection: loopback addresses and hosts in `NO_PROXY`. */
export function proxyFor(url: URL, env: Environment): TunnelProxy | undefined {
  const written = (env.HTTPS_PROXY || env.https_proxy)?.trim();
  if (!written || url.protocol !== "https:" || isLoopback(url)) return undefined;
  if (isExcluded(url, env.NO_PROXY || env.no_proxy || "")) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(full) || !/^https?:$/.test(new URL(full).protocol))
    throw proxyError(`'${variableIn(env)}' must be an http or https URL.`);
  const { href, host } = new URL(full);
  return { href, name: `The proxy '${host}' in '${variableIn(env)}'` };
}

function variableIn(env: Environment): "HTTPS_PROXY" | "https_proxy" {
  return env.HTTPS_PROXY ? "HTTPS_PROXY" : "https_proxy";
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

/** Opens a tunnel to the host with CONNECT. */
export function tunnel(
  { href, name }: TunnelProxy,
  { hostname, port }: { readonly hostname: string; readonly port: string | number },
  signal?: AbortSignal,
): Promise<Socket> {
  const proxy = new URL(href);
  const target = `${hostname}:${port || 443}`;
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
