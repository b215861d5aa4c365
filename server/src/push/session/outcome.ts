import { ServiceError } from "../../api/service-error.ts";

/** A write request, and a way to look up whether it had an effect. */
export interface Effect<Value> {
  /** As in "Create job". */
  readonly what: string;
  send(): Promise<Value>;
  /** The result of the request if it had an effect; otherwise undefined. */
  look(): Promise<Value | undefined>;
}

/** A request failed. It is either known to have had no effect, or the outcome is unknown. */
export class Stopped extends Error {
  constructor(
    message: string,
    readonly known: "not-done" | "in-doubt",
    /** The error response of the service. */
    override readonly cause: ServiceError,
  ) {
    super(message);
  }
}

/** The message when the outcome of a request is unknown. */
export const outcomeUnknown = "Outcome unknown. The next attempt checks before sending.";

/** Sends a request once. Without a response, the outcome is looked up; the request is never sent again. */
export async function confirmOutcome<Value>(effect: Effect<Value>): Promise<Value> {
  try {
    return await effect.send();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.effect === "none")
      throw new Stopped(`${effect.what}: not done. ${error.message}`, "not-done", error);
    return found(effect, error);
  }
}

async function found<Value>(effect: Effect<Value>, lost: ServiceError): Promise<Value> {
  let value: Value | undefined;
  try {
    value = await effect.look();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new Stopped(`${effect.what}: ${lost.message} ${outcomeUnknown}`, "in-doubt", lost);
  }
  if (value !== undefined) return value;
  throw new Stopped(`${effect.what}: not done. ${lost.message}`, "not-done", lost);
}

/** Adds what is known about the previous steps, and what a retry would do. */
export function withAdvice(error: unknown, text: string, again?: Retry): unknown {
  if (!(error instanceof Stopped)) return error;
  const advice = again ? ` ${adviceFor(error.cause, again)}` : "";
  return new Stopped(`${error.message} ${text}${advice}`, error.known, error.cause);
}

/** As in "Push again to continue with it." */
export interface Retry {
  readonly what: string;
  readonly to: string;
}

/** A refused request would be refused again, unless something changes. */
function adviceFor({ status }: ServiceError, { what, to }: Retry): string {
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (isRefused && status !== 408 && status !== 429) return `Fix the cause, then ${what} to ${to}.`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} to ${to}.`;
}
