import type { RemoteJob, Scope } from "../api/shapes.ts";
import { parseJson } from "../json/syntax/parse.ts";
import { applyEdits, type Edit, insert, replace } from "../text/edit.ts";
import { jobSettings } from "./drafts/job.ts";
import { jobById, ownerOf } from "./jobs/find-by-id.ts";
import { jobLabel } from "./jobs/work.ts";
import { hideDestination } from "./masking/destination.ts";
import { secretsIn } from "./masking/variables.ts";
import type { PlanDraft, Planned, Result } from "./plan/plan.ts";
import { requireCurrentPlan } from "./plan/require-current-plan.ts";
import { carryOut, type PushOptions } from "./push.ts";
import { PushError } from "./push-error.ts";
import { noFile } from "./records/records.ts";
import { resultOf } from "./result.ts";
import { confirmOutcome } from "./session/outcome.ts";
import type { Session } from "./session/session.ts";

/** Enables or disables a job without a file. */
export function enableById(
  id: string,
  isOn: boolean,
  session: Session,
  options: PushOptions,
): Promise<Result> {
  const work = { plan: (at: Session) => planEnable(id, isOn, at) };
  return resultOf(id, session, () => carryOut(work, session, options));
}

type Outcome = Omit<Result, "path" | "profile">;

async function planEnable(id: string, isOn: boolean, session: Session): Promise<Planned | Outcome> {
  const owner = ownerOf(id, session);
  if (owner !== undefined && session.files.exists(owner))
    throw new PushError(`Job ${id} belongs to '${owner}'. Set "enabled" there, and push it.`);
  const found = await jobById(id, session);
  if (!found) throw new PushError(`No job on the service has the ID '${id}'.`);
  const { job, scope } = found;
  hideDestination(job.destination_conf, session.service.secrets);
  const label = secretsIn(session.env).hide(jobLabel(job, { template: {} }));
  const ids = { job: id };
  if ((job.enabled === true) === isOn) {
    const message = `Job ${label} is already ${isOn ? "enabled" : "disabled"}.`;
    return { outcome: "unchanged", ids, message };
  }
  const plan: PlanDraft = {
    path: id,
    title: `${isOn ? "Enable" : "Disable"} job ${label}`,
    outcome: "updated",
    ids,
    changes: [{ name: "enabled", before: !isOn, after: isOn }],
    notes: [`The job ${isOn ? "starts" : "stops"} sending log lines.`],
  };
  return {
    plan,
    async run() {
      await send(plan, job, scope, isOn, session);
      const message = `${isOn ? "Enabled" : "Disabled"} job ${label}.`;
      return { ids, message, cannotUndo: noFile(id) };
    },
  };
}

async function send(
  { title }: PlanDraft,
  job: RemoteJob,
  scope: Scope,
  isOn: boolean,
  { service, stop, conversation }: Session,
): Promise<void> {
  const { jobs } = service;
  const read = () => jobs.get(scope, job.id);
  requireCurrentPlan(`job ${job.id}`, job, await read(), jobSettings);
  stop?.before(title);
  conversation.progress(title);
  const call = () =>
    confirmOutcome({
      what: title,
      send: () => jobs.update(scope, job.id, { enabled: isOn }),
      look: async () => {
        const now = await read();
        return now?.enabled === isOn ? now : undefined;
      },
    });
  await (stop ? stop.during(call) : call());
}

/** The text of a job with `enabled` set. The rest is kept as written. */
export function enabledText(path: string, text: string, isOn: boolean): string {
  const { root, errors } = parseJson(text);
  if (root?.kind !== "object" || errors.length > 0)
    throw new PushError(`'${path}' has errors. Fix them first.`);
  const written = root.properties.findLast((it) => it.name.value === "enabled")?.value;
  return applyEdits(text, [written ? replace(written, String(isOn)) : added(text, root, isOn)]);
}

type Root = Extract<NonNullable<ReturnType<typeof parseJson>["root"]>, { kind: "object" }>;

/** Adds the property after the last one, with the same whitespace before it. */
function added(text: string, root: Root, isOn: boolean): Edit {
  const written = `"enabled": ${isOn}`;
  const last = root.properties.at(-1);
  if (!last) return insert(root.start + 1, ` ${written} `);
  const before = /\r?\n[ \t]*$/.exec(text.slice(0, last.start))?.[0] ?? " ";
  return insert(last.end, `,${before}${written}`);
}
