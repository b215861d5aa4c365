import { ServiceError } from "../api/service-error.ts";
import { Stopped } from "./settle.ts";

/**
 * Lets somebody cancel a push. Reading is broken off at once. A call that changes something is never broken off, and neither
 * is looking whether it did: the push stops before the next such call, where it is known what was done and what was not.
 */
export class Stop {
  private settling = 0;

  constructor(readonly signal: AbortSignal) {}

  /** What breaks off a call that changes nothing. */
  readonly reading = (): AbortSignal | undefined => (this.settling > 0 ? undefined : this.signal);

  /** Throws when the next call is not to be made. */
  before(what: string): void {
    if (!this.signal.aborted) return;
    const cause = new ServiceError("It was cancelled.", "none");
    throw new Stopped(`${what}: not done. It was cancelled.`, "not-done", cause);
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
