import { ServiceError } from "../../api/service-error.ts";
import { Stopped } from "./outcome.ts";

/** A service that is well answers within that time. */
const grace = 2000;

/**
 * Lets somebody cancel a push. Reading is broken off at once. A call that changes something gets a moment to end, and so does
 * looking whether it did: the push stops before the next such call, where it is known what was done and what was not. A
 * service that stalls is not waited for: then the lock says that the outcome is unknown.
 */
export class Stop {
  private settling = 0;
  private readonly late = new AbortController();

  constructor(
    readonly signal: AbortSignal,
    wait: (run: () => void) => void = (run) => void setTimeout(run, grace).unref(),
  ) {
    signal.addEventListener("abort", () => wait(() => this.late.abort()), { once: true });
  }

  /** What breaks off any call. */
  get everything(): AbortSignal {
    return this.late.signal;
  }

  /** What breaks off a call that changes nothing. */
  readonly reading = (): AbortSignal | undefined => (this.settling > 0 ? undefined : this.signal);

  /** Throws when the next call is not to be made. */
  before(what: string): void {
    if (!this.signal.aborted) return;
    const cause = new ServiceError("Canceled.", "none");
    throw new Stopped(`${what}: not done. Canceled.`, "not-done", cause);
  }

  /** Makes a call that changes something, and sees it through. */
  async during<Value>(call: () => Promise<Value>): Promise<Value> {
    this.settling++;
    try {
      return await call();
    } finally {
      this.settling--;
    }
  }
}
