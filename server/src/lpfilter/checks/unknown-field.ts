import { shorten } from "../../text/shorten.ts";
import { datasetNamed } from "../catalog/datasets.ts";
import { logFieldsOf, ownerOf, unfilterable } from "../catalog/fields.ts";
import { suggestField } from "../syntax/field-names.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const unknownField: FilterCheck<"oddCondition"> = {
  code: "unknown-field",
  severity: "error",
  summary: "The dataset has no such field.",
  why: "Field names are case-sensitive and differ between datasets. Add fields that Weir does not know yet under `fields` in `weir.json`.",
  on: "oddCondition",
  run(condition, report, scope) {
    if (condition.field && scope.datasets.length === 1) return;
    const name = condition.key?.value;
    if (name?.kind !== "string") return;
    for (const dataset of scope.datasets) {
      // An unknown dataset is reported once, at its directive.
      if (!datasetNamed(dataset)) continue;
      const fields =
        dataset === scope.datasets[0]
          ? scope.fields
          : logFieldsOf(dataset, scope.context.extraFields);
      if (fields.has(name.value)) continue;
      const owner = ownerOf(name.value, fields);
      // Properties of an object cannot be filtered on; another check reports this.
      if (owner && unfilterable(owner)) continue;
      if (name.value.trim() === "") {
        report(name, 'Missing field. Add one, as in "ClientIP".');
        return;
      }
      const { advice, fixes } = suggestField(name, { dataset, fields }, (it) =>
        mayName(it, scope) ? scope.nameDataset(it) : undefined,
      );
      const others =
        scope.datasets.length > 1
          ? ` This filter is used with ${scope.datasets.length} datasets.`
          : "";
      // Explains where the dataset comes from, because changing it here would have no effect.
      const isOfJob = scope.context.isForJobs && !scope.directive?.name;
      const why = isOfJob && fixes.length === 0 ? ", which a job uses with this filter," : "";
      report(name, `'${dataset}'${why} has no field ${shorten(name.value)}.${others}${advice}`, {
        fixes,
      });
      return;
    }
  },
  examples: [
    `
{ "where": { "key": "clientip", "operator": "eq", "value": "192.0.2.1" } }
                    ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Use 'ClientIP'.
=>
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
---
{ "where": { "key": "ClientRequesrHost", "operator": "eq", "value": "shop.example.com" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'ClientRequesrHost'. Did you mean 'ClientRequestHost'?
=>
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" } }
---
{ "where": { "key": " ClientRequestURI", "operator": "eq", "value": "/login" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field ' ClientRequestURI'. Use 'ClientRequestURI'.
=>
{ "where": { "key": "ClientRequestURI", "operator": "eq", "value": "/login" } }
---
// @dataset gateway_dns
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/login" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'gateway_dns' has no field 'ClientRequestPath'. Found in datasets 'http_requests', 'firewall_events', 'websocket_analytics'.
=>
// @dataset http_requests
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/login" } }
`,
    {
      context: { extraFields: { http_requests: { BrandNewField: "string" } } },
      text: `
{ "where": { "key": "BrandNewField", "operator": "eq", "value": "x" } }
`,
    },
    {
      context: { datasets: ["http_requests", "firewall_events"] },
      text: `
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
    },
    {
      context: { datasets: ["dns_logs"], isForJobs: true },
      text: `
{ "where": { "key": "ClientASN", "operator": "eq", "value": 64496 } }
                    ^^^^^^^^^^^ error: 'dns_logs', which a job uses with this filter, has no field 'ClientASN'. Found in datasets 'http_requests', 'account_abuse_protection_events', 'firewall_events' and 1 more.
`,
    },
  ],
};

/** A directive does not change the jobs, so only their dataset is suggested. */
function mayName(dataset: string, { context }: Scope): boolean {
  return !context.isForJobs || context.datasets.every((it) => it === dataset);
}
