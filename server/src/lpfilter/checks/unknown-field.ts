import type { Fix } from "../../core/diagnostic.ts";
import type { JsonString } from "../../json/tree.ts";
import { insert, replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { Field } from "../catalogue/dataset.ts";
import { datasetNamed } from "../catalogue/datasets.ts";
import { datasetsWith, fieldsOf, ownerOf, unfilterable } from "../catalogue/fields.ts";
import { formerName } from "../catalogue/instead.ts";
import { datasetDirective } from "../directives.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const unknownField: FilterCheck<"condition"> = {
  code: "unknown-field",
  severity: "error",
  summary: "The dataset has no field of this name.",
  why: "Field names are exact, letter case included, and each dataset has its own. A field newer than Weir's catalogue can be named under `fields` in `weir.json`.",
  on: "condition",
  run(condition, report, scope) {
    if (condition.field && scope.datasets.length === 1) return;
    const name = condition.key?.value;
    if (name?.kind !== "string") return;
    for (const dataset of scope.datasets) {
      // An unknown dataset is reported once, at its directive, and its fields are not known.
      if (!datasetNamed(dataset)) continue;
      const fields =
        dataset === scope.datasets[0] ? scope.fields : fieldsOf(dataset, scope.context.extraFields);
      if (fields.has(name.value)) continue;
      const owner = ownerOf(name.value, fields);
      // What lies inside an object cannot be filtered on, which another check says.
      if (owner && unfilterable(owner)) continue;
      const { advice, fixes } = suggest(name, { dataset, fields, owner }, scope);
      const others =
        scope.datasets.length > 1 ? ` This filter serves ${scope.datasets.length} datasets.` : "";
      report(name, `'${dataset}' has no field ${shorten(name.value)}.${others}${advice}`, {
        fixes,
      });
      return;
    }
  },
  examples: [
    {
      text: `
{ "where": { "key": "clientip", "operator": "eq", "value": "192.0.2.1" } }
                    ^^^^^^^^^^ error: 'http_requests' has no field 'clientip'. Write 'ClientIP'.
`,
      fixed: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequesrHost", "operator": "eq", "value": "shop.example.com" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'ClientRequesrHost'. Did you mean 'ClientRequestHost'?
`,
      fixed: `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" } }
`,
    },
    {
      text: `
{ "where": { "key": " ClientRequestURI", "operator": "eq", "value": "/login" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field ' ClientRequestURI'. Write 'ClientRequestURI'.
`,
      fixed: `
{ "where": { "key": "ClientRequestURI", "operator": "eq", "value": "/login" } }
`,
    },
    {
      text: `
// @dataset gateway_dns
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/login" } }
                    ^^^^^^^^^^^^^^^^^^^ error: 'gateway_dns' has no field 'ClientRequestPath'. These datasets have it: 'http_requests', 'firewall_events', 'websocket_analytics'.
`,
      fixed: `
// @dataset http_requests
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/login" } }
`,
    },
    {
      text: `
{ "where": { "key": "BrandNewField", "operator": "eq", "value": "x" } }
`,
      context: { extraFields: { http_requests: { BrandNewField: "string" } } },
    },
    {
      text: `
{ "where": { "key": "RayID", "operator": "eq", "value": "x" } }
`,
      context: { datasets: ["http_requests", "firewall_events"] },
    },
  ],
};

interface Suggestion {
  readonly advice: string;
  readonly fixes: readonly Fix[];
}

function suggest(
  written: JsonString,
  { dataset, fields, owner }: Lacking,
  scope: Scope,
): Suggestion {
  const name = written.value.trim();
  if (name === "") return { advice: " Write the name of one.", fixes: [] };
  if (fields.has(name)) return change(written, name, "sure");
  if (owner) return change(written, owner.name, "guess");
  const near = nearest(name, fields.keys());
  if (near && withoutDress(near) === withoutDress(name)) return change(written, near, "sure");
  const elsewhere = otherDatasets(name, scope);
  const guess = formerName(dataset, name) ?? (elsewhere.advice ? undefined : near);
  if (!guess) return elsewhere;
  const { advice, fixes } = change(written, guess, "guess");
  return { advice: advice + elsewhere.advice, fixes: [...fixes, ...elsewhere.fixes] };
}

/** The dataset that has no such field, and the one it has that the name starts with. */
interface Lacking {
  readonly dataset: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly owner: Field | undefined;
}

function change(written: JsonString, name: string, certainty: "sure" | "guess"): Suggestion {
  const fix = { title: `Change to '${name}'`, edits: [replace(written, JSON.stringify(name))] };
  return certainty === "sure"
    ? { advice: ` Write '${name}'.`, fixes: [fix] }
    : { advice: ` Did you mean '${name}'?`, fixes: [{ ...fix, guess: true }] };
}

/** The filter may be right and its dataset wrong. */
function otherDatasets(name: string, scope: Scope): Suggestion {
  // Most people push HTTP requests, so those come first.
  const all = datasetsWith(name).sort(
    (a, b) => Number(b === "http_requests") - Number(a === "http_requests"),
  );
  const shown = all.slice(0, 3);
  const fixes = shown.map((it) => nameDataset(it, scope));
  if (all.length === 0) return { advice: "", fixes };
  if (all.length === 1) return { advice: ` The dataset '${all[0]}' has it.`, fixes };
  const more = all.length > 3 ? ` and ${all.length - 3} more` : "";
  const names = shown.map((it) => `'${it}'`).join(", ");
  return { advice: ` These datasets have it: ${names}${more}.`, fixes };
}

function nameDataset(name: string, { filter, text }: Scope): Fix {
  const directive = datasetDirective(filter.json);
  const title = `Name the dataset '${name}'`;
  if (directive?.name) return { title, edits: [replace(directive, name)], guess: true };
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  return { title, edits: [insert(start, `// @dataset ${name}${lineEnd}`)], guess: true };
}

function withoutDress(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, "");
}
