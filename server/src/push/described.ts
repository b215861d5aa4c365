import { type FileContext, isJob, isRule } from "../languages.ts";
import { lockName } from "../workspace/lock/lock.ts";
import { namesIn } from "./drafts/job.ts";
import { overwriteOf } from "./plan/changed-since-push.ts";
import { ignoredErrors } from "./plan/ignored-errors.ts";
import { describeMeaningChange } from "./plan/meaning-change.ts";
import type { Plan, Result } from "./plan/plan.ts";
import { settingsText } from "./plan/texts.ts";
import { lastPushed } from "./records/last-pushed.ts";
import { redactPlan } from "./redact-plan.ts";
import type { ReviewedTexts } from "./session/conversation.ts";
import { scopesOf } from "./session/place.ts";
import type { Session } from "./session/session.ts";
import { type Outcomes, outcomesOf } from "./simulation/outcomes.ts";
import type { SimulatedSession } from "./simulation/session.ts";

/** The joint effect of the files of a run. */
export interface Together {
  /** `from`: how many calls earlier files have made. */
  outcomes(path: string, rehearsed: SimulatedSession, from: number): Promise<Outcomes>;
  done(result: Result, session: Session): void;
}

/** The plan with what the user has to know about it. */
export function described(plan: Plan, session: Session): Plan {
  const { path } = plan;
  const overwrites = plan.overwrites ?? overwriteOf(plan);
  const notes = [
    ...plan.notes,
    ...(overwrites ? [`${overwrites.reason} ${overwrites.effect}`] : []),
    ...elsewhereNotes(path, session),
  ];
  const ignored =
    plan.calls.length > 0
      ? ignoredErrors(path, session.files.read(path) ?? "", contextOf(path, session))
      : undefined;
  const shown = withMeaning({ ...plan, notes, ...(overwrites && { overwrites }) }, session);
  if (ignored === undefined) return redactPlan(shown, session);
  return redactPlan({ ...shown, meaning: ignored, effects: [], warning: ignored }, session);
}

/** The plan with what its changes mean for log lines or requests. */
export function withMeaning(plan: Plan, session: Session, isPush = true): Plan {
  const { path, parts, changes } = plan;
  if (parts) {
    const all = parts.map((it) => withMeaning(it, session, false));
    const effects = all.flatMap((it) => it.effects?.map((one) => `${it.path}: ${one}`) ?? []);
    return { ...plan, parts: all, effects };
  }
  const told = describeMeaningChange(changes, () => contextOf(path, session));
  if (!told) return plan;
  const { text, effects, losesAll } = told;
  const warning = isPush && losesAll ? { warning: effects[0] ?? text } : {};
  return { ...plan, meaning: text, effects, ...warning };
}

/** The filter in a job is for the dataset of the job. */
function contextOf(path: string, session: Session): FileContext {
  if (!isJob(path)) return session.contextFor(path);
  const { dataset } = namesIn(session.files.read(path) ?? "");
  return session.contextFor(path, { forcedDataset: String(dataset) });
}

/** With what it changes for requests: together with the other files of the run, or by itself. */
export async function withOutcomes(
  plan: Plan,
  rehearsed: SimulatedSession,
  { together, isPush }: { readonly together?: Together | undefined; readonly isPush?: true },
  from = 0,
): Promise<Plan> {
  const count = plan.parts?.filter((it) => isRule(it.path)).length ?? 1;
  const { sentences, opened } = together
    ? await together.outcomes(plan.path, rehearsed, from)
    : outcomesOf(rehearsed, plan.path, count, from);
  if (sentences.length === 0) return plan;
  const warning = plan.warning ?? (isPush ? opened : undefined);
  return { ...plan, together: sentences, ...(warning !== undefined && { warning }) };
}

/** The text after the last push, if this folder recorded it and the service has changed since. */
export function baseOf(plan: Plan, session: Session): Pick<ReviewedTexts, "base"> {
  const left = plan.overwrites && lastPushed(plan, session);
  return left ? { base: settingsText(plan.path, left) } : {};
}

/** The lock file has one entry per file and profile. */
export function elsewhereNotes(path: string, { lock, place }: Session): string[] {
  const entry = lock.entry(path, place.profile);
  if (!entry) return [];
  const { origin, zone, account, target } = entry;
  const isHere =
    origin === place.address.origin &&
    (target === "jobs"
      ? scopesOf(place).some((it) =>
          "zone_id" in it ? it.zone_id === zone : it.account_id === account,
        )
      : zone === place.zone && target === place.rulesTarget);
  if (isHere) return [];
  const where = `'${origin}', ${zone === undefined ? `account ${account}` : `zone ${zone}`}, ${target}`;
  return [
    `'${lockName}' lists this file at ${where}. That resource is kept, but no longer tracked.`,
  ];
}
