import { type SimulatedService, simulatedService } from "../../api/simulation.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import type { Lock, Session } from "./session.ts";

/** A session whose calls and lock entries stay in memory. Reads the real ones. */
export interface SimulatedSession extends Session {
  readonly service: SimulatedService;
}

/** The user is asked as in the session, except for confirmations. */
export function simulate(session: Session): SimulatedSession {
  const { conversation, service } = session;
  return {
    ...session,
    service: simulatedService(service),
    lock: simulatedLock(session),
    conversation: { ...conversation, confirm: async () => "yes", progress: () => {} },
    stop: undefined,
    isSimulated: true,
  };
}

export function isSimulated(session: Session): session is SimulatedSession {
  return session.isSimulated === true;
}

function simulatedLock({ lock, place }: Session): Lock {
  const changed = new Map<string, LockEntry | undefined>();
  const put = (file: string, entry: LockEntry | undefined) => void changed.set(file, entry);
  return {
    path: lock.path,
    entry: (file, profile) => (changed.has(file) ? changed.get(file) : lock.entry(file, profile)),
    entries(profile) {
      const rest = lock.entries(profile).filter(([file]) => !changed.has(file));
      const own = [...changed].flatMap(([file, entry]) => (entry ? [[file, entry] as const] : []));
      // The lock file is sorted, too.
      return [...rest, ...own].sort(([a], [b]) => (a < b ? -1 : 1));
    },
    set: (file, _profile, entry) => put(file, entry),
    move(from, to, _profile, entry) {
      put(from, undefined);
      put(to, entry);
    },
    remove: (file) => put(file, undefined),
    // No push reads the orders of rulesets.
    setOrder() {},
    removeFromOrder() {},
    exclusively: (run) => run({ pause: (meanwhile) => meanwhile() }),
    hasNews: () => false,
    hasWritten: (file) => changed.has(file) || lock.hasWritten(file, place.profile),
  };
}
