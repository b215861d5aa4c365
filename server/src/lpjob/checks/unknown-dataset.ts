import type { Fix } from "../../core/diagnostic.ts";
import { datasetNamed, datasetNames } from "../../lpfilter/language.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { hasVariable } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const unknownDataset: JobCheck<"job"> = {
  code: "unknown-dataset",
  severity: "error",
  summary: "The dataset does not exist.",
  why: "The dataset determines which fields a job can send. To use a dataset that Weir does not know yet, add its fields under `fields` in `weir.json`.",
  on: "job",
  run({ datasetNode: node }, report, { context }) {
    if (!node || hasVariable(node.value, node)) return;
    const name = node.value;
    if (datasetNamed(name) || Object.hasOwn(context.extraFields, name)) return;
    const plain = name.trim().toLowerCase().replaceAll("-", "_");
    const sure = datasetNamed(plain)?.name;
    const guess = sure ?? nearest(name, datasetNames);
    const advice = sure ? ` Use '${sure}'.` : guess ? ` Did you mean '${guess}'?` : "";
    report(node, `Unknown dataset ${shorten(name)}.${advice}`, {
      fixes: guess ? [change(node, guess, sure ? {} : { guess: true })] : [],
    });
  },
  examples: [
    `
{ "dataset": "http_request", "destination_conf": "gs://logs/{DATE}" }
             ^^^^^^^^^^^^^^ error: Unknown dataset 'http_request'. Did you mean 'http_requests'?
=>
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
---
{ "dataset": "Gateway-DNS", "destination_conf": "gs://logs/{DATE}" }
             ^^^^^^^^^^^^^ error: Unknown dataset 'Gateway-DNS'. Use 'gateway_dns'.
=>
{ "dataset": "gateway_dns", "destination_conf": "gs://logs/{DATE}" }
`,
    {
      context: { extraFields: { brand_new_logs: { AnyField: "string" } } },
      text: `
{
  "dataset": "brand_new_logs",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["AnyField"] }
}
`,
    },
  ],
};

function change(
  node: { readonly start: number; readonly end: number },
  name: string,
  certainty: Pick<Fix, "guess">,
): Fix {
  const edits = [replace(node, JSON.stringify(name))];
  return { title: `Use '${name}'`, edits, ...certainty };
}
