import type { Report } from "../../core/check.ts";
import { type Fix, maxDiagnostics, safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { OtherAction } from "../syntax/template.ts";
import type { JobCheck, Scope } from "./check.ts";

export const templateSyntax: JobCheck<"template"> = {
  code: "template-syntax",
  severity: "error",
  summary: "The template has an unsupported action.",
  why: 'Templates support a small subset of Go templates: text, fields such as `{{.ClientIP}}`, constants such as `{{"x"}}`, and comments. Conditions, loops, functions and pipelines are not supported.',
  on: "template",
  run({ actions }, report, scope) {
    let found = 0;
    for (const action of actions) {
      if (action.kind !== "unclosed" && action.kind !== "unknown") continue;
      checkAction(action, report, scope);
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID", "ClientIP"],
    "record_template": "{{RayID}} {{.ClientIP | json}} {{.RayID"
                        ^^^^^^^^^ error: Template fields start with a dot. Use '{{.RayID}}'.
                                  ^^^^^^^^^^^^^^^^^^^^ error: Unsupported template action '.ClientIP | json'. Use a field, as in '{{.ClientIP}}', or a constant.
                                                       ^^^^^^^^ error: Missing '}}' for this '{{'.
  }
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID", "ClientIP"],
    "record_template": "{{.RayID}} {{.ClientIP | json}} {{.RayID"
  }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID"],
    "record_template": "ray={{.RayID}}{{/* the }} end */}}{{\\"\\\\n\\"}}{{\`double{{curly}}braces\`}}"
  }
}
`,
};

function checkAction(action: OtherAction, report: Report, { fields, job }: Scope): void {
  if (action.kind === "unclosed") {
    report(action, "Missing '}}' for this '{{'.");
    return;
  }
  const word = /^-?\s*([A-Za-z_]\w*)\s*-?$/.exec(action.written)?.[1];
  const isField =
    word !== undefined &&
    (fields.has(word) || job.fieldNames?.items.some((it) => "value" in it && it.value === word));
  if (isField) {
    const [before, after] = [/^-\s/.test(action.written), /\s-$/.test(action.written)];
    const right = `{{${before ? "- " : ""}.${word}${after ? " -" : ""}}}`;
    const fixes: Fix[] = [safeFix(`Use '${right}'`, [replace(action, right)])];
    report(action, `Template fields start with a dot. Use '${right}'.`, { fixes });
    return;
  }
  const written = shorten(action.written.trim());
  const known = "Use a field, as in '{{.ClientIP}}', or a constant";
  report(action, `Unsupported template action ${written}. ${known}.`);
}
