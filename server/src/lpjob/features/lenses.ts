import type { Lens } from "../../core/analysis.ts";
import { plural } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import { setValue } from "../syntax/job.ts";
import { percent } from "./describe.ts";

/** One lens above the job with dataset and destination, and one above a filter inside it. */
export function lenses(doc: Document): readonly Lens[] {
  const { object } = doc.job;
  const title = object && titleOf(doc);
  const own = title ? [{ start: object.start, end: object.start + 1, title }] : [];
  return [...own, ...(doc.inline?.lenses() ?? [])];
}

function titleOf({ job }: Document): string | undefined {
  const { destination, dataset, fieldNames } = job;
  if (!destination) return undefined;
  const provider = destination.provider?.name ?? destination.scheme?.text;
  const count = fieldNames?.items.length;
  return [
    `Sends ${dataset} to ${provider ?? "its destination"}`,
    ...(count === undefined ? [] : [plural(count, "field")]),
    ...sample(job),
    ...status(job),
  ].join(" · ");
}

/** New jobs are disabled by default. */
function status(job: Document["job"]): string[] {
  const enabled = setValue(job, "job", "enabled");
  if (!enabled) return ["'enabled' is not set"];
  return enabled.kind === "boolean" && !enabled.value ? ["disabled"] : [];
}

function sample(job: Document["job"]): string[] {
  const rate = setValue(job, "output_options", "sample_rate");
  if (rate?.kind !== "number" || rate.value <= 0 || rate.value >= 1) return [];
  return [`${percent(rate.value)} of the lines`];
}
