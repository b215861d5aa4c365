import { posix } from "node:path";
import type { Environment } from "../../api/credential.ts";
import { Secrets } from "../../api/secrets.ts";
import type { Scope } from "../../api/shapes.ts";
import { minify } from "../../json/format/minify.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonObject, JsonValue } from "../../json/syntax/tree.ts";
import { propertyOf } from "../../json/syntax/tree.ts";
import { defaultDataset, isFilter, isJob } from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { fillIn, missingVariables, refuseVariables, variablesIn } from "../masking/variables.ts";
import { judge } from "../plan/judge.ts";
import { type Settings, settingsFrom } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { jobScope } from "../session/place.ts";
import type { Files, OfflineSession } from "../session/session.ts";

/** A job as its file has it, with the variables filled in. */
export interface JobDraft {
  readonly path: string;
  readonly dataset: string;
  readonly scope: Scope;
  /** As they are sent, without the filter. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** As they are written, with their variables left open. */
  readonly template: Readonly<Record<string, unknown>>;
  /** As it is sent; empty takes the job's filter away, and undefined leaves it alone. */
  readonly filter: string | undefined;
  /** The file of the filter, when it is not in the job's own. */
  readonly filterPath: string | undefined;
  /** Proves that the destination is ours. It is sent with the destination and never read back. */
  readonly challenge: string | undefined;
  /** Names of the variables that were filled in, and of those that could not be. */
  readonly variables: readonly string[];
  readonly missing: readonly string[];
}

/** The service makes these itself. */
const readOnly = new Set(["id", "error_message", "last_complete", "last_error"]);

/** Reads a job, stops at errors, and looks at the filter under the job's own dataset. */
export function readJob(path: string, session: OfflineSession): JobDraft {
  const text = session.files.read(path);
  if (text === undefined) throw new PushError(`File not found: '${path}'.`);
  judge(path, text, session.contextFor(path));
  const json = parseJson(text);
  if (json.root?.kind !== "object" || json.errors.length > 0)
    throw new PushError(`'${path}' is not a job. Expected a JSON object with 'destination_conf'.`);
  const written = fieldsOf(json.root, text);
  const names = variablesIn(written);
  refuseVariables(names);
  return hiding(names, session.env, () =>
    readFields(path, text, json.root as JsonObject, written, session),
  );
}

/** A stranger's file may ask for any variable, and a message may repeat what it was filled in with. */
function hiding<Value>(names: readonly string[], env: Environment, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PushError)) throw error;
    const secrets = new Secrets();
    for (const it of names) hideValue(secrets, env[it]);
    throw new PushError(secrets.hide(error.message), secrets.hide(error.inEditor));
  }
}

/** A word of three letters, such as a region, is no secret and part of every sentence. */
export function hideValue(secrets: Secrets, value: string | undefined): void {
  if (value !== undefined && value.length > 3) secrets.add(value);
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
  const dataset = typeof fields.dataset === "string" ? fields.dataset : defaultDataset;
  const value = propertyOf(root, "filter")?.value;
  return {
    path,
    dataset,
    scope: jobScope(dataset, session.place),
    fields: { ...fields, dataset },
    template: { ...written, dataset },
    ...filterOf(value, path, text, dataset, session),
    challenge: typeof ownership_challenge === "string" ? ownership_challenge : undefined,
    variables: names,
    missing: missingVariables(names, session.env),
  };
}

/** What a file's settings are compared by. */
export function draftSettings({ fields, filter }: Pick<JobDraft, "fields" | "filter">): Settings {
  return jobSettings({ ...fields, filter });
}

/** The settings of a job as the service has it, or as a file has it. */
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

/** A flag may be written as a string, as in the examples that people copy. */
function flagIn(value: unknown): unknown {
  return value === "true" || value === "false" ? value === "true" : value;
}

/** The service may have been given the same filter with white space in it. */
export function canonicalFilter(filter: string): string {
  const json = parseJson(filter);
  return json.root && json.errors.length === 0 ? minify(json.root, filter) : filter;
}

/** Which file holds the filter of a job; undefined when the text is no such job. */
function filterPathIn(path: string, text: string): string | undefined {
  const { root } = parseJson(text);
  const value = root?.kind === "object" ? propertyOf(root, "filter")?.value : undefined;
  return value?.kind === "string" && value.value !== "" ? beside(path, value.value) : undefined;
}

/** The jobs whose files name a filter's file. */
export function jobsNaming(path: string, files: Files): string[] {
  return files
    .list()
    .filter((it) => isJob(it) && filterPathIn(it, files.glance(it) ?? "") === path);
}

/** What a job is called and what it is for, in a text that may have errors. */
export function namesIn(text: string): { readonly name: unknown; readonly dataset: unknown } {
  const { root } = parseJson(text);
  const fields = root?.kind === "object" ? fieldsOf(root, text) : {};
  return { name: fields.name, dataset: fields.dataset ?? defaultDataset };
}

/** What a job's file says, without a look at whether it is right. Nothing for a file that is no job. */
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

/** `${env:…}` is not filled in here: attacks on log libraries have just that in their requests, and filters look for them. */
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
  // Some write it as the service gets it. The language of jobs has judged it by now.
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

/** The text of a filter as it is sent, judged as a filter of this dataset. */
export function readFilter(
  path: string,
  text: string,
  dataset: string,
  session: OfflineSession,
): string {
  const analysis = judge(path, text, session.contextFor(path, { forcedDataset: dataset }));
  const pushed = analysis.pushed();
  if (pushed === undefined) throw new PushError(`'${path}' has no filter.`);
  return pushed;
}

function beside(path: string, relative: string): string {
  return posix.normalize(posix.join(posix.dirname(path), relative.replaceAll("\\", "/")));
}
