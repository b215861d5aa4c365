import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { datasetNamed, suggestField } from "../../lpfilter/language.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { nameDataset } from "../rewrite/insert.ts";
import { listedFields } from "../syntax/job.ts";
import { hasVariable } from "../syntax/variables.ts";
import type { JobCheck, Scope } from "./check.ts";

export const unknownField: JobCheck<"field"> = {
  code: "unknown-field",
  severity: "error",
  summary: "The dataset has no such field.",
  why: "Field names are case-sensitive and differ between datasets. Add fields that Weir does not know yet under `fields` in `weir.json`.",
  on: "field",
  run(node, report, scope) {
    const { dataset } = scope.job;
    // An unknown dataset is reported once, not at each field.
    if (scope.fields.has(node.value) || !datasetNamed(dataset) || hasVariable(node.value, node))
      return;
    if (/^(?:\*|all)$/i.test(node.value)) {
      everyField(node, report, scope);
      return;
    }
    const lacking = { dataset, fields: scope.fields };
    const { advice, fixes } = suggestField(node, lacking, (it) => nameDataset(scope.job, it));
    report(node, `'${dataset}' has no field ${shorten(node.value)}.${advice}`, {
      fixes,
      ...(onSomePage.has(node.value) ? { severity: "hint" } : {}),
    });
  },
  examples: [
    `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["ClientRequesrHost", " ClientRequestURI", "QueryName"] }
                                      ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'ClientRequesrHost'. Did you mean 'ClientRequestHost'?
                                                           ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field ' ClientRequestURI'. Use 'ClientRequestURI'.
                                                                                ^^^^^^^^^^^ error: 'http_requests' has no field 'QueryName'. Found in datasets 'dns_firewall_logs', 'dns_logs', 'gateway_dns'.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["ClientRequestHost", " ClientRequestURI", "QueryName"] }
}
---
{
  "dataset": "magic_bgp_logs",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["*"] }
                                      ^^^ error: There is no wildcard for all fields. List the fields to send.
}
`,
    {
      context: { extraFields: { http_requests: { BrandNewField: "string" } } },
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["BrandNewField"] }
}
`,
    },
  ],
};

/** Names that the documentation uses but does not list. */
const onSomePage = new Set(["ResponseFields"]);

function everyField(node: JsonString, report: Report, { job, fields }: Scope): void {
  const listed = new Set(listedFields(job).map((it) => it.value));
  const missing = [...fields.values()].filter((it) => !it.deprecated && !listed.has(it.name));
  const names = missing.map((it) => JSON.stringify(it.name)).join(", ");
  report(node, "There is no wildcard for all fields. List the fields to send.", {
    fixes: names ? [likelyFix("List every field", [replace(node, names)])] : [],
  });
}
