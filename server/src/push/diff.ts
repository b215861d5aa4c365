import { lockName } from "../workspace/lock/lock.ts";
import type { Plan, Result } from "./plan/plan.ts";
import { planPush } from "./push.ts";
import { resultOf } from "./result.ts";
import { isHalfWayState } from "./session/lock-slot.ts";
import type { PushChoices, Session } from "./session/session.ts";
import { type SimulatedSession, simulate } from "./simulation/session.ts";

/** The files of one comparison, each beside the service. Of those that would create one ruleset, the first one does. */
export class Comparison {
  readonly #created = new Map<Session, SimulatedSession>();

  async plan(path: string, session: Session, of: Session, choices: PushChoices) {
    const alone = simulate(session);
    const plan = await planPush(path, session, choices, alone);
    const isCreation = alone.service.calls.some((it) => /\/rulesets$/.test(it.path));
    const earlier = this.#created.get(of);
    if (isCreation && earlier)
      return planPush(path, session, choices, { ...earlier, onError: session.onError });
    if (isCreation) this.#created.set(of, alone);
    return plan;
  }
}

/** Compares a file with the service and with the lock file. Sends and writes nothing. */
export function diff(
  path: string,
  session: Session,
  choices: PushChoices,
  comparison = new Comparison(),
): Promise<Result> {
  return resultOf(path, session, async () => {
    const errors = new Set<string>();
    // The service may have what our checks call an error: it can be compared nevertheless.
    const tolerant: Session = { ...session, onError: (error) => errors.add(error) };
    const tolerantly = { ...choices, compareOnly: true };
    const plan = await comparison.plan(path, tolerant, session, tolerantly);
    if (!plan) return { outcome: "skipped", ids: {}, message: "No job uses this filter." };
    if (plan.outcome !== "unchanged") session.conversation.show(plan, await session.where());
    const { outcome } = plan;
    const message = [summaryOf(plan, stateOf(path, session)), ...errors].join(" ");
    return { outcome, ids: plan.ids ?? {}, message, plan };
  });
}

function stateOf(path: string, { lock, place }: Session): string | undefined {
  return lock.entry(path, place.profile)?.state;
}

function summaryOf({ outcome, since, remark = "" }: Plan, state: string | undefined): string {
  const stopped = isHalfWayState(state) ? ` The last push stopped at '${state}'.` : "";
  if (outcome === "created") return `Not on the service. Push to create it.${stopped}`;
  if (outcome === "unchanged") {
    const isKnown = state !== undefined || since !== undefined;
    const unknown = isKnown ? "" : ` It is not in '${lockName}' yet.`;
    return `The file matches the service.${remark}${unknown}${stopped}`;
  }
  return `${differs(since)}${stopped}`;
}

function differs(since: Plan["since"]): string {
  if (since?.file && since.service)
    return "The file and the service have both changed since the last push.";
  if (since?.service) return "The service has changed since the last push.";
  if (since?.file) return "The file has changed since the last push.";
  return "The file and the service differ.";
}
