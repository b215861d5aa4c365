import { posix } from "node:path";
import { Secrets } from "../../api/redaction.ts";
import type { Scope } from "../../api/shapes.ts";
import { minify } from "../../json/format/minify.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonObject, JsonValue } from "../../json/syntax/tree.ts";
import { propertyOf } from "../../json/syntax/tree.ts";
import { datasetNames, defaultDataset, isFilter, isJob } from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { fillIn, missingVariables, refuseVariables, variablesIn } from "../masking/variables.ts";
import { requireValid } from "../plan/require-valid.ts";
import { type Settings, settingsFrom } from "../plan/settings.ts";
import { PushError, VariableNeeded } from "../push-error.ts";
import { jobScope } from "../session/place.ts";
import type { Files, OfflineSession } from "../session/session.ts";

/** The job in a file, with the variables filled in. */
export interface JobDraft {
  readonly path: string;
  readonly dataset: string;
  readonly scope: Scope;
  /** As sent, without the filter. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** As written, variables not filled in. */
  readonly template: Readonly<Record<string, unknown>>;
  /** As sent; empty removes the job's filter, undefined keeps it. */
  readonly filter: string | undefined;
  /** The path of the filter file, if the filter is not inline. */
  readonly filterPath: string | undefined;
  /** Proves ownership of the destination. Sent with the destination and never returned. */
  readonly challenge: string | undefined;
  /** Names of the variables that were filled in, and of the variables that are not set. */
  readonly variables: readonly string[];
  readonly missing: readonly string[];
}

/** Read-only properties. */
const readOnly = new Set(["id", "error_message", "last_complete", "last_error"]);

/** Reads a job, throws on errors, and checks the filter against the job's dataset. */
export function readJob(path: string, session: OfflineSession): JobDraft {
  const text = session.files.read(path);
  if (text === undefined) throw new PushError(`File not found: '${path}'.`);
  requireValid(path, text, session.contextFor(path), undefined, session.onError);
  const json = parseJson(text);
  if (json.root?.kind !== "object" || json.errors.length > 0)
    throw new PushError(`'${path}' is not a job. Expected a JSON object with 'destination_conf'.`);
  const written = fieldsOf(json.root, text);
  const names = variablesIn(written);
  refuseVariables(names, session.env);
  return hiding(names, session, (hidden) =>
    readFields(path, text, json.root as JsonObject, written, hidden),
  );
}

/** An untrusted file may use any variable, and a message may repeat its value. */
function hiding<Value>(
  names: readonly string[],
  session: OfflineSession,
  read: (session: OfflineSession) => Value,
): Value {
  const secrets = new Secrets();
  for (const it of names) hideValue(secrets, session.env[it]);
  const { onError } = session;
  try {
    return read({
      ...session,
      onError: onError && ((error) => onError(secrets.hide(error))),
    });
  } catch (error) {
    if (!(error instanceof PushError)) throw error;
    throw new PushError(secrets.hide(error.message), secrets.hide(error.inEditor));
  }
}

/** Short values, such as a region, are not secrets and occur in any sentence. Names of datasets are public. */
export function hideValue(secrets: Secrets, value: string | undefined): void {
  if (value !== undefined && value.length > 3 && !datasetNames.includes(value)) secrets.add(value);
}

function readFields(
  path: string,
  text: string,
  root: JsonObject,
  written: Settings,
  session: OfflineSession,
): JobDraft {
  const names = variablesIn(written);
  const { ownership_challenge, ...fields } = fillIn(written, session.env) as Settings;
  const dataset = datasetOf(path, written.dataset, fields.dataset);
  const value = propertyOf(root, "filter")?.value;
  return {
    path,
    dataset,
    scope: jobScope(dataset, session.place),
    fields: { ...fields, dataset },
    template: { ...written, dataset: written.dataset ?? dataset },
    ...filterOf(value, path, text, dataset, session),
    challenge: typeof ownership_challenge === "string" ? ownership_challenge : undefined,
    variables: names,
    missing: missingVariables(names, session.env),
  };
}

/** The dataset decides what is checked and where a job is sent, so messages contain it: no secret may get there. */
function datasetOf(path: string, written: unknown, filled: unknown): string {
  if (typeof filled !== "string") return defaultDataset;
  const [name] = variablesIn(written);
  if (name === undefined || datasetNames.includes(filled)) return filled;
  if (filled === written) throw new VariableNeeded(path, name);
  throw new PushError(
    `The 'dataset' of '${path}', '${String(written)}', is not the name of a dataset. Set '${name}' to one, or write the name itself.`,
  );
}

/** The settings of a file for comparison. */
export function draftSettings({ fields, filter }: Pick<JobDraft, "fields" | "filter">): Settings {
  return jobSettings({ ...fields, filter });
}

/** The settings whose values are unknown: a variable in them is not set. */
export function openSettings({ template, missing }: JobDraft): Set<string> {
  const open = Object.entries(jobSettings(template)).filter(([, written]) =>
    variablesIn(written).some((it) => missing.includes(it)),
  );
  return new Set(open.map(([name]) => name));
}

/** The settings of a job on the service or in a file. */
export function jobSettings({ output_options, filter, ...rest }: Settings): Settings {
  const options = typeof output_options === "object" && output_options !== null;
  return settingsFrom([
    ...Object.entries(rest).filter(([name]) => !readOnly.has(name)),
    ...Object.entries(options ? output_options : {}).map(
      ([name, value]) => [`output_options.${name}`, flagIn(value)] as const,
    ),
    ["filter", typeof filter === "string" ? canonicalFilter(filter) : undefined],
  ]);
}

/** A flag may be written as a string, as in commonly copied examples. */
function flagIn(value: unknown): unknown {
  return value === "true" || value === "false" ? value === "true" : value;
}

/** The filter on the service may contain whitespace. */
export function canonicalFilter(filter: string): string {
  const json = parseJson(filter);
  return json.root && json.errors.length === 0 ? minify(json.root, filter) : filter;
}

/** The filter file of a job; undefined when the text is not a job with one. */
function filterPathIn(path: string, text: string): string | undefined {
  const { root } = parseJson(text);
  const value = root?.kind === "object" ? propertyOf(root, "filter")?.value : undefined;
  return value?.kind === "string" && value.value !== "" ? beside(path, value.value) : undefined;
}

/** Whether the filter of a job is in another file. */
export function hasFilterFile(path: string, text: string): boolean {
  return isFilter(filterPathIn(path, text) ?? "");
}

/** The jobs whose files name a filter file. */
export function jobsNaming(path: string, files: Files): string[] {
  return files
    .list()
    .filter((it) => isJob(it) && filterPathIn(it, files.glance(it) ?? "") === path);
}

/** The name and dataset of a job, from text that may have errors. */
export function namesIn(text: string): { readonly name: unknown; readonly dataset: unknown } {
  const { root } = parseJson(text);
  const fields = root?.kind === "object" ? fieldsOf(root, text) : {};
  return { name: fields.name, dataset: fields.dataset ?? defaultDataset };
}

/** The content of a job file, unchecked. Empty when the file is not a job. */
export function templateAt(path: string, files: Files): Pick<JobDraft, "template"> {
  const text = isJob(path) ? (files.glance(path) ?? "") : "";
  const { root } = parseJson(text);
  return { template: root?.kind === "object" ? fieldsOf(root, text) : {} };
}

function fieldsOf(root: JsonObject, text: string): Record<string, unknown> {
  const names = new Set(root.properties.map((it) => it.name.value));
  return Object.fromEntries(
    [...names]
      .filter((it) => it !== "filter" && !readOnly.has(it))
      .flatMap((it): [string, unknown][] => {
        const value = propertyOf(root, it)?.value;
        return value ? [[it, JSON.parse(minify(value, text))]] : [];
      }),
  );
}

type FilterPart = Pick<JobDraft, "filter" | "filterPath">;

/** `${env:…}` is not filled in here: filters search for it, because attacks on log libraries use this syntax. */
function filterOf(
  value: JsonValue | undefined,
  path: string,
  text: string,
  dataset: string,
  session: OfflineSession,
): FilterPart {
  if (value === undefined) return { filter: undefined, filterPath: undefined };
  const isEmpty = value.kind === "null" || (value.kind === "string" && value.value === "");
  if (isEmpty) return { filter: "", filterPath: undefined };
  if (value.kind === "object") return { filter: minify(value, text), filterPath: undefined };
  // It may be a string, as the service expects it. The job checks have validated it by now.
  if (value.kind === "string" && value.value.trimStart().startsWith("{"))
    return { filter: canonicalFilter(value.value), filterPath: undefined };
  if (value.kind !== "string" || !isFilter(value.value))
    throw new PushError(`The 'filter' of '${path}' must be a filter or the path of a '.lpfilter'.`);
  const filterPath = beside(path, value.value);
  const filterText = session.files.read(filterPath);
  if (filterText === undefined)
    throw new PushError(
      `'${path}' refers to filter ${shorten(value.value)}, which does not exist.`,
    );
  return { filter: readFilter(filterPath, filterText, dataset, session), filterPath };
}

/** The filter as it is sent, checked against this dataset. */
export function readFilter(
  path: string,
  text: string,
  dataset: string,
  session: OfflineSession,
): string {
  const context = session.contextFor(path, { forcedDataset: dataset });
  const analysis = requireValid(path, text, context, undefined, session.onError);
  const pushed = analysis.pushed();
  if (pushed === undefined) throw new PushError(`'${path}' has no filter.`);
  return pushed;
}

function beside(path: string, relative: string): string {
  return posix.normalize(posix.join(posix.dirname(path), relative.replaceAll("\\", "/")));
}
