import { ServiceError } from "../../api/service-error.ts";
import { Stopped } from "./outcome.ts";

/** A healthy service responds within this time. */
const grace = 2000;

/**
 * Cancels a push. Reads are aborted immediately. A write, and the check of its outcome, gets a moment to finish: the push stops
 * before the next write, so that its state is known. If the service stalls, the lock file records an unknown outcome.
 */
export class Cancellation {
  private settling = 0;
  private readonly late = new AbortController();

  constructor(
    readonly signal: AbortSignal,
    wait: (run: () => void) => void = (run) => void setTimeout(run, grace).unref(),
  ) {
    signal.addEventListener("abort", () => wait(() => this.late.abort()), { once: true });
  }

  /** Aborts any request. */
  get everything(): AbortSignal {
    return this.late.signal;
  }

  /** Aborts a read. */
  readonly reading = (): AbortSignal | undefined => (this.settling > 0 ? undefined : this.signal);

  /** Throws when the next request must not be sent. */
  before(what: string): void {
    if (!this.signal.aborted) return;
    const cause = new ServiceError("Canceled.", "none");
    throw new Stopped(`${what}: not done. Canceled.`, "not-done", cause);
  }

  /** Sends a write and waits for its outcome. */
  async during<Value>(call: () => Promise<Value>): Promise<Value> {
    this.settling++;
    try {
      return await call();
    } finally {
      this.settling--;
    }
  }
}
