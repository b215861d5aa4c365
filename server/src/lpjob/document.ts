import type { Analysis } from "../core/analysis.ts";
import {
  isPartObject,
  OpenText,
  type Part,
  type PartObject,
  UnknownPart,
} from "../core/configuration/model.ts";
import type { PartPath } from "../core/policies.ts";
import { stringRegion } from "../hosts/json/string.ts";
import { regionOf } from "../hosts/region.ts";
import { RegionAnalysis } from "../hosts/region-analysis.ts";
import { partOfObject, placeInJson } from "../json/sent-part.ts";
import { type Json, parseJson } from "../json/syntax/parse.ts";
import { stringText } from "../json/syntax/string-text.ts";
import type { JsonString, JsonValue } from "../json/syntax/tree.ts";
import { analyzeHosted, type Field, logFieldsOf, lpfilter } from "../lpfilter/language.ts";
import { variablesIn } from "../text/variables.ts";
import type { JobContext } from "./context.ts";
import { nameDataset } from "./rewrite/insert.ts";
import { type Job, readJob } from "./syntax/job.ts";

/** A text with its cached analysis. */
export interface Document {
  readonly text: string;
  readonly json: Json;
  readonly job: Job;
  readonly context: JobContext;
  /** The fields of the job's dataset. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The filter inside the job. All offsets refer to this text. */
  readonly inline: Analysis | undefined;
  readonly escaped: RegionAnalysis | undefined;
}

export function readDocument(text: string, context: JobContext): Document {
  const json = parseJson(text, context.hasHoles);
  const job = readJob(json);
  const { dataset, filter } = job;
  return {
    text,
    json,
    job,
    context,
    fields: logFieldsOf(dataset, context.extraFields),
    inline: filter?.kind === "inline" ? readInline(job, filter.value, context) : undefined,
    escaped:
      filter?.kind === "escaped"
        ? analyzeEscaped(text, filter.value, { ...context, forcedDataset: dataset })
        : undefined,
  };
}

/** The job as it is sent, with its filter as an object, for policies. */
export function jobSubject({ text, json, job, context }: Document) {
  const { object, dataset, filter } = job;
  if (!object || json.errors.length > 0) return undefined;
  const whole = partOfObject(object);
  const placeIn = (path: PartPath) => placeInJson(text, object, path);
  if (whole instanceof UnknownPart) return { value: whole, placeOf: placeIn };
  const { filter: written, ...rest } = whole;
  const plain = filter?.kind === "path" ? context.filterText?.(filter.value.value) : written;
  const read = typeof plain === "string" ? parseJson(plain).root : undefined;
  const own = read?.kind === "object" ? partOfObject(read) : written;
  const isOpen = filter?.kind === "path" && read === undefined;
  const value: Part = {
    dataset,
    ...(withVariables(rest) as PartObject),
    ...(own !== undefined && own !== "" && { filter: isOpen ? new UnknownPart(String(own)) : own }),
  };
  // The text of a filter in a string or in another file has no places here.
  const placeOf = (path: PartPath) =>
    placeIn(path[0] === "filter" && filter?.kind !== "inline" ? ["filter"] : path);
  return { value, placeOf };
}

/** Variables are filled in when the job is pushed. */
function withVariables(part: Part): Part {
  if (typeof part === "string") {
    const [variable] = variablesIn(part);
    return variable ? new OpenText(part, part.slice(0, variable.start)) : part;
  }
  if (Array.isArray(part)) return part.map(withVariables);
  if (!isPartObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, it]) => [name, withVariables(it)]));
}

function readInline(job: Job, value: JsonValue, context: JobContext): Analysis {
  const { json, dataset } = job;
  const hosted = { json, value, dataset, nameDataset: (name: string) => nameDataset(job, name) };
  return analyzeHosted(hosted, context);
}

/** Analyzes a filter in a string like any other. A string that is not valid JSON is not edited. */
function analyzeEscaped(text: string, node: JsonString, outer: JobContext): RegionAnalysis {
  const severity: JobContext["severity"] = { ...outer.severity, ...saidByJob };
  const region =
    stringRegion(text, node, undefined) ?? regionOf(stringText(text, node), node, () => undefined);
  return new RegionAnalysis(region, (it) => lpfilter.analyze(it, { ...outer, severity }));
}

const saidByJob = { "escaped-filter": "off", "unknown-dataset": "off" } as const;
