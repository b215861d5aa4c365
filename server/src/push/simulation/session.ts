import type { LockEntry } from "../../workspace/lock/lock.ts";
import type { Lock, Session } from "../session/session.ts";
import { type SimulatedService, simulatedService } from "./service.ts";

/** A session whose calls and lock entries stay in memory. Reads the real ones. */
export interface SimulatedSession extends Session {
  readonly service: SimulatedService;
  /** The session that is simulated. */
  readonly real: Session;
}

/** The user is asked as in the session, except for confirmations, and sees no plans. */
export function simulate(session: Session): SimulatedSession {
  const { conversation, service } = session;
  return {
    ...session,
    service: simulatedService(service),
    lock: simulatedLock(session),
    conversation: { ...conversation, show() {}, confirm: async () => "yes", progress() {} },
    stop: undefined,
    isSimulated: true,
    real: session,
  };
}

/** The sessions of a dry run, which sees what the calls of earlier files would leave. */
export class Simulations {
  readonly #all = new Map<Session, SimulatedSession>();

  of(session: Session): SimulatedSession {
    const known = this.#all.get(session);
    if (known) return known;
    const { conversation, ...simulated } = simulate(session);
    const shown = { ...conversation, show: session.conversation.show };
    const made = { ...simulated, conversation: shown };
    this.#all.set(session, made);
    return made;
  }
}

export function isSimulated(session: Session): session is SimulatedSession {
  return session.isSimulated === true;
}

/** Its entries stay in memory. */
export function simulatedLock({ lock, place }: Session): Lock {
  const changed = new Map<string, LockEntry | undefined>();
  let kept: Set<string> | undefined;
  // A lock file that cannot be read is an error of each file.
  const keptNow = () => {
    kept ??= new Set(lock.keptFilters());
    return kept;
  };
  let sorted: ReturnType<Lock["entries"]> | undefined;
  const put = (file: string, entry: LockEntry | undefined) => {
    changed.set(file, entry);
    sorted = undefined;
  };
  return {
    path: lock.path,
    entry: (file, profile) => (changed.has(file) ? changed.get(file) : lock.entry(file, profile)),
    // A session has one profile.
    entries(profile) {
      if (sorted) return sorted;
      const rest = lock.entries(profile).filter(([file]) => !changed.has(file));
      const own = [...changed].flatMap(([file, entry]) => (entry ? [[file, entry] as const] : []));
      // The lock file is sorted, too.
      sorted = [...rest, ...own].sort(([a], [b]) => (a < b ? -1 : 1));
      return sorted;
    },
    set: (file, _profile, entry) => put(file, entry),
    move(from, to, _profile, entry) {
      put(from, undefined);
      put(to, entry);
    },
    remove: (file) => put(file, undefined),
    // A run reads the orders of rulesets before its first call.
    orders: () => lock.orders(),
    profiles: () => lock.profiles(),
    setOrder() {},
    replaceInOrder() {},
    removeFromOrder() {},
    recorded: () => lock.recorded(),
    setRecorded() {},
    keptFilters: () => [...keptNow()],
    keepFilter: (filter) => keptNow().add(filter),
    forgetFilter: (filter) => keptNow().delete(filter),
    exclusively: (run) => run({ pause: (meanwhile) => meanwhile() }),
    hasNews: () => false,
    hasWritten: (file) => changed.has(file) || lock.hasWritten(file, place.profile),
  };
}
