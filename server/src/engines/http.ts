import { type ConnectionOptions, EngineError, engineError, firstLine } from "./engine.ts";

/** A request to an engine. Redirects are refused: another host would get the statement, and perhaps the credential. */
export async function send(
  url: URL,
  init: {
    readonly method: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  },
  { fetch, stop }: ConnectionOptions,
): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: stop });
    if (response.status >= 300 && response.status < 400)
      throw new EngineError("The engine answered with a redirect, which is not followed.");
    return response;
  } catch (error) {
    throw engineError(slow(error, url) ?? error, stop, `Cannot reach '${url.host}'.`);
  }
}

/** A query that takes longer than a connection may be silent. */
function slow(error: unknown, url: URL): EngineError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)
    ? new EngineError(
        `'${url.host}' did not answer in time, so nothing was counted. Use a shorter time range, as in '--since 1h'.`,
      )
    : undefined;
}

/** Counts are small; values of a field are at most 10,000. Lines that are given back may be more. */
const mostBytes = 64 * 1024 * 1024;

/** The body, whole or not at all. */
export async function bodyOf(response: Response, { stop }: ConnectionOptions): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > mostBytes)
        throw new EngineError(
          "The answer is larger than 64 MB, so nothing was counted. Use a shorter time range, as in '--since 1h'.",
        );
      parts.push(part);
    }
  } catch (error) {
    throw engineError(error, stop, "The answer was cut off, so nothing was counted.");
  }
  return Buffer.concat(parts).toString("utf8");
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError(
      `The engine's answer is not JSON, so nothing was counted: ${firstLine(text) || "it is empty"}`,
    );
  }
}
