import type { Report } from "../../core/check.ts";
import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { destinationSchemes, suggestedScheme } from "../catalog/providers.ts";
import type { Destination, DestinationPart } from "../syntax/destination.ts";
import { startsUnseen } from "../syntax/variables.ts";
import { pastedUrl } from "../values/pasted-url.ts";
import type { JobCheck } from "./check.ts";

export const destinationScheme: JobCheck<"destination"> = {
  code: "destination-scheme",
  severity: "error",
  summary: "The destination has no scheme, or an unknown one.",
  why: "The scheme, before `://`, selects the provider. A scheme that resembles no known one is only a warning, because the service may support more providers than Weir knows.",
  on: "destination",
  run(destination, report) {
    const { scheme, provider, node } = destination;
    if (provider || node.value.trim() === "" || pastedUrl(destination)) return;
    if (scheme) unknown(scheme, report);
    else if (!startsUnseen(node)) missing(destination, report);
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "S3://logs/{DATE}?region=eu-central-1" }
                                                   ^^ error: Unknown scheme 'S3://'. Use 's3://'.
=>
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=eu-central-1" }
---
{ "dataset": "http_requests", "destination_conf": "ftp://logs.example.com/" }
                                                   ^^^ warning: Unknown scheme 'ftp://'. Use 'r2', 's3', 'gs', 'azure', 'splunk', 'datadog', 'https', 'sumo', 'sentinelone', 'kinesis', 'bq' or 'ibmcl'.
---
{ "dataset": "http_requests", "destination_conf": "logs/{DATE}?region=eu-central-1" }
                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Missing scheme. Add one, as in 's3://bucket/path'.
---
{ "dataset": "http_requests", "destination_conf": "\${env:LOG_DESTINATION}" }
`,
};

function unknown(scheme: DestinationPart, report: Report): void {
  const suggested = suggestedScheme(scheme.text);
  const guess = suggested ?? nearest(scheme.text, destinationSchemes);
  // Another name may be another provider, or one without encryption.
  const sure = suggested === scheme.text.toLowerCase();
  const shown = shorten(`${scheme.text}://`);
  if (!guess) {
    const known = `Unknown scheme ${shown}. Use ${alternatives(destinationSchemes)}.`;
    report(scheme, known, { severity: "warning" });
    return;
  }
  const fix = safeFix(`Use '${guess}://'`, [replace(scheme, guess)]);
  const advice = suggested ? `Use '${guess}://'.` : `Did you mean '${guess}://'?`;
  report(scheme, `Unknown scheme ${shown}. ${advice}`, {
    fixes: [sure ? fix : { ...fix, guess: true }],
  });
}

function missing({ node }: Destination, report: Report): void {
  const advice = "Add one, as in 's3://bucket/path'.";
  report(node, `Missing scheme. ${advice}`);
}
