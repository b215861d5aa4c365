import type { Result } from "../../push/plan/plan.ts";
import type { Session } from "../../push/session/session.ts";

/** The files planned so far in a dry run. A filter whose job is among them needs no separate push: it is created with the job. */
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
