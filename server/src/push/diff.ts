import { lockName } from "../workspace/lock/lock.ts";
import type { Plan, Result } from "./plan/plan.ts";
import { planPush } from "./push.ts";
import { resultOf } from "./result.ts";
import { isHalfWayState } from "./session/lock-slot.ts";
import type { PushChoices, Session } from "./session/session.ts";

/** Compares a file with the service and with the lock file. Sends and writes nothing. */
export function diff(path: string, session: Session, choices: PushChoices): Promise<Result> {
  return resultOf(path, session, async () => {
    const errors = new Set<string>();
    // The service may have what our checks call an error: it can be compared nevertheless.
    const tolerant: Session = { ...session, onError: (error) => errors.add(error) };
    const plan = await planPush(path, tolerant, { ...choices, compareOnly: true });
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
