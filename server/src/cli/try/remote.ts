import type { DeliveredLogs } from "../../core/trial.ts";
import { thousands } from "../../text/wording.ts";
import type { TryAnswer } from "../../try/answer.ts";
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

/** A job delivered exactly the lines that its filter kept at that time. */
export function withDeliveredNote(given: TryAnswer): TryAnswer {
  const priced = given.results.find((it) => it.price && "without" in it.price);
  if (!priced) return given;
  const message =
    "Lines that a filter dropped were not delivered, so without the filter the price may be higher.";
  const notes = [...(given.logs.notes ?? []), { path: priced.path, message }];
  return { ...given, logs: { ...given.logs, notes } };
}

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
