import type { Fix } from "../../core/diagnostic.ts";
import { isKnownDataset } from "../catalogue/fields.ts";
import type { FilterCheck } from "./check.ts";

export const jobDataset: FilterCheck<"filter"> = {
  code: "job-dataset",
  severity: "warning",
  summary: "The filter names another dataset than a job that uses it.",
  why: "A filter is pushed with its job, and the job's dataset decides which fields there are. What fits the dataset that the filter names may be refused then.",
  on: "filter",
  run(_filter, report, scope) {
    const { directive, context } = scope;
    if (!directive?.name || !context.isForJobs) return;
    // A name that nobody knows is told where it stands.
    const isKnown = (name: string) => isKnownDataset(name, context.extraFields);
    const other = context.datasets.find((it) => it !== directive.name && isKnown(it));
    if (other === undefined || !isKnown(directive.name)) return;
    // With several, a name here would be wrong for one of them.
    const fixes: Fix[] =
      context.datasets.length > 1
        ? []
        : [
            {
              title: `Name the dataset '${other}'`,
              edits: [scope.nameDataset(other)],
              guess: true,
            },
          ];
    const finding = `This says '${directive.name}', and a job that uses this filter pushes '${other}', which counts then`;
    const advice = fixes.length > 0 ? `Write '${other}', or change the job` : "Remove '@dataset'";
    report(directive, `${finding}. ${advice}.`, { fixes });
  },
  examples: [
    {
      text: `
// @dataset http_requests
            ^^^^^^^^^^^^^ warning: This says 'http_requests', and a job that uses this filter pushes 'dns_logs', which counts then. Write 'dns_logs', or change the job.
{ "where": { "key": "ClientASN", "operator": "eq", "value": 64496 } }
`,
      context: { datasets: ["dns_logs"], isForJobs: true },
    },
    {
      text: `
// @dataset http_requests
            ^^^^^^^^^^^^^ warning: This says 'http_requests', and a job that uses this filter pushes 'firewall_events', which counts then. Remove '@dataset'.
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
      context: { datasets: ["http_requests", "firewall_events"], isForJobs: true },
    },
    {
      text: `
// @dataset http_requests
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
      context: { datasets: ["http_requests"], isForJobs: true },
    },
    {
      text: `
// @dataset http_requests
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
      context: { datasets: ["firewall_events"] },
    },
  ],
};
