/** Whether the request may have changed something: surely not, or nobody knows until somebody looks. */
export type Effect = "none" | "unknown";

/** One thing that the service has against a request, in its own words, which may have several lines. Without secrets. */
export interface Reason {
  readonly message: string;
  /** Where in the request's body it is, as a JSON pointer. */
  readonly pointer?: string;
}

/** A call that did not go well. The message is for people, and shows no secret. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly effect: Effect,
    /** Of the answer, when there was one. */
    readonly status?: number,
    /** Seconds that the service asks to wait. */
    readonly retryAfter?: number,
    /** The answer has the service's own form. A proxy on the way has another. */
    readonly isOwn = true,
    readonly reasons: readonly Reason[] = [],
  ) {
    super(message);
  }

  /** Asking once more may help. Only for calls that change nothing. */
  get passes(): boolean {
    return this.status === 429 || (this.effect === "unknown" && this.status !== redirected);
  }
}

/** It took longer than anybody wants to wait, so asking again helps nobody. */
export class TimedOut extends ServiceError {
  override get passes(): boolean {
    return false;
  }
}

/** Stands for every status that sends a client elsewhere. */
export const redirected = 307;
