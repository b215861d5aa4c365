import { ownerOf, type Unfilterable, unfilterable } from "../catalogue/fields.ts";
import { substituteFor } from "../catalogue/instead.ts";
import type { FilterCheck } from "./check.ts";

export const unfilterableField: FilterCheck<"oddCondition"> = {
  code: "unfilterable-field",
  severity: "error",
  summary: "The service takes no filter on this field.",
  why: "A filter looks at texts, numbers, truth values and plain lists. It cannot look into objects, such as request headers, and the service refuses a few fields of `firewall_events` by name. A transformer can do both, but a job has either a filter or a transformer.",
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
  examples: [
    {
      text: `
{ "where": { "key": "RequestHeaders", "operator": "contains", "value": "curl" } }
                    ^^^^^^^^^^^^^^^^ error: 'RequestHeaders' is an object, and a filter cannot look into it. Use a field such as 'ClientRequestHost', 'ClientRequestReferer' or 'ClientRequestUserAgent', or a transformer.
`,
    },
    {
      text: `
{ "where": { "key": "Cookies.session", "operator": "eq", "value": "1" } }
                    ^^^^^^^^^^^^^^^^^ error: 'Cookies' is an object, and a filter cannot look into it. Use a transformer.
`,
    },
    {
      text: `
// @dataset firewall_events
{ "where": { "key": "Action", "operator": "eq", "value": "block" } }
                    ^^^^^^^^ error: The service takes no filter on 'Action'. Use 'SecurityActions' of the dataset 'http_requests', or a transformer.
`,
    },
    {
      text: `
// @dataset magic_ids_detections
{ "where": { "key": "Action", "operator": "eq", "value": "block" } }
`,
    },
  ],
};

const because: Readonly<Record<Unfilterable, (name: string) => string>> = {
  object: (name) => `'${name}' is an object, and a filter cannot look into it.`,
  "list of objects": (name) =>
    `'${name}' is a list of objects, and a filter cannot look into them.`,
  refused: (name) => `The service takes no filter on '${name}'.`,
};
