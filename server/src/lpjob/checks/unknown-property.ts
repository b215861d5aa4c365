import type { Report } from "../../core/check.ts";
import type { Fix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/remove.ts";
import type { Property } from "../../json/tree.ts";
import { insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { meantProperty, propertyNamed, saidElsewhere } from "../catalogue/properties.ts";
import type { Owner } from "../catalogue/property.ts";
import { isFilterAlone, type JobProperty } from "../job.ts";
import { addFirst } from "../rewrite.ts";
import type { JobCheck, Scope } from "./check.ts";

export const unknownProperty: JobCheck<"property"> = {
  code: "unknown-property",
  severity: "error",
  summary: "A job, or its output options, have no property of this name.",
  why: "The service passes over what it does not know, and the option that was meant keeps its default. A name that resembles no other is only warned about: the service may have become richer than Weir's catalogue.",
  on: "property",
  run(it, report, scope) {
    const { name } = it.property;
    // A name that was never written is a matter of syntax.
    if (it.row || name.start === name.end) return;
    if (it.owner === "job" && name.value === "where") filterAsJob(it, report, scope);
    else if (propertyNamed(other[it.owner], name.value)) misplaced(it, report, scope);
    else misnamed(it, report, scope);
  },
  examples: [
    {
      text: `
{
  "destination": "gs://logs/{DATE}",
  ^^^^^^^^^^^^^ error: A job has no 'destination'. Write 'destination_conf'.
  "dataset": "http_requests",
  "output_options": { "fieldnames": ["RayID"], "cve_2021_44228": true }
                      ^^^^^^^^^^^^ error: 'output_options' has no 'fieldnames'. Write 'field_names'.
                                               ^^^^^^^^^^^^^^^^ error: 'output_options' has no 'cve_2021_44228'. Write 'CVE-2021-44228'.
}
`,
      fixed: `
{
  "destination_conf": "gs://logs/{DATE}",
  "dataset": "http_requests",
  "output_options": { "fieldnames": ["RayID"], "cve_2021_44228": true }
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "sample_rate": 0.1,
  ^^^^^^^^^^^^^ error: 'sample_rate' belongs into 'output_options'.
  "output_options": { "field_names": ["RayID"] }
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "sample_rate": 0.1, "field_names": ["RayID"] }
}
`,
    },
    {
      text: `
{
  "zone_id": "023e105f4ecef8ad9ca31a8372d0c353",
  ^^^^^^^^^ warning: A job has no 'zone_id'. The zone comes from the profile in 'weir.json'.
  "owner": "web team",
  ^^^^^^^ warning: A job has no 'owner'. Remove it, or write it as a '//' comment.
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
`,
      fixed: `
{
  "owner": "web team",
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
  ^^^^^^^ error: 'where' belongs into the 'filter' of a job.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": { "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
}
`,
    },
  ],
};

const other: Readonly<Record<Owner, Owner>> = { job: "output_options", output_options: "job" };
const titles: Readonly<Record<Owner, string>> = {
  job: "A job",
  output_options: "'output_options'",
};

function filterAsJob({ property }: JobProperty, report: Report, { job }: Scope): void {
  if (isFilterAlone(job)) {
    const advice = "Put it into a file that ends in '.lpfilter'.";
    report(property.name, `This is a filter, not a job. ${advice}`);
    return;
  }
  const fixes = job.filter ? [] : wrap(property, "filter");
  report(property.name, "'where' belongs into the 'filter' of a job.", { fixes });
}

function misplaced({ owner, object, property }: JobProperty, report: Report, scope: Scope): void {
  const target = other[owner] === "job" ? scope.job.object : scope.job.output;
  const name = property.name.value;
  const place = owner === "job" ? "'output_options'" : "the job itself";
  const fixes = moveTo(target, { owner, object, property, row: undefined }, scope);
  report(property.name, `${shorten(name)} belongs into ${place}.`, { fixes });
}

function moveTo(
  target: JobProperty["object"] | undefined,
  { owner, object, property }: JobProperty,
  { text, job }: Scope,
): Fix[] {
  if (!target) return owner === "job" ? wrap(property, "output_options") : [];
  const removal = removeChild(object.properties, property, text);
  if (!removal || job.present[other[owner]].has(property.name.value)) return [];
  const moved = addFirst(text, target, text.slice(property.start, property.end));
  return [{ title: "Move it there", edits: [removal, moved] }];
}

function wrap({ start, end }: Property, name: string): Fix[] {
  const edits = [insert(start, `"${name}": { `), insert(end, " }")];
  return [{ title: `Put it into '${name}'`, edits }];
}

function misnamed({ owner, object, property }: JobProperty, report: Report, scope: Scope): void {
  const { name } = property;
  const finding = `${titles[owner]} has no ${shorten(name.value)}.`;
  const reason = owner === "job" ? saidElsewhere(name.value) : undefined;
  const meant = reason ? undefined : meantProperty(owner, name.value);
  if (meant) {
    const fix = rename(property, meant.row.name);
    const taken = scope.job.present[owner].has(meant.row.name);
    const advice = meant.sure ? `Write '${meant.row.name}'.` : `Did you mean '${meant.row.name}'?`;
    const fixes = taken ? [] : [meant.sure ? fix : { ...fix, guess: true as const }];
    report(name, `${finding} ${advice}`, { fixes });
    return;
  }
  const edit = removeChild(object.properties, property, scope.text);
  const advice = reason ?? "Remove it, or write it as a '//' comment.";
  const title = `Remove ${shorten(name.value)}`;
  report(name, `${finding} ${advice}`, {
    severity: "warning",
    fixes: edit ? [{ title, edits: [edit], guess: true }] : [],
  });
}

function rename({ name }: Property, right: string): Fix {
  return { title: `Rename to '${right}'`, edits: [replace(name, JSON.stringify(right))] };
}
