import { datasetNamed } from "../../lpfilter/language.ts";
import { alternatives } from "../../text/wording.ts";
import type { JobCheck } from "./check.ts";

export const optionDataset: JobCheck<"property"> = {
  code: "option-dataset",
  severity: "warning",
  summary: "The option is not for jobs of this dataset.",
  why: "Some options make sense for a few datasets only. With another one the service refuses them or passes over them.",
  on: "property",
  run({ row, property }, report, { job }) {
    if (!row?.datasets || !datasetNamed(job.dataset)) return;
    const { value } = property;
    if (value?.kind !== "boolean" || !value.value || row.datasets.includes(job.dataset)) return;
    const finding = `'${row.name}' is for ${alternatives(row.datasets)}`;
    report(property.name, `${finding}, and this job pushes '${job.dataset}'. Remove it.`);
  },
  examples: [
    {
      text: `
{
  "dataset": "dns_logs",
  "destination_conf": "gs://logs/{DATE}",
  "filter_attack_traffic": true,
  ^^^^^^^^^^^^^^^^^^^^^^^ warning: 'filter_attack_traffic' is for 'http_requests', 'firewall_events' or 'network_analytics_logs', and this job pushes 'dns_logs'. Remove it.
  "output_options": { "field_names": ["QueryName"], "merge_subrequests": true }
                                                    ^^^^^^^^^^^^^^^^^^^ warning: 'merge_subrequests' is for 'http_requests', and this job pushes 'dns_logs'. Remove it.
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "merge_subrequests": true
}
`,
    },
  ],
};
