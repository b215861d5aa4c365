import type { Result } from "../../push/plan/plan.ts";
import type { Session } from "../../push/session/session.ts";

/**
 * The files that a run without calls has planned so far. A filter whose job is among them needs no push of its own: the job is
 * created with it.
 */
export class DryRun {
  readonly #planned = new Map<Session, Set<string>>();

  add(path: string, session: Session, result: Result): Result {
    const planned = this.#planned.get(session) ?? new Set();
    this.#planned.set(session, planned);
    if (result.plan) planned.add(path);
    if (result.push === undefined || !planned.has(result.push)) return result;
    const message = `Pushed with '${result.push}'.`;
    return { path: result.path, profile: result.profile, outcome: "skipped", ids: {}, message };
  }
}
