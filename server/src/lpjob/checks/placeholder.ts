import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { type StringOffsets, stringOffsets } from "../../json/syntax/string-text.ts";
import { eachValue, type JsonString } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { type Variable, variable, variablesIn } from "../../text/variables.ts";
import type { Job } from "../syntax/job.ts";
import { foreignVariables } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const placeholder: JobCheck<"job"> = {
  code: "placeholder",
  severity: "error",
  summary: "A placeholder is not in a form that a push replaces.",
  why: `\`${variable("NAME")}\` inside a string is replaced by that environment variable on push. Everything else is sent literally, including the filter, which may search for such strings. Outside of it, \`$\${\` is sent as \`\${\`.`,
  on: "job",
  run(job, report, { context }) {
    const isInHost = context.isInHost ?? false;
    let found = 0;
    for (const { value } of job.json.text.includes("${") ? (job.object?.properties ?? []) : []) {
      // Not replaced in filters: attack requests contain such text, and filters search for it.
      if (value === job.filter?.value) continue;
      eachValue(value, (it) => {
        if (it.kind === "string" && found < maxDiagnostics)
          found += variables(job, it, report, isInHost);
      });
    }
    ofOtherTools(job, report, isInHost);
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/\${BUCKET}?region=\${env:REGION"
                                 ^^^^^^^^^ warning: '\${BUCKET}' is sent literally. Use '\${env:BUCKET}' for an environment variable.
                                                  ^^^^^^^^^^^^ error: Missing '}' for this '\${'.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/\${env:BUCKET}?region=\${env:REGION"
}
---
{
  "name": "shop-\${env:}",
                ^^^^^^^ error: Invalid variable name in '\${env:}'. Use letters, digits and underscores.
  "dataset": "http_requests",
  "destination_conf": "gs://<bucket>/{DATE}"
                            ^^^^^^^^ warning: Placeholder '<bucket>' has no value yet. Replace it.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "s3://$BUCKET/%FOLDER%?region=eu-central-1"
                            ^^^^^^^ warning: '$BUCKET' is sent literally. Use '\${env:BUCKET}' for an environment variable.
                                    ^^^^^^^^ warning: '%FOLDER%' is sent literally. Use '\${env:FOLDER}' for an environment variable.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "s3://\${env:BUCKET}/%FOLDER%?region=eu-central-1"
}
---
{
  "name": "shop-\${env:STAGE}",
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "batch_prefix": "\${not ours}", "batch_suffix": "$\${env:literal" },
  "filter": { "where": { "key": "ClientRequestURI", "operator": "contains", "value": "\${env:" } }
}
`,
};

function variables(job: Job, node: JsonString, report: Report, isInHost: boolean): number {
  if (!node.value.includes("${")) return 0;
  const toOffset = stringOffsets(job.json.text, node);
  const anyIsOurs = node === job.destination?.node;
  let found = 0;
  for (const it of variablesIn(node.value)) {
    if (it.name !== undefined || !(anyIsOurs || isOurs(it))) continue;
    if (isInHost) sentByHost(insideSpan(it, toOffset), `\${${it.written}}`, report);
    else reportVariable(it, toOffset, report);
    if (++found === maxDiagnostics) break;
  }
  return found;
}

/** Other strings may contain `${…}`, such as templates for consumers of the logs. */
function isOurs({ written }: Variable): boolean {
  return /^\s*env\b/i.test(written);
}

function reportVariable(
  { start, end, written, closed }: Variable,
  toOffset: StringOffsets,
  report: Report,
): void {
  const span = insideSpan({ start, end }, toOffset);
  if (!closed) {
    report(span, "Missing '}' for this '${'.");
    return;
  }
  const shown = `\${${written}}`;
  const name = /^\s*(?:env\s*[:.]\s*)?([A-Za-z_]\w*)\s*$/i.exec(written)?.[1];
  if (name !== undefined && !/^env$/i.test(name)) notReplaced(span, shown, name, report);
  else
    report(
      span,
      `Invalid variable name in ${shorten(shown)}. Use letters, digits and underscores.`,
    );
}

function insideSpan({ start, end }: Span, toOffset: StringOffsets): Span {
  return { start: toOffset(start), end: toOffset(end) };
}

/** Nothing is replaced by Weir, which does not push the job. */
function sentByHost(span: Span, written: string, report: Report): void {
  const advice = "Use a variable of the tool that reads this file.";
  report(span, `${shorten(written)} is sent literally. ${advice}`, { severity: "warning" });
}

function notReplaced(span: Span, written: string, name: string, report: Report): void {
  const right = variable(name);
  const fixes: Fix[] = [likelyFix(`Use '${right}'`, [replace(span, right)])];
  const advice = `Use '${right}' for an environment variable.`;
  report(span, `${shorten(written)} is sent literally. ${advice}`, { fixes, severity: "warning" });
}

function ofOtherTools({ destination }: Job, report: Report, isInHost: boolean): void {
  if (!destination) return;
  const { toOffset, node } = destination;
  let found = 0;
  for (const { start, end, name } of foreignVariables(node.value)) {
    const span = insideSpan({ start, end }, toOffset);
    const written = node.value.slice(start, end);
    if (name === undefined)
      report(span, `Placeholder ${shorten(written)} has no value yet. Replace it.`, {
        severity: "warning",
      });
    else if (isInHost) sentByHost(span, written, report);
    else notReplaced(span, written, name, report);
    if (++found === maxDiagnostics) return;
  }
}
