import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { datasetNamed } from "../catalogue/datasets.ts";
import { datasetsWith, fieldsOf } from "../catalogue/fields.ts";
import type { FilterCheck } from "./check.ts";

export const unknownField: FilterCheck<"condition"> = {
  code: "unknown-field",
  severity: "error",
  summary: "The dataset has no field of this name.",
  why: "Field names are exact, letter case included, and each dataset has its own. A field newer than Weir's catalogue can be named under `fields` in `weir.json`.",
  on: "condition",
  run(condition, report, scope) {
    const name = condition.key?.value;
    if (name?.kind !== "string") return;
    for (const dataset of scope.datasets) {
      // An unknown dataset is reported once, at its directive, and its fields are not known.
      if (!datasetNamed(dataset)) continue;
      const fields =
        dataset === scope.datasets[0] ? scope.fields : fieldsOf(dataset, scope.context.extraFields);
      if (fields.has(name.value)) continue;
      const guess = nearest(name.value.trim(), fields.keys());
      const fixes = guess
        ? [{ title: `Change to '${guess}'`, edits: [replace(name, JSON.stringify(guess))] }]
        : [];
      report(name, `'${dataset}' has no field '${name.value}'.${advice(guess, name.value)}`, {
        fixes,
      });
      return;
    }
  },
  examples: [
    {
      text: `
{ "where": { "key": "clientip", "operator": "eq", "value": "192.0.2.1" } }
                    ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Did you mean 'ClientIP'?
`,
      fixed: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
`,
    },
    {
      text: `
// @dataset gateway_dns
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/login" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'gateway_dns' has no field 'ClientRequestPath'. These datasets have it: 'http_requests', 'firewall_events', 'websocket_analytics'.
`,
    },
    {
      text: `
{ "where": { "key": "BrandNewField", "operator": "eq", "value": "x" } }
`,
      context: { extraFields: { http_requests: { BrandNewField: "string" } } },
    },
  ],
};

function advice(guess: string | undefined, name: string): string {
  if (guess) return ` Did you mean '${guess}'?`;
  // Most people push HTTP requests, so those come first.
  const others = datasetsWith(name).sort(
    (a, b) => Number(b === "http_requests") - Number(a === "http_requests"),
  );
  const shown = others.slice(0, 3).map((it) => `'${it}'`);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : "";
  if (others.length === 0) return "";
  return others.length === 1
    ? ` The dataset ${shown[0]} has it.`
    : ` These datasets have it: ${shown.join(", ")}${more}.`;
}
