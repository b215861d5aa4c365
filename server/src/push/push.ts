import { setImmediate as nextTurn } from "node:timers/promises";
import type { ResourceKind } from "../core/analysis.ts";
import { languageOfPath, resourceOf } from "../languages.ts";
import { LockError, type LockPeriod, ownerText } from "../workspace/lock/lock-file.ts";
import type { WaitOptions } from "../workspace/lock/wait-for-mutex.ts";
import { baseOf, described, type Together, withMeaning, withOutcomes } from "./described.ts";
import { planFilter } from "./jobs/filter.ts";
import { nameInJob } from "./jobs/filter-target.ts";
import { planJob } from "./jobs/plan.ts";
import { eachString } from "./masking/variables.ts";
import { overwriteOf } from "./plan/changed-since-push.ts";
import type { Plan, PlanDraft, Planned, Rehearsed, Result } from "./plan/plan.ts";
import { publicPlan } from "./plan/public-plan.ts";
import { planTexts } from "./plan/texts.ts";
import { PlanOutdated, PushError } from "./push-error.ts";
import { recorded } from "./records/records.ts";
import { redactPlan } from "./redact-plan.ts";
import { canceled, resultOf } from "./result.ts";
import { planRule } from "./rules/plan.ts";
import { planInline } from "./rules/plan-inline.ts";
import { planRulesetRule } from "./rules/plan-ruleset-rule.ts";
import { type Confirmation, notForRules, optionName } from "./session/conversation.ts";
import { confirmedWithSecrets } from "./session/grants.ts";
import { outcomeUnknown } from "./session/outcome.ts";
import type { PushChoices, Session } from "./session/session.ts";
import {
  Announcement,
  callText,
  type SimulatedCall,
  withNewNames,
} from "./simulation/announcement.ts";
import { isSimulated, type SimulatedSession, simulate } from "./simulation/session.ts";

export interface PushOptions extends PushChoices {
  /** Show the plan and send nothing. */
  readonly dryRun?: boolean | undefined;
  /** The files that are pushed in one go. */
  readonly together?: Together | undefined;
  /** No one reads the plan of this dry run. */
  readonly isUnseen?: boolean | undefined;
}

type Planner = (
  path: string,
  session: Session,
  choices: PushChoices,
) => Promise<Planned | undefined>;

const planners: Readonly<Record<ResourceKind, Planner>> = {
  job: planJob,
  filter: planFilter,
  rule: (path, session, choices) => {
    if (session.place.rulesTarget === "rulesets") return planRulesetRule(path, session, choices);
    return (choices.inline ? planInline : planRule)(path, session, choices);
  },
};

/** The plan of a push. Undefined for a filter that no job uses. */
export async function planPush(
  path: string,
  session: Session,
  choices: PushChoices,
  at = simulate(session),
): Promise<Plan | undefined> {
  const { planned } = await rehearsePush(path, session, choices, at);
  return "run" in planned ? described(planned.plan, session) : undefined;
}

/** A push with the calls that it would send. */
export function rehearsePush(
  path: string,
  session: Session,
  choices: PushChoices,
  at = simulate(session),
) {
  return rehearse(pushOf(path, choices), at);
}

export async function planResource(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<Planned | undefined> {
  const resource = resourceOf(path);
  if (!resource) throw new PushError(`'${path}' cannot be pushed.`);
  if (choices.job !== undefined && resource === "rule") throw new PushError(notForRules(session));
  return planners[resource](path, session, choices);
}

/** Pushes one file: check, plan, confirm, send, update the lock file. Never throws; errors are in the result. */
export async function push(path: string, session: Session, options: PushOptions): Promise<Result> {
  const work: Work = {
    ...pushOf(path, options),
    describe: (it) => described(it, session),
    isPush: true,
  };
  const result = await resultOf(path, session, () => carryOut(work, session, options));
  options.together?.done(result, session);
  return result;
}

function pushOf(path: string, choices: PushChoices): Pick<Work, "plan"> {
  return {
    async plan(session) {
      const planned = await planResource(path, session, choices);
      if (planned) return planned;
      const dataset = datasetOf(path, session);
      const ofJob = dataset === undefined ? {} : { dataset };
      return { outcome: "skipped", ids: {}, message: unused(session), ...ofJob } as const;
    },
  };
}

/** The dataset of a filter; undefined if it cannot be read. */
function datasetOf(path: string, session: Session): string | undefined {
  const text = session.files.read(path) ?? "";
  return languageOfPath(path)?.analyze(text, session.contextFor(path)).logFilter?.()?.dataset;
}

function unused({ conversation }: Session): string {
  const what = "No job uses this filter.";
  if (!conversation.optionName)
    return `${what} Reference it in a '.lpjob', or push it with '${optionName("job", { conversation })}'.`;
  return `${what} ${nameInJob}`;
}

type Outcome = Omit<Result, "path" | "profile">;

/** How one resource is changed. */
export interface Work {
  /** Returns a result when there is nothing to plan. */
  plan(session: Session): Promise<Planned | Outcome>;
  /** Adds what the user has to know to a plan. */
  describe?(plan: Plan): Plan;
  /** A harm that was not asked for is a warning. */
  readonly isPush?: true;
  /** Its records belong to the push that it undoes. */
  readonly isUndo?: true;
}

/**
 * Rehearses the work on a simulation of the service, which shows the calls, asks for confirmation, and sends them. The folder is
 * locked against other pushes, except while waiting for the answer; if something else has changed the service, the plan is made again.
 */
export async function carryOut(
  work: Work,
  session: Session,
  options: PushOptions,
): Promise<Outcome> {
  const { lock, service } = session;
  const { describe = (it: Plan) => withMeaning(it, session, false), isPush } = work;
  const described = (plan: Plan) => redactPlan(describe(plan), session);
  const asked = { ...options, ...(isPush && { isPush }) };
  if (options.dryRun) {
    const at = isSimulated(session) ? session : simulate(session);
    const from = at.service.calls.length;
    const { planned } = await rehearse(work, at, options.isUnseen);
    if (!("run" in planned)) return planned;
    if (options.isUnseen) return shown(planned.plan, session);
    return shown(await withOutcomes(described(planned.plan), at, asked, from), session);
  }
  return lock.exclusively(async (exclusive) => {
    for (let tries = 1; ; tries++) {
      if (lock.hasNews()) service.forget();
      const at = simulate(session);
      const { calls } = await rehearse(work, at);
      const found = await work.plan(session);
      if (!("run" in found)) return found;
      const whole = { ...found, plan: described({ ...found.plan, calls: calls.map(callText) }) };
      const planned = work.isUndo ? whole : recorded(whole, session);
      const answer = await answerTo(planned, at, exclusive, asked);
      if (answer !== "yes") return notConfirmed(answer, planned.plan, session);
      const done = lock.hasNews()
        ? undefined
        : await sent(planned, calls, session, tries === mostTries);
      if (done) return done;
      service.forget();
    }
  }, waitOptions(session));
}

/**
 * Plans and carries out the work on a simulation. The plan has the calls that this made. On request, it is not carried out if the
 * push will be refused.
 */
export async function rehearse(
  work: Pick<Work, "plan">,
  at: SimulatedSession,
  mayRefuse = false,
): Promise<{ planned: Rehearsed | Outcome; calls: readonly SimulatedCall[] }> {
  const planned = await work.plan(at);
  const before = at.service.calls.length;
  if (!("run" in planned)) return { planned, calls: [] };
  const { overwrites = overwriteOf(planned.plan) } = planned.plan;
  const asked = { ...planned.plan, ...(overwrites && { overwrites }) };
  const refusal = mayRefuse ? at.conversation.refusal?.(asked) : undefined;
  if (refusal !== undefined) {
    const refused = { outcome: "failed", ids: {}, message: refusal, refused: true } as const;
    return { planned: refused, calls: [] };
  }
  await planned.run();
  const calls = at.service.calls.slice(before);
  const named = eachString(planned.plan, withNewNames) as PlanDraft;
  return { planned: { ...planned, plan: { ...named, calls: calls.map(callText) } }, calls };
}

/** Undefined if the plan is outdated, and nothing was sent. */
async function sent(
  planned: Rehearsed,
  calls: readonly SimulatedCall[],
  { service }: Session,
  isLast: boolean,
): Promise<Outcome | undefined> {
  const announcement = new Announcement(calls);
  try {
    return await service.guarded(announcement, () => ran(planned));
  } catch (error) {
    const isOutdated = error instanceof PlanOutdated || announcement.isOutdated;
    if (isOutdated && !isLast) return undefined;
    throw error;
  }
}

const mostTries = 3;

/** If the lock file cannot be written, the progress is not recorded. */
async function ran({ plan, run }: Rehearsed): Promise<Outcome> {
  try {
    const { message, cannotUndo: _reason, ...done } = await run();
    const { reason, done: lost } = plan.overwrites ?? {};
    const replaced = plan.overwrites ? ` ${reason} ${lost}` : "";
    const same = plan.outcome === "unchanged" ? (plan.remark ?? "") : "";
    return { outcome: plan.outcome, ...done, message: message + same + replaced };
  } catch (error) {
    if (error instanceof LockError) throw new LockError(`${error.message} ${outcomeUnknown}`);
    throw error;
  }
}

async function shown(plan: Plan, { conversation, where }: Session): Promise<Outcome> {
  conversation.show(plan, await where());
  const outcome = plan.outcome === "unchanged" ? plan.outcome : "skipped";
  return { outcome, ids: {}, message: dryRunMessage(plan), plan };
}

async function answerTo(
  { plan: own }: Rehearsed,
  rehearsed: SimulatedSession,
  exclusive: LockPeriod,
  options: PushOptions & Pick<Work, "isPush">,
): Promise<Confirmation> {
  if (own.calls.length === 0) return "yes";
  const { real: session } = rehearsed;
  const plan = await withOutcomes(own, rehearsed, options);
  const place = await session.where();
  const shownPlan = publicPlan(plan, (text) => session.service.secrets.hide(text));
  const texts = () => ({ ...planTexts(shownPlan), ...baseOf(shownPlan, session) });
  const answer = confirmedWithSecrets(plan, session, () =>
    session.conversation.confirm(plan, place, texts),
  );
  // With '--yes' the answer is available immediately.
  const isOpen = await Promise.race([answer.then(() => false), nextTurn(true)]);
  return isOpen ? exclusive.pause(() => answer) : answer;
}

/** How to wait for another push to finish. */
export function waitOptions({ conversation, stop }: Session): WaitOptions {
  return {
    onWait: (owner) =>
      conversation.progress(`Another push is running (${ownerText(owner)}); waiting`),
    signal: stop?.signal,
  };
}

export function notConfirmed(
  answer: Exclude<Confirmation, "yes">,
  plan: Plan,
  { stop, conversation }: Session,
): Outcome {
  const skipped = (message: string): Outcome => ({
    outcome: "skipped",
    ids: {},
    message,
    refused: true,
  });
  if (stop?.signal.aborted) return skipped(canceled);
  if (typeof answer === "object") return { ...skipped(answer.refusal), outcome: "failed" };
  if (answer === "no") return skipped("Not confirmed; nothing was changed.");
  const unavailable = "Could not ask for confirmation; nothing was changed.";
  return skipped(
    conversation.optionName ? unavailable : `${unavailable} Pass '${agreement(plan)}'.`,
  );
}

/** The command-line option that confirms a plan. */
function agreement({ named, overwrites }: Plan): string {
  return [
    "--yes",
    ...(named ? [`--job ${named.name}`] : []),
    ...(overwrites ? ["--overwrite"] : []),
  ].join(" ");
}

export function dryRunMessage({ outcome, title, overwrites }: Plan): string {
  if (outcome === "unchanged") return "Nothing would change.";
  const first = title.charAt(0).toLowerCase() + title.slice(1);
  return `Would ${first}.${overwrites ? ` ${overwrites.reason}` : ""}`;
}
