import type { Answers } from "./documents/refreshes.ts";

/** The work that follows a change. */
interface Consequences {
  /** The answers that the client asks for again. */
  readonly refreshes: readonly Answers[];
  /** Whether that waits for a pause, because the change is typed. */
  readonly isTyped?: true;
  /** Whether everything depends on it, as on settings. */
  readonly forgets?: true;
  /** Whether diagnostics of closed files depend on it. */
  readonly wakes?: true;
  /** Whether profiles and the push status depend on it. */
  readonly notifies?: true;
}

const everything = ["diagnostics", "inlays", "lenses", "tokens"] as const;

/** One row for each change. */
const consequences = {
  settings: { refreshes: everything, forgets: true, wakes: true, notifies: true },
  typedSettings: {
    refreshes: everything,
    isTyped: true,
    forgets: true,
    wakes: true,
    notifies: true,
  },
  /** Files that belong together, such as a job and its filter. */
  surroundings: { refreshes: everything, wakes: true },
  /** Texts that others read, such as rules of the same set. */
  readTexts: { refreshes: ["diagnostics"], isTyped: true, wakes: true },
  closedFiles: { refreshes: ["diagnostics", "lenses"], wakes: true },
  /** Rules that policies are about. */
  policies: { refreshes: ["lenses"], isTyped: true },
  /** The state of resources on the service, the trust, or the profile. */
  status: { refreshes: ["lenses"], notifies: true },
  /** Results on the samples. */
  results: { refreshes: ["lenses", "inlays"] },
} as const satisfies Readonly<Record<string, Consequences>>;

export type Change = keyof typeof consequences;

export function consequencesOf(change: Change): Consequences {
  return consequences[change];
}
