import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { proxyFor, type TunnelProxy, tunnel } from "../workspace/proxy.ts";
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
    return fetchThrough(proxy, url, init ?? {});
  };
}

async function fetchThrough(proxy: TunnelProxy, url: URL, init: RequestInit): Promise<Response> {
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
