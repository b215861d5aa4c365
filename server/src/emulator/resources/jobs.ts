import { datasetScopes, defaultDataset } from "../../languages.ts";
import { isRecord } from "../../text/record.ts";
import { codes, type ErrorItem, type Reply, refuse, refuseAny, success } from "../envelope.ts";
import { requireFound, type ScopedCall } from "../http/call.ts";
import { Fields, object } from "../shapes.ts";
import type { Job } from "../state/state.ts";
import { challengeFor, destinationProblem, hasOwner } from "./destinations.ts";
import { jobValidators } from "./job-validators.ts";
import { datasetOf } from "./transformers.ts";
import { filterProblems } from "./validate.ts";

/** Properties that cannot be changed after creation. */
const immutable = ["dataset", "kind"] as const;

export function listJobs(call: ScopedCall): Reply {
  return success([...call.scope.jobs.values()].map(shown));
}

export function listJobsOfDataset(call: ScopedCall): Reply {
  const jobs = [...call.scope.jobs.values()].filter((it) => it.dataset === call.params.dataset);
  return success(jobs.map(shown));
}

export function getJob(call: ScopedCall): Reply {
  return success(shown(jobOf(call)));
}

export function createJob(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  fields.require("destination_conf");
  const sent = readJob(fields, call);
  const job = { kind: "", enabled: false, ...sent, dataset: sent.dataset ?? defaultDataset } as Job;
  noteWrongScope(job, fields, call);
  noteConflicts(job, fields, call);
  for (const why of badPredicates(sent, job, call))
    fields.note("filter", `creating a new job is not allowed: ${why}`, codes.notAllowed);
  refuseAny(400, problems);
  if (call.scope.jobs.size >= call.settings.jobQuota)
    refuse(403, codes.notAllowed, "creating a new job is not allowed: exceeded max jobs allowed");
  const id = call.state.nextJob++;
  call.scope.jobs.set(id, { ...job, id });
  return success(shown({ ...job, id }));
}

/** A partial update at the top level; `output_options` is replaced as a whole. */
export function updateJob(call: ScopedCall): Reply {
  const job = jobOf(call);
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const sent = readJob(fields, call);
  for (const name of immutable) {
    const advice = "Delete the job and create another.";
    if ((sent[name] ?? job[name]) !== job[name])
      fields.note(name, `The ${name} of a job cannot be changed. ${advice}`);
  }
  const changed = { ...job, ...sent, dataset: job.dataset } as Job;
  noteConflicts(changed, fields, call);
  for (const why of badPredicates(sent, changed, call))
    fields.note("filter", `updating a job is not allowed: ${why}`, codes.notAllowed);
  refuseAny(400, problems);
  call.scope.jobs.set(job.id, changed);
  return success(shown(changed));
}

export function deleteJob(call: ScopedCall): Reply {
  const { id } = jobOf(call);
  call.scope.jobs.delete(id);
  return success({ id });
}

function jobOf(call: ScopedCall): Job {
  const { job } = call.params;
  const id = /^\d+$/.test(job ?? "") ? Number(job) : Number.NaN;
  return requireFound(call.scope.jobs.get(id), "job", job);
}

/** The properties sent, without the challenge, which is never returned. */
function readJob(fields: Fields, call: ScopedCall): Partial<Job> {
  const { ownership_challenge, ...sent } = fields.known(jobValidators().job);
  if (object.takes(sent.output_options))
    fields.inside("output_options").known(jobValidators().output);
  if (typeof sent.destination_conf === "string") {
    const problem = destinationProblem(sent.destination_conf);
    if (problem !== undefined) fields.note("destination_conf", problem);
    const expected = challengeFor(call.scope, sent.destination_conf);
    const isProven = ownership_challenge === expected;
    if (ownership_challenge !== undefined && !isProven)
      fields.note("ownership_challenge", "The challenge does not match this destination.");
    else if (call.settings.ownership && !isProven && hasOwner(sent.destination_conf))
      fields.note("ownership_challenge", "Ownership of this destination is not proven.");
  }
  return sent;
}

function noteWrongScope(job: Job, fields: Fields, { scope }: ScopedCall): void {
  const scopes = datasetScopes(job.dataset);
  const here = scope.kind === "zones" ? "zone" : "account";
  if (scopes.length === 0 || scopes.includes(here)) return;
  fields.note("dataset", `'${job.dataset}' is a dataset for ${scopes[0]}s, not for ${here}s.`);
}

/** Invalid combinations of properties. */
function noteConflicts(job: Job, fields: Fields, call: ScopedCall): void {
  if (job.transformer_id !== undefined && job.transformer_id !== null)
    noteTransformer(job, fields, datasetOf(job.transformer_id, call));
  if (job.kind === "edge" && job.dataset !== "http_requests")
    fields.note("kind", `'edge' jobs only support 'http_requests', not '${job.dataset}'.`);
  for (const name of ["max_upload_bytes", "max_upload_records"]) {
    if (job.kind === "edge" && job[name])
      fields.note(name, `'edge' jobs do not support '${name}'.`);
  }
}

/** A number that the account does not have is accepted: what the service does is not documented. */
function noteTransformer(
  { filter, output_options, dataset }: Job,
  fields: Fields,
  needed: string | undefined,
): void {
  if (needed !== undefined && needed !== dataset)
    fields.note(
      "transformer_id",
      `The transformer selects from '${needed}', but the dataset of the job is '${dataset}'.`,
    );
  if (filter)
    fields.note(
      "filter",
      "a job cannot have both a filter and a transformer configured; use one or the other",
    );
  if (isRecord(output_options) && output_options.output_type === "csv")
    fields.note("output_options", "A job with a transformer needs the output type 'ndjson'.");
}

/** An empty filter means no filter; a filter that is not sent was validated earlier. */
function badPredicates(sent: Partial<Job>, job: Job, { settings }: ScopedCall): readonly string[] {
  if (!sent.filter) return [];
  const problems = filterProblems(sent.filter, job.dataset, settings.limits);
  return problems.map((it) => `bad predicate: ${it}`);
}

function shown(job: Job): Job {
  return { ...job, error_message: null, last_complete: null, last_error: null };
}
