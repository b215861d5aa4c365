import type { Lens } from "../../core/analysis.ts";
import { plural } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import { setValue } from "../syntax/job.ts";
import { percent } from "./describe.ts";

/**
 * One line above the job: dataset and destination, and what a filter inside it keeps. Any text has it, so that lines do not move
 * while it is typed.
 */
export function lenses(doc: Document): readonly Lens[] {
  const { text } = doc;
  const start = doc.job.object?.start ?? text.length;
  const place = { start, end: Math.min(start + 1, text.length) };
  const filter = doc.inline?.lenses().map((it) => ({ ...it, ...place })) ?? [];
  return [{ ...place, title: titleOf(doc) }, ...filter];
}

function titleOf({ job }: Document): string {
  const { destination, dataset, fieldNames } = job;
  const provider = destination?.provider?.name ?? destination?.scheme?.text;
  const count = fieldNames?.items.filter((it) => it.kind !== "string" || it.value !== "").length;
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
