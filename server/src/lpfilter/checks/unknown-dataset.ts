import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { datasets } from "../catalog/datasets.ts";
import { isKnownDataset } from "../catalog/fields.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const unknownDataset: FilterCheck<"filter"> = {
  code: "unknown-dataset",
  severity: "error",
  summary: "The dataset does not exist.",
  why: "The dataset determines which fields a filter can use. To use a dataset that Weir does not know yet, add its fields under `fields` in `weir.json`.",
  on: "filter",
  run(filter, report, scope) {
    const { directive } = scope;
    if (directive) inDirective(directive, report, scope);
    const { forcedDataset, datasets: configured, isForJobs } = scope.context;
    if (forcedDataset === undefined && directive?.name) return;
    const start = filter.where?.name ?? { start: 0, end: Math.min(1, scope.text.length) };
    for (const name of forcedDataset === undefined ? configured : [forcedDataset]) {
      if (isKnownDataset(name, scope.context.extraFields)) continue;
      const outside = isForJobs ? "by a job with this filter" : "in the settings";
      const source = forcedDataset === undefined ? outside : "on the command line";
      report(start, `Unknown dataset ${shorten(name)}, set ${source}.${advice(name)}`);
    }
  },
  examples: [
    `
// @dataset http_request
            ^^^^^^^^^^^^ error: Unknown dataset 'http_request'. Did you mean 'http_requests'?
{ "where": { "key": "AnyField", "operator": "eq", "value": "x" } }
=>
// @dataset http_requests
{ "where": { "key": "AnyField", "operator": "eq", "value": "x" } }
`,
    {
      context: { datasets: ["gateway-dns"] },
      text: `
{ "where": { "key": "AnyField", "operator": "eq", "value": "x" } }
  ^^^^^^^ error: Unknown dataset 'gateway-dns', set in the settings. Did you mean 'gateway_dns'?
`,
    },
    {
      context: { datasets: ["dns_log"], isForJobs: true },
      text: `
{ "where": { "key": "AnyField", "operator": "eq", "value": "x" } }
  ^^^^^^^ error: Unknown dataset 'dns_log', set by a job with this filter. Did you mean 'dns_logs'?
`,
    },
    {
      context: { extraFields: { brand_new_logs: { AnyField: "string" } } },
      text: `
// @dataset brand_new_logs
{ "where": { "key": "AnyField", "operator": "eq", "value": "x" } }
`,
    },
  ],
};

const names: readonly string[] = datasets.map((it) => it.name);

function inDirective(directive: Span & { readonly name: string }, report: Report, scope: Scope) {
  const { name } = directive;
  if (name === "") {
    const start = scope.text.lastIndexOf("@dataset", directive.start);
    const message = "'@dataset' needs a value, as in '// @dataset http_requests'.";
    report({ start, end: start + "@dataset".length }, message);
    return;
  }
  if (isKnownDataset(name, scope.context.extraFields)) return;
  const guess = nearest(name, names);
  const fixes: Fix[] = guess ? [likelyFix(`Use '${guess}'`, [replace(directive, guess)])] : [];
  report(directive, `Unknown dataset ${shorten(name)}.${advice(name)}`, { fixes });
}

function advice(name: string): string {
  const guess = nearest(name, names);
  return guess ? ` Did you mean '${guess}'?` : "";
}
