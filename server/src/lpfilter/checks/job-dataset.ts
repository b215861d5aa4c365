import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { isKnownDataset } from "../catalog/fields.ts";
import type { FilterCheck } from "./check.ts";

export const jobDataset: FilterCheck<"filter"> = {
  code: "job-dataset",
  severity: "warning",
  summary: "The filter's `@dataset` differs from the dataset of a job that uses it.",
  why: "A filter is pushed as part of its job, so the job's dataset determines which fields are available. A filter written for another dataset may be rejected.",
  on: "filter",
  run(_filter, report, scope) {
    const { directive, context } = scope;
    if (!directive?.name || !context.isForJobs) return;
    // Unknown names are reported by another check.
    const isKnown = (name: string) => isKnownDataset(name, context.extraFields);
    const other = context.datasets.find((it) => it !== directive.name && isKnown(it));
    if (other === undefined || !isKnown(directive.name)) return;
    // With several datasets, any name would be wrong for one of the jobs.
    const fixes: Fix[] =
      context.datasets.length > 1
        ? []
        : [likelyFix(`Use dataset '${other}'`, [scope.nameDataset(other)])];
    const problem = `'@dataset ${directive.name}' is ignored: a job that uses this filter sends '${other}'`;
    const advice = fixes.length > 0 ? `Use '${other}', or change the job` : "Remove '@dataset'";
    report(directive, `${problem}. ${advice}.`, { fixes });
  },
  examples: [
    {
      context: { datasets: ["dns_logs"], isForJobs: true },
      text: `
// @dataset http_requests
            ^^^^^^^^^^^^^ warning: '@dataset http_requests' is ignored: a job that uses this filter sends 'dns_logs'. Use 'dns_logs', or change the job.
{ "where": { "key": "ClientASN", "operator": "eq", "value": 64496 } }
`,
    },
    {
      context: { datasets: ["http_requests", "firewall_events"], isForJobs: true },
      text: `
// @dataset http_requests
            ^^^^^^^^^^^^^ warning: '@dataset http_requests' is ignored: a job that uses this filter sends 'firewall_events'. Remove '@dataset'.
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
    },
    {
      context: { datasets: ["http_requests"], isForJobs: true },
      text: `
// @dataset http_requests
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
    },
    {
      context: { datasets: ["firewall_events"] },
      text: `
// @dataset http_requests
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
    },
  ],
};
