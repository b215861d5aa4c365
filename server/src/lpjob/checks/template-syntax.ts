import type { Report } from "../../core/check.ts";
import { type Fix, mostFindings } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { OtherAction } from "../syntax/template.ts";
import type { JobCheck, Scope } from "./check.ts";

export const templateSyntax: JobCheck<"template"> = {
  code: "template-syntax",
  severity: "error",
  summary: "The template has something in braces that the service does not know.",
  why: 'A template is a small part of Go\'s: text, fields such as `{{.ClientIP}}`, constants such as `{{"x"}}`, and comments. There are no conditions, loops, functions or pipes.',
  on: "template",
  run({ actions }, report, scope) {
    let found = 0;
    for (const action of actions) {
      if (action.kind !== "unclosed" && action.kind !== "unknown") continue;
      look(action, report, scope);
      if (++found === mostFindings) return;
    }
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID", "ClientIP"],
    "record_template": "{{RayID}} {{.ClientIP | json}} {{.RayID"
                        ^^^^^^^^^ error: A field in a template has a dot before its name. Write '{{.RayID}}'.
                                  ^^^^^^^^^^^^^^^^^^^^ error: A template has fields, as in '{{.ClientIP}}', and constants, but not '.ClientIP | json'.
                                                       ^^^^^^^^ error: Expected '}}' to close this '{{' but found the end.
  }
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID", "ClientIP"],
    "record_template": "{{.RayID}} {{.ClientIP | json}} {{.RayID"
  }
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID"],
    "record_template": "ray={{.RayID}}{{/* the }} end */}}{{\\"\\\\n\\"}}{{\`double{{curly}}braces\`}}"
  }
}
`,
    },
  ],
};

function look(action: OtherAction, report: Report, { fields, job }: Scope): void {
  if (action.kind === "unclosed") {
    report(action, "Expected '}}' to close this '{{' but found the end.");
    return;
  }
  const word = /^-?\s*([A-Za-z_]\w*)\s*-?$/.exec(action.written)?.[1];
  const isField =
    word !== undefined &&
    (fields.has(word) || job.fieldNames?.items.some((it) => "value" in it && it.value === word));
  if (isField) {
    const [before, after] = [/^-\s/.test(action.written), /\s-$/.test(action.written)];
    const right = `{{${before ? "- " : ""}.${word}${after ? " -" : ""}}}`;
    const fixes: Fix[] = [{ title: `Write '${right}'`, edits: [replace(action, right)] }];
    report(action, `A field in a template has a dot before its name. Write '${right}'.`, { fixes });
    return;
  }
  const written = shorten(action.written.trim());
  const known = "A template has fields, as in '{{.ClientIP}}', and constants";
  report(action, `${known}, but not ${written}.`);
}
