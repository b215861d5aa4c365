import { codes, type ErrorItem, type Reply, refuse, refuseAny, success } from "../envelope.ts";
import { type LogRecord, readTransformer } from "../explorer/transform.ts";
import { QueryError } from "../explorer/values.ts";
import { requireFound, type ScopedCall } from "../http/call.ts";
import { Fields, object, type Validator } from "../shapes.ts";
import type { Transformer } from "../state/state.ts";

/** The transformers of an account: SQL that a job runs on each line. */

const mostCode = 32_768;
const name = bytes(255);
const description = bytes(4096);
const code = bytes(mostCode);

export function listTransformers(call: ScopedCall): Reply {
  return success([...call.scope.transformers.values()].map((it) => shown(it, call)));
}

export function getTransformer(call: ScopedCall): Reply {
  return success(shown(transformerOf(call), call));
}

export function createTransformer(call: ScopedCall): Reply {
  const sent = sentIn(call, true);
  const id = call.state.nextJob++;
  const { now } = call;
  const { code: first = "", ...about } = sent;
  const created: Transformer = {
    ...about,
    id,
    created_at: now,
    updated_at: now,
    versions: [{ code: first, created_at: now }],
  };
  call.scope.transformers.set(id, created);
  return success(shown(created, call));
}

/** New code is a new version; a description that is not sent is removed. */
export function updateTransformer(call: ScopedCall): Reply {
  const { id, created_at, versions } = transformerOf(call);
  const { code: next, ...about } = sentIn(call, false);
  const { now } = call;
  const changed: Transformer = {
    ...about,
    id,
    created_at,
    updated_at: now,
    versions: next === undefined ? versions : [...versions, { code: next, created_at: now }],
  };
  call.scope.transformers.set(id, changed);
  return success(shown(changed, call));
}

export function deleteTransformer(call: ScopedCall): Reply {
  const { id } = transformerOf(call);
  if (jobsOf(id, call).length > 0)
    refuse(409, codes.inUse, `Transformer '${id}' is used by a job. Change the job first.`);
  call.scope.transformers.delete(id);
  return success({ id });
}

export function getContent(call: ScopedCall): Reply {
  const { versions } = transformerOf(call);
  const asked = call.query.get("version_id");
  const version = asked === null ? versions.at(-1) : versions[Number(asked) - 1];
  return success({ content: requireFound(version, "version", asked ?? "").code });
}

export function listVersions(call: ScopedCall): Reply {
  const rows = transformerOf(call).versions.map(({ created_at }, index) => ({
    id: index + 1,
    version: index + 1,
    created_at,
  }));
  const limit = Number(call.query.get("limit") ?? rows.length);
  return success(rows.reverse().slice(0, limit));
}

/** The record as the job would send it, or null. The official client reads an array. */
export function previewTransformer(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const sql = fields.need("sql", code) ?? "";
  const input = fields.need("input", object) ?? {};
  refuseAny(400, problems);
  const output = underErrors(() => readTransformer(sql).run(input as LogRecord));
  return success(output === null ? null : [output]);
}

/** The dataset of the SQL of a transformer, if the account has it. */
export function datasetOf(id: unknown, { state, scope }: ScopedCall): string | undefined {
  const account = state.scopes.get(`accounts/${scope.account}`);
  const known = typeof id === "number" ? account?.transformers.get(id) : undefined;
  return known && readTransformer(known.versions.at(-1)?.code ?? "").dataset;
}

function sentIn(call: ScopedCall, isNew: boolean) {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const given = fields.need("name", name) ?? "";
  const about = fields.take("description", description);
  const sql = isNew ? fields.need("code", code) : fields.take("code", code);
  refuseAny(400, problems);
  if (sql !== undefined) underErrors(() => readTransformer(sql));
  return { name: given, ...(about !== undefined && { description: about }), code: sql };
}

function underErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    refuse(400, codes.badExpression, error.message);
  }
}

function transformerOf({ scope, params }: ScopedCall): Transformer {
  const { transformer = "" } = params;
  const id = /^\d+$/.test(transformer) ? Number(transformer) : Number.NaN;
  return requireFound(scope.transformers.get(id), "transformer", transformer);
}

function jobsOf(id: number, { state, scope }: ScopedCall): readonly object[] {
  return [...state.scopes.values()]
    .filter((it) => it.account === scope.id)
    .flatMap((it) =>
      [...it.jobs.values()]
        .filter((job) => job.transformer_id === id)
        .map((job) => ({
          id: job.id,
          name: job.name ?? "",
          object_tag: it.id,
          object_type: it.kind === "zones" ? "zone" : "account",
        })),
    );
}

function shown({ versions, ...rest }: Transformer, call: ScopedCall): object {
  const { dataset } = readTransformer(versions.at(-1)?.code ?? "");
  return { ...rest, dataset, associated_jobs: jobsOf(rest.id, call) };
}

function bytes(most: number): Validator<string> {
  return {
    wants: `a string of at most ${most} bytes`,
    takes: (value): value is string =>
      typeof value === "string" && new TextEncoder().encode(value).length <= most,
  };
}
