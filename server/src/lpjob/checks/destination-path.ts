import { safeFix } from "../../core/diagnostic.ts";
import { remove } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { looksLikeKey } from "../../vocabulary/key-shapes.ts";
import { within } from "../syntax/destination.ts";
import { hasPlaceholder, hasVariable } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const destinationPath: JobCheck<"destination"> = {
  code: "destination-path",
  severity: "error",
  summary: "The bucket, host or path of the destination is missing or invalid.",
  why: "The part between the scheme and the query identifies the destination. For a provider that has one fixed path, any other path is a warning.",
  on: "destination",
  run(destination, report) {
    const { provider, address, scheme, node } = destination;
    if (!provider || !scheme) return;
    const shown = `'${scheme.text}://'`;
    if (/^[/\s]*$/.test(address.text)) {
      report(
        scheme,
        `Missing ${provider.address.what.replace(/^an? /, "")} after ${shown}. Add one.`,
      );
      return;
    }
    const second = /^[a-z][a-z\d]*:\/\//i.exec(address.text)?.[0];
    if (second) {
      const span = within(destination, address, 0, second.length);
      const fix = safeFix(`Remove '${second}'`, [remove(span)]);
      // With two valid schemes either may be right, and the host of a URL is not a bucket.
      const sure =
        /^https:/i.test(second) &&
        scheme.text !== "https" &&
        /host|endpoint/.test(provider.address.what);
      report(span, `A destination has one scheme. Remove '${second}'.`, {
        fixes: [sure ? fix : { ...fix, guess: true }],
      });
      return;
    }
    const { path, name, what } = provider.address;
    const first = /^[^/]*/.exec(address.text)?.[0] ?? "";
    if (
      name &&
      !hasPlaceholder(first, node) &&
      !/[\s$%{}]/.test(first) &&
      !name.pattern.test(first)
    ) {
      const span = within(destination, address, 0, first.length);
      // A subdomain may be a key, which messages do not repeat.
      const labels = first.split(".").map((it) => (looksLikeKey(it) ? "…" : it));
      const found = shorten(labels.join("."));
      report(
        span,
        `${what.replace(/^an? (.)/, (_, it) => it.toUpperCase())} ${found} needs ${name.form}.`,
        {
          severity: "warning",
        },
      );
    }
    if (!path || hasVariable(address.text, node) || path.pattern.test(address.text)) return;
    const severity = provider.scheme === "bq" ? "error" : "warning";
    const wanted = `Expected '${path.form}' after ${shown}.`;
    report(address, wanted, { severity });
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "gs://" }
                                                   ^^ error: Missing bucket after 'gs://'. Add one.
---
{ "dataset": "http_requests", "destination_conf": "datadog://https://intake.example.com?header_DD-API-KEY=\${env:DD_API_KEY}" }
                                                             ^^^^^^^^ error: A destination has one scheme. Remove 'https://'.
=>
{ "dataset": "http_requests", "destination_conf": "datadog://intake.example.com?header_DD-API-KEY=\${env:DD_API_KEY}" }
---
{ "dataset": "http_requests", "destination_conf": "bq://project.dataset.table?credentials=base64:\${env:KEY}" }
                                                        ^^^^^^^^^^^^^^^^^^^^^ error: Expected 'projects/<project>/datasets/<dataset>/tables/<table>' after 'bq://'.
`,
};
