import type { DeliveredLogs } from "../../core/trial.ts";
import { thousands } from "../../text/wording.ts";
import type { Subject } from "../../try/subject.ts";
import { destinationName, textsIn } from "../../try/try.ts";
import { UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** With '--logs', the samples of 'weir.json', also those in buckets, which are not read otherwise. */
export const samplesName = "samples:";

export function samplesIn(subjects: readonly Subject[], settings: Settings): readonly string[] {
  return subjects.flatMap(({ file }) =>
    Object.values(settings.configFor(file)?.config.samples ?? {}),
  );
}

/** The most lines that are pulled without '--head'. */
export const mostPulled = 100_000;

/** What the only job of the files has delivered. */
export function deliveredBy(subjects: readonly Subject[]): DeliveredLogs {
  const jobs = subjects.flatMap(textsIn).flatMap((it) => it.delivered ?? []);
  const [job, ...others] = jobs;
  if (!job || others.length > 0)
    throw new UsageError(
      `'--logs ${destinationName}' needs a single job, but there are ${thousands(jobs.length)}.`,
    );
  return job;
}
