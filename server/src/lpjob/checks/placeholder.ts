import type { Report } from "../../core/check.ts";
import { type Fix, mostFindings } from "../../core/diagnostic.ts";
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
  summary: "Something that is to be filled in is not written as a push understands it.",
  why: `\`${variable("NAME")}\` inside a string is replaced by that variable of the environment on push. Everything else goes to the service as it stands, and so does a filter, which may well look for such texts.`,
  on: "job",
  run(job, report) {
    let found = 0;
    for (const { value } of job.json.text.includes("${") ? (job.object?.properties ?? []) : []) {
      // Nothing is filled in there: attacks have just that in their requests, and filters look for them.
      if (value === job.filter?.value) continue;
      eachValue(value, (it) => {
        if (it.kind === "string" && found < mostFindings) found += variables(job, it, report);
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
                                 ^^^^^^^^^ warning: '\${BUCKET}' is pushed as it stands. Write '\${env:BUCKET}' for a variable of the environment.
                                                  ^^^^^^^^^^^^ error: Expected '}' to close this '\${' but found the end.
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
                ^^^^^^^ error: '\${env:}' names no variable. Write one, of letters, digits and underscores.
  "dataset": "http_requests",
  "destination_conf": "gs://<bucket>/{DATE}"
                            ^^^^^^^^ warning: '<bucket>' is still to be filled in.
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
    if (++found === mostFindings) break;
  }
  return found;
}

/** Other texts may have `${…}` of their own, such as templates for whoever reads the logs. */
function isOurs({ written }: Variable): boolean {
  return /^\s*env\b/i.test(written);
}

function tell({ start, end, written, closed }: Variable, inside: Inside, report: Report): void {
  const span = { start: inside(start), end: inside(end) };
  if (!closed) {
    report(span, "Expected '}' to close this '${' but found the end.");
    return;
  }
  const shown = shorten(`\${${written}}`);
  const name = /^\s*(?:env\s*[:.]\s*)?([A-Za-z_]\w*)\s*$/i.exec(written)?.[1];
  if (name === undefined || /^env$/i.test(name)) {
    report(span, `${shown} names no variable. Write one, of letters, digits and underscores.`);
    return;
  }
  const right = variable(name);
  const fixes: Fix[] = [{ title: `Write '${right}'`, edits: [replace(span, right)], guess: true }];
  const advice = `Write '${right}' for a variable of the environment.`;
  report(span, `${shown} is pushed as it stands. ${advice}`, { fixes, severity: "warning" });
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
      `${shorten(match[0])} is still to be filled in.`,
      {
        severity: "warning",
      },
    );
    if (++found === mostFindings) return;
  }
}
