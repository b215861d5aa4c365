import type { LogTest } from "../../core/log-test.ts";
import type { TrialText } from "../../core/trial.ts";
import { keepsAll } from "../../lpfilter/language.ts";
import { hasHole } from "../../text/hole.ts";
import { check } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { deliveredBy } from "../evaluation/delivered.ts";
import { logFilter } from "../evaluation/log-filter.ts";
import { readOptions } from "../evaluation/options.ts";
import { outputOf } from "../evaluation/output.ts";
import { rateOf } from "../evaluation/rate.ts";
import { propertyIn, setValue } from "../syntax/job.ts";
import { hasVariable } from "../syntax/variables.ts";
import { normalPath } from "../values/paths.ts";

/** Diagnostics do not prevent a trial, unless the job or its filter cannot be read. */
export function trials(doc: Document): readonly TrialText[] {
  const { job, json } = doc;
  const dataset =
    job.datasetNode && hasVariable(job.dataset, job.datasetNode) ? undefined : job.dataset;
  const text = { language: "lpjob", dataset };
  if (!job.object || json.errors.length > 0) return [{ ...text, error: reasonIn(doc) }];
  const output = outputOf(readOptions(job), doc.fields);
  const rate = rateOf(job, doc.context.prices);
  const shown = { ...titleOf(job), ...destinationOf(job) };
  return [{ ...text, ...shown, output, rate, delivered: deliveredBy(job), ...filterOf(doc) }];
}

function titleOf(job: Document["job"]): Pick<TrialText, "title"> {
  const name = setValue(job, "job", "name");
  return name?.kind === "string" && !hasHole(name.value) ? { title: name.value } : {};
}

/** Only the bucket or host, because the rest may hold secrets. */
function destinationOf({ destination }: Document["job"]): Pick<TrialText, "destination"> {
  const scheme = destination?.provider?.scheme;
  if (!destination || scheme === undefined) return {};
  const [start = ""] = destination.address.text.split(/[/?{$]/);
  const place = start.slice(start.lastIndexOf("@") + 1);
  return { destination: `${scheme}://${hasHole(place) ? "" : place}` };
}

function filterOf(doc: Document): Partial<TrialText> {
  const { filter } = doc.job;
  const written = propertyIn(doc.job, "job", "filter")?.property.value;
  if (written && doc.context.hasHoles && hasHole(doc.text.slice(written.start, written.end)))
    return { isFilterInHost: true };
  switch (filter?.kind) {
    case undefined:
    case "none": {
      const undecided = logFilter(doc)?.undecided;
      return undecided ? { error: undecided.reason } : { trial: keepsAll, test: everything };
    }
    case "path":
      return { filterFile: normalPath(filter.value.value) ?? filter.value.value };
    default: {
      const [found] = (doc.inline ?? doc.escaped)?.trials?.() ?? [];
      if (!found?.trial) {
        const { error = reasonIn(doc), readable } = found ?? {};
        return { error, ...(readable && { readable }) };
      }
      return { trial: found.trial, ...(found.test && { test: found.test }) };
    }
  }
}

const everything: LogTest = { kind: "group", start: 0, end: 0, logical: "and", parts: [] };

function reasonIn(doc: Document): string {
  const problem = check(doc).find((it) => it.severity === "error");
  return problem?.message ?? "The job cannot be evaluated.";
}
