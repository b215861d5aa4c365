import { ServiceError } from "../../api/service-error.ts";
import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import { confirmOutcome, type Effect, Stopped } from "./outcome.ts";
import { isAt, type ServiceLocation } from "./place.ts";
import type { Session } from "./session.ts";

/** The lock file entry of one file under one profile. */
export class LockSlot {
  private movedFrom: string | undefined;

  /** The file whose entry this one takes over, until the first change. */
  get renamedFrom(): string | undefined {
    return this.movedFrom;
  }

  constructor(
    private readonly session: Session,
    readonly path: string,
    readonly location: ServiceLocation,
  ) {}

  /** Also undefined when the entry is for another host, zone or target, and is therefore ignored. */
  get entry(): LockEntry | undefined {
    const entry = this.written;
    return entry && isAt(entry, this.location) ? entry : undefined;
  }

  /** The file was renamed: the entry of the old path moves with the first change. */
  takeOver(path: string): void {
    this.movedFrom = path;
  }

  set(entry: Omit<LockEntry, keyof ServiceLocation>): void {
    const { lock, place } = this.session;
    const whole = { ...this.location, ...entry };
    if (this.movedFrom === undefined) lock.set(this.path, place.profile, whole);
    else lock.move(this.movedFrom, this.path, place.profile, whole);
    this.movedFrom = undefined;
  }

  remove(): void {
    this.session.lock.remove(this.movedFrom ?? this.path, this.session.place.profile);
    this.movedFrom = undefined;
  }

  /**
   * Sends a request while the lock file has a state for it, which remains if the process is interrupted or the outcome is
   * unknown. If the request is known to have had no effect, the previous entry is restored.
   */
  async during<Value>(
    state: Omit<LockEntry, keyof ServiceLocation>,
    effect: Effect<Value>,
  ): Promise<Value> {
    const { stop, conversation } = this.session;
    stop?.before(effect.what);
    const before = this.written;
    this.announce(state, effect.what);
    conversation.progress(effect.what);
    try {
      return await (stop ? stop.during(() => confirmOutcome(effect)) : confirmOutcome(effect));
    } catch (error) {
      if (error instanceof Stopped && error.known === "not-done") this.restore(before);
      throw error;
    }
  }

  /** If the lock file cannot be written, as on a full disk, the request is not sent. */
  private announce(state: Omit<LockEntry, keyof ServiceLocation>, what: string): void {
    try {
      this.set(state);
    } catch (error) {
      if (!(error instanceof LockError)) throw error;
      const unsent = "The call was not sent; nothing was changed.";
      const cause = new ServiceError(error.message, "none");
      throw new Stopped(`${what}: not done. ${error.message} ${unsent}`, "not-done", cause);
    }
  }

  private get written(): LockEntry | undefined {
    return this.session.lock.entry(this.movedFrom ?? this.path, this.session.place.profile);
  }

  private restore(before: LockEntry | undefined): void {
    if (before) this.session.lock.set(this.path, this.session.place.profile, before);
    else this.remove();
  }
}

/** The matching lock entries of other files, for the same profile and place. */
export function otherEntries(
  session: Session,
  { path, location }: Pick<LockSlot, "path" | "location">,
  fits: (entry: LockEntry) => boolean,
): readonly (readonly [path: string, entry: LockEntry])[] {
  return session.lock
    .entries(session.place.profile)
    .filter(([other, entry]) => other !== path && isAt(entry, location) && fits(entry));
}

/** Whether a push was interrupted. The state is undefined for a file that was never pushed. */
export function isHalfWayState(state: string | undefined): boolean {
  return state !== undefined && state !== done;
}
