import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { type StringOffsets, stringOffsets } from "../../json/syntax/string-text.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import { propertyNamed, suggestedProperty } from "../catalog/properties.ts";
import { setValue } from "../syntax/job.ts";
import { type LogpullPart, logpullNames, logpullParts } from "../syntax/logpull.ts";
import { hasPlaceholder } from "../syntax/variables.ts";
import type { JobCheck, Scope } from "./check.ts";

export const logpullOption: JobCheck<"job"> = {
  code: "logpull-option",
  severity: "warning",
  summary: "`logpull_options` has an unknown name or value.",
  why: "Its options are `fields`, `timestamps`, `sample` and `CVE-2021-44228`. New jobs use `output_options`, which has other names for them.",
  on: "job",
  run(job, report, scope) {
    const node = setValue(job, "job", "logpull_options");
    if (node?.kind !== "string" || setValue(job, "job", "output_options")) return;
    const toOffset = stringOffsets(scope.text, node);
    const seen = new Set<string>();
    let count = 0;
    for (const part of logpullParts(node.value)) {
      if (++count > maxDiagnostics) break;
      if (hasPlaceholder(part.name, node)) continue;
      checkOption(part, { node, toOffset, report, scope, isSecond: seen.has(part.name) });
      seen.add(part.name);
    }
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "logpull_options": "fields=RayID,ClientIp&timestamps=iso&sample_rate=0.1"
  ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
                                   ^^^^^^^^ warning: 'http_requests' has no field 'ClientIp'. Did you mean 'ClientIP'?
                                                       ^^^ warning: Unknown value of 'timestamps'. Use 'unixnano', 'unix', 'rfc3339', 'rfc3339ms' or 'rfc3339ns'.
                                                           ^^^^^^^^^^^ warning: Unknown option 'sample_rate' in 'logpull_options'. Did you mean 'sample'?
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "logpull_options": "fields=RayID,ClientIP&timestamps=iso&sample_rate=0.1"
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "logpull_options": "fields=\${env:FIELDS}&timestamps=rfc3339&CVE-2021-44228=true&sample=0.1"
  ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
}
`,
};

interface OptionContext {
  readonly node: JsonString;
  readonly toOffset: StringOffsets;
  readonly report: Report;
  readonly scope: Scope;
  /** An earlier parameter has the same name. */
  readonly isSecond: boolean;
}

function checkOption(part: LogpullPart, context: OptionContext): void {
  const { node, toOffset, report, isSecond } = context;
  const { name, at, written, valueAt } = part;
  const span = { start: toOffset(at), end: toOffset(at + name.length) };
  const value = { start: toOffset(valueAt), end: toOffset(valueAt + written.length) };
  if (!logpullNames.has(name)) unknown(name, span, report);
  else if (isSecond) report(span, `Duplicate option '${name}'. Remove one.`);
  else if (written === "") report(span, `'${name}' has no value. Add one.`);
  else if (hasPlaceholder(written, node)) return;
  else if (name === "fields") fields(part, context);
  else if (name === "timestamps") oneOf(name, written, value, report);
  else if (name === "sample" && !(Number(written) > 0 && Number(written) <= 1)) {
    report(value, "'sample' needs a number above 0 and up to 1, as in 0.1.");
  } else if (name === "CVE-2021-44228" && !/^(?:true|false)$/.test(written)) {
    report(value, `'${name}' needs 'true' or 'false'.`);
  }
}

function unknown(name: string, span: Span, report: Report): void {
  const option = suggestedProperty("output_options", name)?.row.name ?? name;
  const known = [...logpullNames].find((pair) => pair[1] === option)?.[0];
  const suggested = known ?? nearest(name, logpullNames.keys());
  const advice = suggested
    ? `Did you mean '${suggested}'?`
    : `Use ${alternatives([...logpullNames.keys()])}.`;
  report(span, `Unknown option ${shorten(name)} in 'logpull_options'. ${advice}`, {
    fixes: suggested ? [use(suggested, span)] : [],
  });
}

function fields(
  { written, valueAt }: LogpullPart,
  { toOffset, report, scope }: OptionContext,
): void {
  const known = scope.fields;
  if (known.size === 0) return;
  let at = valueAt;
  for (const piece of written.split(",").slice(0, maxDiagnostics)) {
    const name = piece.trim();
    const start = at + piece.length - piece.trimStart().length;
    at += piece.length + 1;
    // Encoded text is left to the service.
    if (name === "" || name.includes("%") || known.has(name)) continue;
    const span = { start: toOffset(start), end: toOffset(start + name.length) };
    const suggested = nearest(name, known.keys());
    const advice = suggested ? ` Did you mean '${suggested}'?` : " Use one of its fields.";
    report(span, `'${scope.job.dataset}' has no field ${shorten(name)}.${advice}`, {
      fixes: suggested ? [use(suggested, span)] : [],
    });
  }
}

function oneOf(name: string, written: string, span: Span, report: Report): void {
  const values = propertyNamed("output_options", logpullNames.get(name) ?? "")?.values ?? [];
  const known = values.map((it) => it.value);
  if (known.includes(written)) return;
  const suggested = nearest(written, known);
  const advice = suggested ? `Did you mean '${suggested}'?` : `Use ${alternatives(known)}.`;
  report(span, `Unknown value of '${name}'. ${advice}`, {
    fixes: suggested ? [use(suggested, span)] : [],
  });
}

function use(suggested: string, span: Span): Fix {
  return likelyFix(`Use '${suggested}'`, [replace(span, suggested)]);
}
