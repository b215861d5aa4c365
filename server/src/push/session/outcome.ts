import { ServiceError } from "../../api/service-error.ts";

/** A call that changes something, and the way to find out whether it did. */
export interface Effect<Value> {
  /** As in "Create job". */
  readonly what: string;
  send(): Promise<Value>;
  /** What the call would have given, when it has had its effect; undefined when it has not. */
  look(): Promise<Value | undefined>;
}

/** A call did not get through. It is known that it did nothing, or it is not known at all. */
export class Stopped extends Error {
  constructor(
    message: string,
    readonly known: "not-done" | "in-doubt",
    /** What the service said to it. */
    override readonly cause: ServiceError,
  ) {
    super(message);
  }
}

/** What is said when the outcome of a call is unknown. */
export const inDoubt = "Outcome unknown. The next attempt checks before sending.";

/** Sends a call once. When no answer comes, somebody looks; nothing is ever sent again to find out. */
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
    throw new Stopped(`${effect.what}: ${lost.message} ${inDoubt}`, "in-doubt", lost);
  }
  if (value !== undefined) return value;
  throw new Stopped(`${effect.what}: not done. ${lost.message}`, "not-done", lost);
}

/** The same stop, with what is known about the steps before it, and what doing the same again is good for. */
export function halfWay(error: unknown, text: string, again?: Again): unknown {
  if (!(error instanceof Stopped)) return error;
  const advice = again ? ` ${adviceFor(error.cause, again)}` : "";
  return new Stopped(`${error.message} ${text}${advice}`, error.known, error.cause);
}

/** As in "Push again to continue with it." */
export interface Again {
  readonly what: string;
  readonly to: string;
}

/** What was refused is refused again, unless something is changed before. */
function adviceFor({ status }: ServiceError, { what, to }: Again): string {
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (isRefused && status !== 408 && status !== 429) return `Fix the cause, then ${what} to ${to}.`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} to ${to}.`;
}
