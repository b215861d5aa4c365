import type { Inlay } from "../../core/analysis.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { datasetScopes } from "../../lpfilter/language.ts";
import { type Span, touches } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import type { Document } from "../document.ts";
import { type Job, setValue } from "../syntax/job.ts";
import { percent } from "./describe.ts";

/** The scope of a dataset, readable limits, and the hints of the filter. */
export function inlays(doc: Document, span: Span): readonly Inlay[] {
  const { job } = doc;
  const own = [scope(job), sampled(job), bytes(job)].filter((it) => it !== undefined);
  return [
    ...own.filter((it) => touches(span, it.offset)),
    ...(doc.inline?.inlays(span) ?? []),
  ].sort((a, b) => a.offset - b.offset);
}

function scope({ datasetNode, dataset }: Job): Inlay | undefined {
  const scopes = datasetScopes(dataset);
  if (!datasetNode || scopes.length === 0) return undefined;
  const label = scopes.join(" or ");
  const tooltip = `Jobs with this dataset belong to ${scopes.map((it) => (it === "account" ? "an account" : "a zone")).join(" or to ")}.`;
  return { offset: datasetNode.end, label, tooltip };
}

function sampled(job: Job): Inlay | undefined {
  const rate = setValue(job, "output_options", "sample_rate");
  if (rate?.kind !== "number" || rate.value <= 0 || rate.value >= 1) return undefined;
  return after(rate, percent(rate.value), "The share of log lines to send.");
}

function bytes(job: Job): Inlay | undefined {
  const most = setValue(job, "job", "max_upload_bytes");
  if (most?.kind !== "number" || most.value < 1_000_000) return undefined;
  const megabytes = thousands(Math.round(most.value / 1_000_000));
  return after(most, `${megabytes} MB`, "The maximum file size, uncompressed.");
}

function after(value: JsonValue, label: string, tooltip: string): Inlay {
  return { offset: value.end, label, tooltip };
}
