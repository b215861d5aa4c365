import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import type { ApiResponse } from "../../json/pasted/response.ts";
import { gatherProperties, moveProperties } from "../../json/rewrite/move.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { Property } from "../../json/syntax/tree.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { propertyNamed, setElsewhere, suggestedProperty } from "../catalog/properties.ts";
import type { Owner } from "../catalog/property.ts";
import { isFilterAlone, type Job, type JobProperty } from "../syntax/job.ts";
import type { JobCheck, Scope } from "./check.ts";

export const unknownProperty: JobCheck<"property"> = {
  code: "unknown-property",
  severity: "error",
  summary: "The job or its output options have an unknown property.",
  why: "The service ignores unknown properties, so the intended option keeps its default. A name that resembles no known property is only a warning, because the service may support more than Weir knows.",
  on: "property",
  run(it, report, scope) {
    const { name } = it.property;
    if (scope.job.response) {
      inResponse(it, scope.job.response, report, scope);
      return;
    }
    // A missing name is a syntax error.
    if (it.row || name.start === name.end) return;
    if (it.owner === "job" && name.value === "where") filterAsJob(it, report, scope);
    else if (propertyNamed(other[it.owner], name.value)) misplaced(it, report, scope);
    else misnamed(it, report, scope);
  },
  examples: `
{
  "destination": "gs://logs/{DATE}",
  ^^^^^^^^^^^^^ error: Unknown property 'destination'. Use 'destination_conf'.
  "dataset": "http_requests",
  "output_options": { "fieldnames": ["RayID"], "cve_2021_44228": true }
                      ^^^^^^^^^^^^ error: Unknown output option 'fieldnames'. Use 'field_names'.
                                               ^^^^^^^^^^^^^^^^ error: Unknown output option 'cve_2021_44228'. Use 'CVE-2021-44228'.
}
=>
{
  "destination_conf": "gs://logs/{DATE}",
  "dataset": "http_requests",
  "output_options": { "fieldnames": ["RayID"], "cve_2021_44228": true }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "sample_rate": 0.1,
  ^^^^^^^^^^^^^ error: 'sample_rate' belongs in 'output_options'. Move it there.
  "output_options": { "field_names": ["RayID"] }
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "sample_rate": 0.1, "field_names": ["RayID"] }
}
---
{
  "dataset": "http_requests",
  "field_names": ["RayID"],
  ^^^^^^^^^^^^^ error: 'field_names' belongs in 'output_options'. Move it there.
  "destination_conf": "gs://logs/{DATE}",
  "sample_rate": 0.1
  ^^^^^^^^^^^^^ error: 'sample_rate' belongs in 'output_options'. Move it there.
}
=>
{
  "dataset": "http_requests",
  "output_options": { "field_names": ["RayID"], "sample_rate": 0.1 },
  "destination_conf": "gs://logs/{DATE}"
}
---
{
  "zone_id": "023e105f4ecef8ad9ca31a8372d0c353",
  ^^^^^^^^^ warning: Unknown property 'zone_id'. The zone comes from the profile in 'weir.json'.
  "owner": "web team",
  ^^^^^^^ warning: Unknown property 'owner'. Remove it, or use a '//' comment.
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
=>
{
  "owner": "web team",
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
  ^^^^^^^ error: 'where' belongs in 'filter'. Move it there.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": { "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
}
---
{
  "success": true,
  "result": { "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
  ^^^^^^^^ error: This is an API response. Keep only the contents of 'result'.
}
=>
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
`,
};

const other: Readonly<Record<Owner, Owner>> = { job: "output_options", output_options: "job" };
const titles: Readonly<Record<Owner, string>> = {
  job: "property",
  output_options: "output option",
};

function inResponse(
  { owner, object, property }: JobProperty,
  { mark, one, failure }: ApiResponse,
  report: Report,
  { text }: Scope,
): void {
  if (owner !== "job" || property !== mark) return;
  if (failure) {
    report(
      property.name,
      `${failure} It holds no job. Use { "dataset": …, "destination_conf": … }.`,
    );
    return;
  }
  const kept = one && text.slice(one.start, one.end);
  const title = "Keep only the contents of 'result'";
  const fixes: Fix[] = kept ? [likelyFix(title, [replace(object, kept)])] : [];
  const advice = one ? title : "Keep only one job of 'result'";
  report(property.name, `This is an API response. ${advice}.`, { fixes });
}

function filterAsJob({ property }: JobProperty, report: Report, { job }: Scope): void {
  if (isFilterAlone(job)) {
    const advice = "Move it to an '.lpfilter' file.";
    report(property.name, `This is a filter, not a job. ${advice}`);
    return;
  }
  const fixes = job.present.job.has("filter") ? [] : [wrap(property, "filter")];
  report(property.name, "'where' belongs in 'filter'. Move it there.", { fixes });
}

function misplaced(it: JobProperty, report: Report, scope: Scope): void {
  const { owner, property } = it;
  const place = owner === "job" ? "'output_options'" : "the job itself";
  report(property.name, `${shorten(property.name.value)} belongs in ${place}. Move it there.`, {
    fixes: moves(it, scope),
  });
}

/** Moves all misplaced properties in one fix. */
function moves(it: JobProperty, { text, job }: Scope): Fix[] {
  const { owner, object } = it;
  const target = owner === "job" ? job.output : job.object;
  const strays = isSwitch(it) ? [it] : job.properties.filter((each) => isStray(each, owner));
  const names = new Set(strays.map((each) => each.property.name.value));
  // Only the author can choose between two properties with the same name.
  const taken = strays.some((each) => job.present[other[owner]].has(each.property.name.value));
  if (taken || names.size < strays.length) return [];
  const moved = strays.map((each) => each.property);
  const edits = target
    ? moveProperties(text, object, moved, target)
    : gather(it, moved, { text, job });
  if (!edits) return [];
  const place = owner === "job" ? "'output_options'" : "the job";
  const title = `Move ${strays.length > 1 ? "them" : "it"} to ${place}`;
  const isGuess = isSwitch(it) || (!target && hidesLogpull(job, "output_options"));
  return [isGuess ? likelyFix(title, edits) : safeFix(title, edits)];
}

function gather(
  { owner, object }: JobProperty,
  moved: readonly Property[],
  { text, job }: Pick<Scope, "text" | "job">,
): Edit[] | undefined {
  // An 'output_options' that is not an object is reported as such.
  if (owner !== "job" || job.present.job.has("output_options")) return undefined;
  return gatherProperties(text, object, moved, "output_options");
}

function isStray(it: JobProperty, owner: Owner): boolean {
  const { row, property } = it;
  if (it.owner !== owner || row || isSwitch(it)) return false;
  return propertyNamed(other[owner], property.name.value) !== undefined;
}

/** The user decides whether a job sends logs. */
function isSwitch({ owner, property }: JobProperty): boolean {
  return owner === "output_options" && property.name.value === "enabled";
}

function wrap({ start, end }: Property, name: string): Fix {
  const edits = [insert(start, `"${name}": { `), insert(end, " }")];
  return safeFix(`Move it to '${name}'`, edits);
}

function misnamed({ owner, object, property }: JobProperty, report: Report, scope: Scope): void {
  const { name } = property;
  const problem = `Unknown ${titles[owner]} ${shorten(name.value)}.`;
  const reason = owner === "job" ? setElsewhere(name.value) : undefined;
  const suggested = reason ? undefined : suggestedProperty(owner, name.value);
  if (suggested) {
    const fix = safeFix(`Use '${suggested.row.name}'`, [
      replace(property.name, JSON.stringify(suggested.row.name)),
    ]);
    const taken = scope.job.present[owner].has(suggested.row.name);
    const sure =
      suggested.sure &&
      isOnlyOne(scope.job, owner, suggested.row.name) &&
      !startsJob(name.value, suggested.row.name) &&
      !hidesLogpull(scope.job, suggested.row.name);
    const advice = suggested.sure
      ? `Use '${suggested.row.name}'.`
      : `Did you mean '${suggested.row.name}'?`;
    const fixes = taken ? [] : [sure ? fix : { ...fix, guess: true as const }];
    report(name, `${problem} ${advice}`, { fixes });
    return;
  }
  const edit = removeChild(object.properties, property, scope.text);
  const advice = reason ?? "Remove it, or use a '//' comment.";
  const title = `Remove ${shorten(name.value)}`;
  report(name, `${problem} ${advice}`, {
    severity: "warning",
    fixes: edit ? [likelyFix(title, [edit])] : [],
  });
}

/** The user decides whether a job sends logs. */
function startsJob(written: string, suggested: string): boolean {
  return suggested === "enabled" && written.toLowerCase() !== suggested;
}

/** With 'output_options' the old 'logpull_options' would no longer be used. */
function hidesLogpull({ present }: Job, name: string): boolean {
  return name === "output_options" && present.job.has("logpull_options");
}

/** When two properties could have the same intended name, only the author can choose. */
function isOnlyOne({ properties }: Job, owner: Owner, name: string): boolean {
  const alike = properties.filter(
    (it) =>
      it.owner === owner &&
      !it.row &&
      suggestedProperty(owner, it.property.name.value)?.row.name === name,
  );
  return alike.length === 1;
}
