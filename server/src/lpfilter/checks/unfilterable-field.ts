import { ownerOf, type Unfilterable, unfilterable } from "../catalog/fields.ts";
import { substituteFor } from "../catalog/substitutes.ts";
import type { FilterCheck } from "./check.ts";

export const unfilterableField: FilterCheck<"oddCondition"> = {
  code: "unfilterable-field",
  severity: "error",
  summary: "The field cannot be filtered.",
  why: "Filters support strings, numbers, Booleans and arrays of them, but not objects such as request headers. The service also rejects a few fields of `firewall_events`. A transformer can read all of them, but a job has either a filter or a transformer.",
  on: "oddCondition",
  run({ field, key }, report, scope) {
    const name = key?.value;
    if (name?.kind !== "string") return;
    const owner = field ?? ownerOf(name.value, scope.fields);
    const reason = owner && unfilterable(owner);
    if (!reason || !owner) return;
    const dataset = scope.datasets[0] ?? "";
    report(name, `${because[reason](owner.name)} ${substituteFor(dataset, owner.name)}`);
  },
  examples: `
{ "where": { "key": "RequestHeaders", "operator": "contains", "value": "curl" } }
                    ^^^^^^^^^^^^^^^^ error: 'RequestHeaders' is an object, which cannot be filtered. Use a field such as 'ClientRequestHost', 'ClientRequestReferer' or 'ClientRequestUserAgent', or a transformer.
---
{ "where": { "key": "Cookies.session", "operator": "eq", "value": "1" } }
                    ^^^^^^^^^^^^^^^^^ error: 'Cookies' is an object, which cannot be filtered. Use a transformer.
---
// @dataset firewall_events
{ "where": { "key": "Action", "operator": "eq", "value": "block" } }
                    ^^^^^^^^ error: 'Action' cannot be filtered. Use 'SecurityActions' in dataset 'http_requests', or a transformer.
---
// @dataset magic_ids_detections
{ "where": { "key": "Action", "operator": "eq", "value": "block" } }
`,
};

const because: Readonly<Record<Unfilterable, (name: string) => string>> = {
  object: (name) => `'${name}' is an object, which cannot be filtered.`,
  "list of objects": (name) => `'${name}' is an array of objects, which cannot be filtered.`,
  refused: (name) => `'${name}' cannot be filtered.`,
};
