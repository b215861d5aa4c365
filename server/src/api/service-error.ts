/** Whether the request may have changed something: certainly not, or unknown. */
export type Effect = "none" | "unknown";

/** One error as reported by the service, possibly several lines long. Secrets are redacted. */
export interface Reason {
  readonly message: string;
  /** The location in the request body, as a JSON pointer. */
  readonly pointer?: string;
}

/** A failed call. The message is shown to the user and contains no secrets. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly effect: Effect,
    /** The status of the response, if there was one. */
    readonly status?: number,
    /** The delay in seconds that the service requested. */
    readonly retryAfter?: number,
    /** The response is in the service's format, unlike one from a proxy. */
    readonly isOwn = true,
    readonly reasons: readonly Reason[] = [],
  ) {
    super(message);
  }

  /** A retry may succeed. Only for read-only calls. */
  get passes(): boolean {
    return this.status === 429 || (this.effect === "unknown" && this.status !== redirected);
  }
}

/** Not retried, because the user has waited long enough. */
export class ServiceTimeoutError extends ServiceError {
  override get passes(): boolean {
    return false;
  }
}

/** Nothing listens on the address of an emulator. */
export class NoEmulatorError extends ServiceError {
  constructor(
    message: string,
    /** The message for editor users, who start it with a button. */
    readonly inEditor: string,
  ) {
    super(message, "none");
  }
}

/** Represents all redirect statuses. */
export const redirected = 307;

/** The credential lacks a permission, or the service has no such resource. */
export function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [400, 403, 404].some((it) => it === error.status);
}
