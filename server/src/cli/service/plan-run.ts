import { resolve } from "node:path";
import { deleteResources } from "../../push/delete.ts";
import type { Plan, Result } from "../../push/plan/plan.ts";
import {
  isAsPlanned,
  type PlanFile,
  type PlannedResource,
  plannedResource,
  readPlanFile,
  staleReason,
} from "../../push/plan-file.ts";
import { dryRunMessage, type PushOptions, push } from "../../push/push.ts";
import { canceled } from "../../push/result.ts";
import { inRunOrder } from "../../push/rules/run-order.ts";
import { refusedExposure } from "../../push/session/grants.ts";
import type { RunOrders } from "../../push/session/run-order.ts";
import type { Session } from "../../push/session/session.ts";
import type { SessionFile } from "../../push/session/sessions.ts";
import { Simulations } from "../../push/simulation/session.ts";
import { PushedTogether } from "../../push/together.ts";
import { printableJson } from "../../text/printable.ts";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { reasonOf, writeReasonOf } from "../../workspace/files/file-errors.ts";
import { readOwnFile, writeOwnFile } from "../../workspace/files/own-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { type Io, UsageError } from "../io.ts";
import { refusalOf } from "./conversation.ts";
import { type PushRun, pushRun, type RunOptions } from "./push-run.ts";

/** Collects the plans of a dry run. */
export class PlanRecorder {
  private readonly resources: PlannedResource[] = [];

  add(path: string, { place }: Session, plan: Plan): void {
    this.resources.push(plannedResource(path, plan, place));
  }

  /** Replaces the file atomically. */
  write(path: string, { options }: Pick<PlanFile, "options">, io: Io): void {
    const file: PlanFile = { version: 1, options, resources: this.resources };
    try {
      const target = withForwardSlashes(resolve(io.cwd, path));
      writeOwnFile(target, `${printableJson(file)}\n`, baseFor(target, withForwardSlashes(io.cwd)));
    } catch (error) {
      throw new UsageError(`Cannot write '${path}'. ${writeReasonOf(error, path)}`);
    }
  }
}

export function readPlan(path: string, io: Io): PlanFile {
  let text: string;
  try {
    const source = withForwardSlashes(resolve(io.cwd, path));
    text = readOwnFile(source, baseFor(source, withForwardSlashes(io.cwd))).toString();
  } catch (error) {
    throw new UsageError(`Cannot read '${path}'. ${reasonOf(error)}`);
  }
  const plan = readPlanFile(text);
  if ("error" in plan) throw new UsageError(`'${path}': ${plan.error}`);
  return plan;
}

export interface PlanRunOptions
  extends Pick<RunOptions, "format" | "overwrite" | "job" | "grants"> {
  readonly dryRun: boolean;
}

/** A resource of the plan, with its session. `path` is relative to the folder of its `weir.json`. */
interface PlannedWork {
  readonly planned: PlannedResource;
  readonly path: string;
  readonly session: Session;
  readonly plan: Plan;
}

/** Carries out a plan. Every resource is compared with the service before anything is sent. */
export async function pushPlan(file: PlanFile, io: Io, options: PlanRunOptions): Promise<number> {
  let current: PlannedResource | undefined;
  const { dryRun, ...shared } = options;
  const profiles = new Set(file.resources.map((it) => it.profile));
  const runOptions: RunOptions = {
    ...shared,
    job: options.job ?? file.options.job,
    // The plan was reviewed, so there is no prompt.
    yes: true,
    // Each `weir.json` may have its own default.
    profile: profiles.size === 1 ? [...profiles][0] : undefined,
    refuse: (plan) =>
      current && !isAsPlanned(plan, current)
        ? "Something else has changed since the plan was created. Nothing was sent. Create a new plan."
        : undefined,
  };
  const { status } = await pushRun(io, runOptions, async (run) => {
    const planned = new PlannedRun(file, io, run);
    const orders = await planned.orders();
    const found = await compareAll(file, io, run, runOptions, {
      simulations: new Simulations(),
      options: { orders, together: planned.together(orders) },
    });
    if (!found) return;
    const asked = { orders, together: planned.together(orders) };
    for (const { planned, path, session, plan } of found) {
      current = planned;
      const result = dryRun
        ? dryResult(path, session, plan)
        : run.signal.aborted
          ? run.sessions.failed(path, canceled)
          : await carryOut(file, planned, path, session, asked);
      run.add({ ...result, path: planned.path });
    }
  });
  return status;
}

/** All that a plan does, for what its files do together. */
class PlannedRun {
  constructor(
    private readonly file: PlanFile,
    private readonly io: Io,
    private readonly run: PushRun,
  ) {}

  async orders(): Promise<RunOrders> {
    const { resources } = this.file;
    const pushed = resources.filter((it) => it.planned !== "delete");
    const hasDeletions = pushed.length < resources.length;
    const { orders } = await inRunOrder(pushed, (it) => this.workOf(it), hasDeletions);
    return orders;
  }

  together(orders: RunOrders): PushedTogether {
    const planned = new Map<string, PlannedResource>();
    const keyOf = (path: string, { lock }: Session) => `${lock.path} ${path}`;
    return new PushedTogether({
      files: async () => {
        const found: SessionFile[] = [];
        for (const it of this.file.resources) {
          const work = await this.workOf(it);
          if (!work) continue;
          planned.set(keyOf(work.path, work.session), it);
          found.push(work);
        }
        return found;
      },
      change: (path, session, options) => {
        const resource = planned.get(keyOf(path, session));
        if (!resource) throw new Error(`'${path}' is not in the plan.`);
        return carryOut(this.file, resource, path, session, options);
      },
      options: { orders },
    });
  }

  private async workOf({ path }: PlannedResource): Promise<SessionFile | undefined> {
    const file = withForwardSlashes(resolve(this.io.cwd, path));
    const work = await this.run.sessions.sessionFor(file);
    return "refusal" in work ? undefined : work;
  }
}

function carryOut(
  file: PlanFile,
  planned: PlannedResource,
  path: string,
  session: Session,
  options: PushOptions,
) {
  if (planned.planned === "delete") return deleteResources(path, session, options);
  return push(path, session, { ...file.options, ...options });
}

function dryResult(path: string, { place }: Session, plan: Plan): Result {
  const outcome = plan.outcome === "unchanged" ? "unchanged" : "skipped";
  return { path, profile: place.profile, outcome, ids: {}, message: dryRunMessage(plan), plan };
}

interface Comparison {
  readonly simulations: Simulations;
  readonly options: PushOptions;
}

/** Undefined if the plan is outdated; the reasons are added to the results. */
async function compareAll(
  file: PlanFile,
  io: Io,
  run: PushRun,
  agreed: Pick<RunOptions, "overwrite" | "job">,
  at: Comparison,
): Promise<PlannedWork[] | undefined> {
  const checked: (PlannedWork | Result)[] = [];
  for (const [i, planned] of file.resources.entries()) {
    run.progress(`Comparing ${i + 1} of ${file.resources.length}: ${planned.path}`);
    checked.push(await compareOne(file, planned, io, run, agreed, at));
  }
  const isWork = (it: PlannedWork | Result): it is PlannedWork => "session" in it;
  if (checked.every(isWork)) return checked;
  for (const it of checked) {
    if (!isWork(it)) run.add(it);
    else
      run.add({
        ...run.sessions.failed(
          it.planned.path,
          "Not pushed, because another file no longer fits the plan.",
        ),
        outcome: "skipped",
        profile: it.planned.profile,
      });
  }
  return undefined;
}

/** A resource is compared with what the calls before it leave. */
async function compareOne(
  file: PlanFile,
  planned: PlannedResource,
  io: Io,
  run: PushRun,
  agreed: Pick<RunOptions, "overwrite" | "job">,
  { simulations, options }: Comparison,
): Promise<PlannedWork | Result> {
  if (run.signal.aborted) return run.sessions.failed(planned.path, canceled);
  const work = await run.sessions.sessionFor(withForwardSlashes(resolve(io.cwd, planned.path)));
  if ("refusal" in work) return run.sessions.failed(planned.path, work.refusal);
  const { session, path } = work;
  const refused = (reason: string): Result => ({
    ...run.sessions.failed(planned.path, `${reason} Nothing was sent. Create a new plan.`),
    profile: session.place.profile,
  });
  if (planned.planned === "delete" && session.files.exists(path))
    return refused(`'${planned.path}' exists again.`);
  const at = simulations.of(session);
  const result = await carryOut(file, planned, path, at, { ...options, dryRun: true });
  const { plan } = result;
  if (result.refused) return { ...result, path: planned.path };
  if (!plan) return refused("No job uses this filter now.");
  const reason = staleReason(planned, plan, session.place) ?? refusalOf(plan, agreed);
  if (reason !== undefined) return refused(reason);
  const exposure = await refusedExposure(plan.exposes ?? [], session, false);
  if (exposure === undefined) return { planned, path, session, plan };
  return { ...run.sessions.failed(planned.path, exposure), profile: session.place.profile };
}
