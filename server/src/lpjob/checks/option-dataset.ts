import { datasetNamed } from "../../lpfilter/language.ts";
import { alternatives } from "../../text/wording.ts";
import type { JobCheck } from "./check.ts";

export const optionDataset: JobCheck<"property"> = {
  code: "option-dataset",
  severity: "warning",
  summary: "The option does not apply to the job's dataset.",
  why: "Some options apply to a few datasets only. For other datasets the service rejects or ignores them.",
  on: "property",
  run({ row, property }, report, { job }) {
    if (!row?.datasets || !datasetNamed(job.dataset)) return;
    const { value } = property;
    if (value?.kind !== "boolean" || !value.value || row.datasets.includes(job.dataset)) return;
    const problem = `'${row.name}' is only for ${alternatives(row.datasets)}`;
    report(property.name, `${problem}, but this job sends '${job.dataset}'. Remove it.`);
  },
  examples: `
{
  "dataset": "dns_logs",
  "destination_conf": "gs://logs/{DATE}",
  "filter_attack_traffic": true,
  ^^^^^^^^^^^^^^^^^^^^^^^ warning: 'filter_attack_traffic' is only for 'http_requests', 'firewall_events' or 'network_analytics_logs', but this job sends 'dns_logs'. Remove it.
  "output_options": { "field_names": ["QueryName"], "merge_subrequests": true }
                                                    ^^^^^^^^^^^^^^^^^^^ warning: 'merge_subrequests' is only for 'http_requests', but this job sends 'dns_logs'. Remove it.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "merge_subrequests": true
}
`,
};
