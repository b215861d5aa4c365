import { setTimeout as wait } from "node:timers/promises";
import { sleepNow } from "../files/rename-file.ts";
import {
  acquireMutex,
  dismiss,
  type HeldMutex,
  type MutexOptions,
  type MutexOwner,
  stampOf,
} from "./mutex.ts";

export interface WaitOptions extends MutexOptions {
  /** Called once, with the current owner. */
  readonly onWait?: (owner: MutexOwner) => void;
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Thrown if the same owner has held the mutex for too long. */
export class MutexTimeout extends Error {
  constructor(readonly owner: MutexOwner) {
    super("Another process holds the lock.");
  }
}

const pause = 25;
/** The heartbeat interval of an owner, in milliseconds. */
export const beat = 2_000;
/** An owner without a heartbeat for this long is considered dead. Measured by our own pauses, because a laptop may sleep. */
const silenceLimit = 20_000;
/** The maximum wait for the same owner. */
const waitLimit = 120_000;

/** Waits for the mutex at a path. Throws `MutexTimeout`, the reason of the signal, or a system error. */
export async function waitForMutex(place: string, options: WaitOptions = {}): Promise<HeldMutex> {
  const { sleep = wait, signal, onWait } = options;
  const watch = new Watch(place);
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    const mutex = acquireMutex(place, options);
    if ("end" in mutex) return mutex;
    if (!told) onWait?.(mutex);
    told = true;
    await sleep(pause);
    watch.note(mutex, { silenceLimit, waitLimit });
  }
}

/** Waits synchronously, for work that takes no longer than writing a file. */
export function acquireMutexSync(
  place: string,
  { sleep = sleepNow, ...options }: MutexOptions & { sleep?: (milliseconds: number) => void } = {},
): HeldMutex {
  const watch = new Watch(place);
  for (;;) {
    const mutex = acquireMutex(place, options);
    if ("end" in mutex) return mutex;
    sleep(pause);
    watch.note(mutex, { silenceLimit, waitLimit: shortWaitLimit });
  }
}

const shortWaitLimit = 10_000;

/** Tracks how long an owner has held the mutex, and how long without a heartbeat. */
class Watch {
  private name = "";
  private stamp: number | undefined;
  private had = 0;
  private silent = 0;

  constructor(private readonly place: string) {}

  /** Called after each pause. */
  note(
    owner: MutexOwner,
    most: { readonly silenceLimit: number; readonly waitLimit: number },
  ): void {
    const stamp = stampOf(this.place, owner);
    const isSame = owner.name === this.name;
    this.had = isSame ? this.had + pause : 0;
    this.silent = isSame && stamp === this.stamp ? this.silent + pause : 0;
    [this.name, this.stamp] = [owner.name, stamp];
    if (this.silent >= most.silenceLimit) dismiss(this.place, owner);
    else if (this.had >= most.waitLimit) throw new MutexTimeout(owner);
  }
}
