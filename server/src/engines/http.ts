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
    throw engineError(error, stop, `Cannot reach '${url.host}'.`);
  }
}

/** The body, whole or not at all. */
export async function bodyOf(response: Response, { stop }: ConnectionOptions): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw engineError(error, stop, "The answer was cut off, so nothing was counted.");
  }
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
