import type { Report } from "../../core/check.ts";
import { type Fix, maxDiagnostics } from "../../core/diagnostic.ts";
import { type Inside, insideOf } from "../../json/features/inside.ts";
import { eachValue, type JsonString } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { variable } from "../catalogue/variable.ts";
import type { Job } from "../syntax/job.ts";
import { type Variable, variablesIn } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const placeholder: JobCheck<"job"> = {
  code: "placeholder",
  severity: "error",
  summary: "A placeholder is not in a form that push replaces.",
  why: `\`${variable("NAME")}\` inside a string is replaced by that environment variable on push. Everything else is sent literally, including the filter, which may search for such strings.`,
  on: "job",
  run(job, report) {
    let found = 0;
    for (const { value } of job.json.text.includes("${") ? (job.object?.properties ?? []) : []) {
      // Not replaced in filters: attack requests contain such text, and filters search for it.
      if (value === job.filter?.value) continue;
      eachValue(value, (it) => {
        if (it.kind === "string" && found < maxDiagnostics) found += variables(job, it, report);
      });
    }
    standIns(job, report);
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/\${BUCKET}?region=\${env:REGION"
                                 ^^^^^^^^^ warning: '\${BUCKET}' is sent literally. Use '\${env:BUCKET}' for an environment variable.
                                                  ^^^^^^^^^^^^ error: Missing '}' for this '\${'.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/\${env:BUCKET}?region=\${env:REGION"
}
`,
    },
    {
      text: `
{
  "name": "shop-\${env:}",
                ^^^^^^^ error: Invalid variable name in '\${env:}'. Use letters, digits and underscores.
  "dataset": "http_requests",
  "destination_conf": "gs://<bucket>/{DATE}"
                            ^^^^^^^^ warning: Placeholder '<bucket>' has no value yet. Replace it.
}
`,
    },
    {
      text: `
{
  "name": "shop-\${env:STAGE}",
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "batch_prefix": "\${not ours}" },
  "filter": { "where": { "key": "ClientRequestURI", "operator": "contains", "value": "\${env:" } }
}
`,
    },
  ],
};

function variables(job: Job, node: JsonString, report: Report): number {
  if (!node.value.includes("${")) return 0;
  const inside = insideOf(job.json.text, node);
  const anyIsOurs = node === job.destination?.node;
  let found = 0;
  for (const it of variablesIn(node.value)) {
    if (it.name !== undefined || !(anyIsOurs || isOurs(it))) continue;
    tell(it, inside, report);
    if (++found === maxDiagnostics) break;
  }
  return found;
}

/** Other strings may contain `${…}`, such as templates for consumers of the logs. */
function isOurs({ written }: Variable): boolean {
  return /^\s*env\b/i.test(written);
}

function tell({ start, end, written, closed }: Variable, inside: Inside, report: Report): void {
  const span = { start: inside(start), end: inside(end) };
  if (!closed) {
    report(span, "Missing '}' for this '${'.");
    return;
  }
  const shown = shorten(`\${${written}}`);
  const name = /^\s*(?:env\s*[:.]\s*)?([A-Za-z_]\w*)\s*$/i.exec(written)?.[1];
  if (name === undefined || /^env$/i.test(name)) {
    report(span, `Invalid variable name in ${shown}. Use letters, digits and underscores.`);
    return;
  }
  const right = variable(name);
  const fixes: Fix[] = [{ title: `Use '${right}'`, edits: [replace(span, right)], guess: true }];
  const advice = `Use '${right}' for an environment variable.`;
  report(span, `${shown} is sent literally. ${advice}`, { fixes, severity: "warning" });
}

/** `<bucket>`, as in examples, or `{{ bucket }}`, as other tools fill it in. */
function standIns({ destination }: Job, report: Report): void {
  if (!destination) return;
  let found = 0;
  for (const match of destination.node.value.matchAll(/<[A-Za-z][\w .:-]*>|\{\{[^{}]*\}\}/g)) {
    const { inside } = destination;
    const end = match.index + match[0].length;
    report(
      { start: inside(match.index), end: inside(end) },
      `Placeholder ${shorten(match[0])} has no value yet. Replace it.`,
      {
        severity: "warning",
      },
    );
    if (++found === maxDiagnostics) return;
  }
}
