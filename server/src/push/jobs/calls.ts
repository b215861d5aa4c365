import { ServiceError } from "../../api/service-error.ts";
import type { RemoteJob } from "../../api/shapes.ts";
import { done } from "../../workspace/lock/lock.ts";
import { type JobDraft, jobSettings } from "../drafts/job.ts";
import { type Change, changesTo, hasAll } from "../plan/settings.ts";
import { PlanOutdated } from "../push-error.ts";
import { type Created, certainly, createdOtherwise, createOnce } from "../session/create-once.ts";
import { Stopped, withAdvice } from "../session/outcome.ts";
import { alikeJobs } from "./locate.ts";
import { type Entry, entryOf, isSameJob, type JobWork, jobLabel, replacing } from "./work.ts";

/** Creates the job, unless another process has done so since the plan was made. */
export async function createJob(work: JobWork, during: Entry): Promise<Created<RemoteJob>> {
  const { slot } = work;
  const { entry } = slot;
  const known = new Set(work.jobs.map((it) => it.id));
  const created = await createOnce<RemoteJob>({
    what: "Create job",
    rivals: async () => {
      const now = await work.session.service.jobs.listAgain(work.draft.scope);
      const fresh = now.filter((it) => !known.has(it.id));
      return alikeJobs({ ...work, jobs: fresh }).sort((a, b) => a.id - b.id);
    },
    create: () => sendJob(work, during),
    older: (rivals, own) => rivals.filter((it) => it.id < own.id),
    remove: (own, older) => deleteReplacedJob(work, older, own),
  });
  const { item, isAdopted } = created;
  const isOther = isAdopted && changesTo(jobSettings(item), work.local).length > 0;
  if (!isOther) {
    if (created.isUnsent) throw new PlanOutdated();
    return created;
  }
  if (entry) slot.set(entry);
  else if (slot.entry) slot.remove();
  throw createdOtherwise(`job ${jobLabel(item, work.draft)}`);
}

function sendJob(work: JobWork, during: Entry) {
  const { draft, session, slot } = work;
  const { jobs } = session.service;
  const body = {
    ...draft.fields,
    ...(draft.filter ? { filter: draft.filter } : undefined),
    ...(draft.challenge === undefined ? undefined : { ownership_challenge: draft.challenge }),
  };
  const before = new Set(work.jobs.map((it) => it.id));
  const call = certainly(() => jobs.create(draft.scope, body));
  return provingOwnership(work, () =>
    slot.during(during, {
      what: "Create job",
      send: call.send,
      look: async () => {
        const fresh = (await jobs.listAgain(draft.scope)).filter((it) => !before.has(it.id));
        return fresh.find((it) => isSameJob(it, work));
      },
    }),
  ).then(call.with);
}

/** Sends only what differs, so that settings not in the file are kept. */
export async function updateJob(
  work: JobWork,
  job: RemoteJob,
  changes: readonly Change[],
): Promise<RemoteJob> {
  const { draft, session, slot } = work;
  const { jobs } = session.service;
  const body = updateBody(draft, job, changes);
  return provingOwnership(work, () =>
    slot.during(
      { ...slot.entry, job: job.id, state: "updating-job" },
      {
        what: `Update job ${jobLabel(job, draft)}`,
        send: () => jobs.update(draft.scope, job.id, body),
        look: async () => {
          const now = await jobs.get(draft.scope, job.id);
          return now && hasAll(jobSettings(now), changes) ? now : undefined;
        },
      },
    ),
  );
}

/** Deletes the replaced job. It stays in the lock file until it is deleted. */
export async function deleteReplacedJob(
  work: JobWork,
  job: RemoteJob,
  old: RemoteJob,
): Promise<void> {
  const { draft, session, slot } = work;
  const { jobs } = session.service;
  const { id } = old;
  const state = { ...entryOf(work.local, job, replacing), old: id };
  slot.set(state);
  try {
    await slot.during(state, {
      what: `Delete job ${jobLabel(old, draft)}`,
      send: () => deleteIfThere(work, id),
      look: async () => ((await jobs.get(draft.scope, id)) ? undefined : true),
    });
  } catch (error) {
    const again = { what: "push again", to: `delete ${id}` };
    throw withAdvice(error, `The new job ${jobLabel(job, draft)} exists.`, again);
  }
  slot.set(entryOf(work.local, job, done));
}

/** Another process that replaced the same job may have deleted it. */
async function deleteIfThere({ draft, session }: JobWork, id: number): Promise<true> {
  const { jobs } = session.service;
  try {
    await jobs.delete(draft.scope, id);
  } catch (error) {
    const isGone = error instanceof ServiceError && error.status === 404;
    if (!isGone || (await jobs.get(draft.scope, id))) throw error;
  }
  return true;
}

/** The service replaces `output_options` as a whole, so unchanged options are sent again. */
function updateBody(
  draft: JobDraft,
  job: RemoteJob,
  changes: readonly Change[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const options: Record<string, unknown> = { ...(job.output_options ?? {}) };
  // As written in the file, which may write a flag as a string.
  const written = (draft.fields.output_options ?? {}) as Readonly<Record<string, unknown>>;
  for (const { name, after } of changes) {
    const option = /^output_options\.(.*)$/s.exec(name)?.[1];
    if (option !== undefined) {
      if (after === undefined) delete options[option];
      else options[option] = written[option];
      body.output_options = options;
    } else if (name === "filter") {
      body.filter = draft.filter ?? "";
    } else {
      body[name] = draft.fields[name];
    }
  }
  if ("destination_conf" in body && draft.challenge !== undefined)
    body.ownership_challenge = draft.challenge;
  return body;
}

/**
 * Some destinations require an ownership challenge. When the service asks for one, request it and stop: the next push must
 * include the token from the challenge file.
 */
async function provingOwnership<Value>(
  { draft, session, slot }: JobWork,
  run: () => Promise<Value>,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const destination = draft.fields.destination_conf;
    const asks =
      error instanceof Stopped && error.known === "not-done" && /ownership/i.test(error.message);
    if (!asks || typeof destination !== "string") throw error;
    if (draft.challenge !== undefined) {
      const advice =
        "The token in 'ownership_challenge' does not match the one in the destination.";
      throw withAdvice(
        error,
        `${advice} Tokens expire after seven days; remove it to get a new one.`,
      );
    }
    session.stop?.before("Request an ownership challenge");
    const { filename } = await session.service.jobs.challenge(draft.scope, destination);
    slot.set({ ...slot.entry, state: "ownership-challenge" });
    throw withAdvice(
      error,
      `The service wrote ${filename === "" ? "a file" : `'${filename}'`} to the destination. Set "ownership_challenge" to its contents, preferably as "\${env:…}", and push again.`,
    );
  }
}
