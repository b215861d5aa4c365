import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { unfilterable } from "../catalog/fields.ts";
import { successorOf } from "../catalog/substitutes.ts";
import type { FilterCheck } from "./check.ts";

export const deprecatedField: FilterCheck<"oddCondition"> = {
  code: "deprecated-field",
  severity: "warning",
  summary: "The field is deprecated.",
  why: "A deprecated field may be empty in new log lines, or be removed. A filter on it then keeps the wrong lines without an error.",
  on: "oddCondition",
  run({ field, key }, report, scope) {
    if (!field?.deprecated || !key?.value || unfilterable(field)) return;
    const { name, deprecated } = field;
    const successor = deprecated === true ? undefined : scope.fields.get(deprecated);
    if (successor?.type !== field.type) {
      const advice =
        deprecated === true ? successorOf(scope.datasets[0] ?? "", name) : `Use '${deprecated}'.`;
      report(key.value, `'${name}' is deprecated. ${advice}`, { look: "deprecated" });
      return;
    }
    // The new field may have other values.
    const title = `Use '${successor.name}'`;
    const edits = [replace(key.value, JSON.stringify(successor.name))];
    report(key.value, `'${name}' is deprecated. Use '${successor.name}'.`, {
      fixes: [likelyFix(title, edits)],
      look: "deprecated",
    });
  },
  examples: `
// @dataset gateway_network
{ "where": { "key": "Transport", "operator": "eq", "value": "udp" } }
                    ^^^^^^^^^^^ warning: 'Transport' is deprecated. Use 'TransportProtocol'.
=>
// @dataset gateway_network
{ "where": { "key": "TransportProtocol", "operator": "eq", "value": "udp" } }
---
{ "where": { "key": "OriginResponseTime", "operator": "gt", "value": 1000000000 } }
                    ^^^^^^^^^^^^^^^^^^^^ warning: 'OriginResponseTime' is deprecated. Use 'OriginResponseDurationMs', which is in milliseconds.
---
{ "where": { "key": "OriginResponseDurationMs", "operator": "gt", "value": 1000 } }
`,
};
