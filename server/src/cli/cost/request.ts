import type { LogTest } from "../../core/log-test.ts";
import { costedText, fieldsToRead } from "../../cost/cost.ts";
import type { KeepFilter } from "../../cost/suggest.ts";
import { textsIn } from "../../try/try.ts";
import type { TryRequest } from "../../try/try-request.ts";
import { type Io, UsageError } from "../io.ts";
import type { CostValues } from "../options.ts";
import type { Settings } from "../settings.ts";
import { onFiles } from "../try/arguments.ts";
import { isSubject } from "../try/report.ts";
import type { FoundSubject } from "../try/subjects.ts";
import { remoteIn, requestOf } from "../try/try-run.ts";
import type { CostArguments } from "./arguments.ts";

/** The filters of '--keep' by dataset. */
export type Keeps = ReadonlyMap<string, readonly (KeepFilter & { readonly test: LogTest })[]>;

export function testsOf(keeps: Keeps): ReadonlyMap<string, readonly LogTest[]> {
  return new Map([...keeps].map(([dataset, some]) => [dataset, some.map((it) => it.test)]));
}

interface Place {
  readonly io: Io;
  readonly settings: Settings;
}

/** The jobs and their logs, as 'weir try' reads them. */
export async function costRequest(
  found: readonly FoundSubject[],
  logs: readonly string[],
  values: CostValues,
  { since, until, before }: Pick<CostArguments, "since" | "until" | "before">,
  keeps: Keeps,
  { io, settings }: Place,
): Promise<TryRequest> {
  const subjects = found.filter(isSubject);
  const texts = subjects.flatMap(textsIn);
  const datasets = new Set(texts.flatMap((it) => (it.rule ? [] : (it.dataset ?? []))));
  const also = subjects[0]
    ? fieldsToRead(datasets, subjects[0].context, [...testsOf(keeps).values()].flat())
    : [];
  const { engine, "engine-command": command } = values;
  if (engine !== undefined && (logs.length > 0 || engine === onFiles))
    throw new UsageError(
      logs.length > 0
        ? `'--engine ${engine}' reads the lines of its table. Omit '--logs'.`
        : `'${onFiles}' counts files, which 'weir cost' reads itself. Omit '--engine'.`,
    );
  const asked =
    engine === undefined
      ? { logs, stdin: undefined }
      : await (await import("./engine-lines.ts")).engineLines(
          { name: engine, command },
          subjects,
          { since: before?.since ?? since, until },
          { io, settings },
        );
  const { dataset, base, format } = values;
  const request = await requestOf(
    found,
    asked.logs,
    {
      ...{ format, by: [...also], explain: false, together: false, "dry-run": false },
      ...(dataset !== undefined && { dataset }),
      ...(base !== undefined && { base }),
      ...(since !== undefined && { since: String(since) }),
      ...(until !== undefined && { until: String(until) }),
    },
    io,
    settings,
  );
  const remote = before
    ? await bothTimes(request, () => remoteIn(logs, subjects, before, io, settings))
    : request.remote;
  const { stdin } = asked;
  return {
    ...request,
    price: true,
    choose: costedText,
    remote,
    question: { ...request.question, by: [], also },
    ...(stdin && { stdin }),
  };
}

/** The objects of buckets are listed for each time. */
async function bothTimes(
  { remote }: TryRequest,
  list: () => Promise<TryRequest["remote"]>,
): Promise<TryRequest["remote"]> {
  if (!remote || remote.size === 0) return remote;
  const earlier = await list();
  return new Map(
    [...remote].map(([path, found]) => [path, [...found, ...(earlier?.get(path) ?? [])]]),
  );
}
