import type { DeliveredLogs } from "../../core/trial.ts";
import { thousands } from "../../text/wording.ts";
import type { Subject } from "../../try/subject.ts";
import { destinationName, textsIn } from "../../try/try.ts";
import { UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** With '--logs', the samples of 'weir.json', also the samples in buckets, which are not read otherwise. */
export const samplesName = "samples:";

/** The samples that the texts may be tried on. Rules are tried on several datasets. */
export function samplesIn(subjects: readonly Subject[], settings: Settings): ReadonlySet<string> {
  const found = subjects.flatMap((subject) => {
    const samples = settings.configFor(subject.file)?.config.samples ?? {};
    return textsIn(subject).flatMap(({ dataset }) =>
      dataset === undefined ? Object.values(samples) : (samples[dataset] ?? []),
    );
  });
  return new Set(found);
}

/** The most lines that are pulled without '--head'. */
export const mostPulled = 100_000;

/** The logs that the only job of the files has delivered. */
export function deliveredBy(subjects: readonly Subject[]): DeliveredLogs {
  const jobs = subjects.flatMap(textsIn).flatMap((it) => it.delivered ?? []);
  const [job, ...others] = jobs;
  if (!job || others.length > 0)
    throw new UsageError(
      `'--logs ${destinationName}' needs a single job, but there are ${thousands(jobs.length)}.`,
    );
  return job;
}
