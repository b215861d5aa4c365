import { setTimeout as wait } from "node:timers/promises";
import { sleepNow } from "../files/rename-file.ts";
import { dismiss, type Owner, stampOf, type Turn, type TurnOptions, takeTurn } from "./turn.ts";

export interface WaitOptions extends TurnOptions {
  /** Called once, with the current owner. */
  readonly onWait?: (owner: Owner) => void;
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Thrown if the same owner has had the turn for too long. */
export class TurnTaken extends Error {
  constructor(readonly owner: Owner) {
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

/** Waits for the turn at a path. Throws `TurnTaken`, the reason of the signal, or a system error. */
export async function waitForTurn(place: string, options: WaitOptions = {}): Promise<Turn> {
  const { sleep = wait, signal, onWait } = options;
  const watch = new Watch(place);
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    const turn = takeTurn(place, options);
    if ("end" in turn) return turn;
    if (!told) onWait?.(turn);
    told = true;
    await sleep(pause);
    watch.note(turn, { silenceLimit, waitLimit });
  }
}

/** Waits synchronously, for work that takes no longer than writing a file. */
export function takeTurnNow(
  place: string,
  { sleep = sleepNow, ...options }: TurnOptions & { sleep?: (milliseconds: number) => void } = {},
): Turn {
  const watch = new Watch(place);
  for (;;) {
    const turn = takeTurn(place, options);
    if ("end" in turn) return turn;
    sleep(pause);
    watch.note(turn, { silenceLimit, waitLimit: shortWaitLimit });
  }
}

const shortWaitLimit = 10_000;

/** Tracks how long an owner has had the turn, and how long without a heartbeat. */
class Watch {
  private name = "";
  private stamp: number | undefined;
  private had = 0;
  private silent = 0;

  constructor(private readonly place: string) {}

  /** Called after each pause. */
  note(owner: Owner, most: { readonly silenceLimit: number; readonly waitLimit: number }): void {
    const stamp = stampOf(this.place, owner);
    const isSame = owner.name === this.name;
    this.had = isSame ? this.had + pause : 0;
    this.silent = isSame && stamp === this.stamp ? this.silent + pause : 0;
    [this.name, this.stamp] = [owner.name, stamp];
    if (this.silent >= most.silenceLimit) dismiss(this.place, owner);
    else if (this.had >= most.waitLimit) throw new TurnTaken(owner);
  }
}
