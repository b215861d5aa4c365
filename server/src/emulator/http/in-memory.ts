import { DroppedConnection } from "../faults.ts";

export type RequestHandler = (request: Request) => Promise<Response>;

/** `fetch` without a network, for clients in the same process. Behaves like a network connection. */
export function fetchFrom(answer: RequestHandler): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const response = await answer(request).catch((error: unknown) => {
      throw error instanceof DroppedConnection ? connectionError(error) : error;
    });
    if (response.status >= 300 && response.status < 400 && request.redirect !== "manual") {
      throw new TypeError("fetch failed", {
        cause: new Error(
          `Cannot follow the redirect to '${response.headers.get("location")}' in memory.`,
        ),
      });
    }
    // A client that aborts receives no more of the body.
    const body = response.body?.pipeThrough(new TransformStream(), { signal: request.signal });
    return new Response(body ?? null, response);
  };
}

/** Mimics the error of Node's `fetch`. */
function connectionError(dropped: DroppedConnection): TypeError {
  const cause = Object.assign(new Error("other side closed", { cause: dropped }), {
    code: "UND_ERR_SOCKET",
  });
  return new TypeError("fetch failed", { cause });
}
