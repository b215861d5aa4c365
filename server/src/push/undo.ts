import { plural } from "../text/wording.ts";
import type { PlanDraft, Planned, Result, Undo } from "./plan/plan.ts";
import { carryOut, type PushOptions, rehearse } from "./push.ts";
import { PushError } from "./push-error.ts";
import { lastRun, markUndone, readRecord, recordsOf, type UndoRecord } from "./records/records.ts";
import { resultOf } from "./result.ts";
import type { Session } from "./session/session.ts";
import { type SimulatedSession, simulate } from "./simulation/session.ts";
import { undoFilters, undoJob } from "./undone/jobs.ts";
import { undoRule, undoRulesetRule } from "./undone/rules.ts";

/**
 * Restores the state before a push: deletes what was created, reverts what was updated, and creates deleted rules again. The
 * file is not changed. Refused when the service no longer has the state that the push left.
 */
export async function undo(
  path: string,
  session: Session,
  was: Undo,
  options: PushOptions = {},
): Promise<Result> {
  const result = await resultOf(path, session, () =>
    carryOut({ plan: (at) => planUndo(path, at, was), isUndo: true }, session, options),
  );
  if (!result.refused && !options.dryRun) markUndone(path, session);
  return result;
}

/** Undoes the last push of a file, from its record. */
export function undoFile(path: string, session: Session, options: PushOptions): Promise<Result> {
  const record = readRecord(path, session);
  if (record?.undo) return undo(path, session, record.undo, options);
  return resultOf(path, session, async () => {
    throw new PushError(
      record && record.state !== "undone"
        ? reasonOf(record)
        : `Nothing to undo: no push of '${path}' is recorded.`,
    );
  });
}

export interface UndoRunOptions extends PushOptions {
  /** Defaults to the last run. */
  readonly run?: string;
  /** The data of a push with the secrets that its record omits, if it was made by this process. */
  readonly known?: (record: UndoRecord) => Undo | undefined;
}

/**
 * Undoes a run as a whole, the last push first. Everything that it pushed is listed, with what cannot be undone and why, before
 * anything is sent. Nothing of an older run is touched.
 */
export async function undoRun(session: Session, options: UndoRunOptions): Promise<Result[]> {
  const { run, known } = options;
  const found = run === undefined ? lastRun(session) : recordsOf(run, session);
  if ("refusal" in found) return [await refused(".", session, found.refusal)];
  const records = found
    .filter((it) => it.state !== "undone")
    .map((it) => ({ ...it, undo: known?.(it) ?? it.undo }));
  const [only] = records;
  if (!only) return [await refused(".", session, found.length > 0 ? undoneBefore : pushedAgain)];
  if (records.length > 1) return undoAll(records, session, options);
  if (!only.undo) return [await refused(only.path, session, reasonOf(only))];
  return [await undo(only.path, session, only.undo, options)];
}

const undoneBefore =
  "The last push has already been undone. To undo an earlier push of a file, name the file.";
const pushedAgain = "That push can no longer be undone: its files have been pushed again.";

function refused(path: string, session: Session, reason: string): Promise<Result> {
  return resultOf(path, session, async () => {
    throw new PushError(reason);
  });
}

function reasonOf({ path, state, cannot }: UndoRecord): string {
  if (state === "pushing")
    return `The push of '${path}' did not finish, and what it replaced is not recorded. Push the file again, or restore an earlier version of it and push that.`;
  if (cannot !== undefined) return cannot;
  return state === "deleted"
    ? `'${path}' was deleted from the service. Push it to create it again.`
    : `There is no record of what the push of '${path}' replaced.`;
}

/** One question for all. Each push is planned on what undoing the later ones leaves. */
async function undoAll(
  records: readonly UndoRecord[],
  session: Session,
  options: PushOptions,
): Promise<Result[]> {
  let results: readonly Result[] = [];
  const plan = async (at: Session) => {
    const simulated = simulate(at);
    const previews: Result[] = [];
    for (const it of records) previews.push(await preview(it, simulated));
    results = previews;
    if (previews.every((it) => it.refused)) return { ...noneOf(previews), refused: true };
    const run = async () => {
      const undone = await undoEach(records, at, previews);
      if (!at.isSimulated) results = undone;
      return { ids: {}, message: allDone };
    };
    return { plan: wholePlan(previews, at), run };
  };
  const asked = await resultOf(".", session, () =>
    carryOut({ plan, isUndo: true }, session, options),
  );
  const isAnswered = asked.message === allDone || options.dryRun;
  if (isAnswered || results.every((it) => it.refused)) return [...results];
  return results.map((it) => (it.refused ? it : { ...asked, path: it.path }));
}

const allDone = "Undone.";

async function undoEach(
  records: readonly UndoRecord[],
  session: Session,
  previews: readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [i, record] of records.entries()) {
    const refusal = previews[i];
    results.push(refusal?.refused ? refusal : await undoOne(record, session));
  }
  return results;
}

/** Confirmed, and in the lock already. */
async function undoOne(record: UndoRecord, session: Session): Promise<Result> {
  const { path } = record;
  const result = await resultOf(path, session, async () => {
    const { plan, run } = await planRecord(record, session);
    const done = await run();
    return { outcome: plan.outcome, ...done };
  });
  if (!result.refused) markUndone(path, session);
  return result;
}

function preview(record: UndoRecord, session: SimulatedSession): Promise<Result> {
  return resultOf(record.path, session, async () => {
    const work = { plan: (at: Session) => planRecord(record, at) };
    const { planned } = await rehearse(work, session);
    if (!("run" in planned)) return planned;
    const { plan } = planned;
    return {
      outcome: "skipped",
      ids: plan.ids ?? {},
      message: `Would ${lowered(plan.title)}.`,
      plan,
    };
  });
}

async function planRecord(record: UndoRecord, session: Session): Promise<Planned> {
  if (!record.undo) throw new PushError(reasonOf(record));
  return planUndo(record.path, session, record.undo);
}

function noneOf(results: readonly Result[]) {
  const message = results.map((it) => it.message).join(" ");
  return { outcome: "failed", ids: {}, message } as const;
}

function wholePlan(results: readonly Result[], { place }: Session): PlanDraft {
  const plans = results.flatMap((it) => it.plan ?? []);
  const cannot = results.filter((it) => it.refused);
  const whole = `${plural(results.length, "file")} of profile '${place.profile}'`;
  return {
    path: ".",
    title:
      cannot.length === 0
        ? `Undo the last push, of ${whole}`
        : `Undo ${plans.length} of ${results.length} parts of the last push`,
    outcome: "updated",
    changes: [],
    parts: plans,
    notes: results.map(({ path, plan, message }) =>
      plan ? `${path}: ${plan.title}` : `${path} cannot be undone: ${message}`,
    ),
  };
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function planUndo(path: string, session: Session, was: Undo): Promise<Planned> {
  switch (was.kind) {
    case "job":
      return undoJob(path, session, was);
    case "job-filters":
      return undoFilters(path, session, was);
    case "rule":
      return undoRule(path, session, was);
    case "ruleset-rule":
      return undoRulesetRule(path, session, was);
  }
}
