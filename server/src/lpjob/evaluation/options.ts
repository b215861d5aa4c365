import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonObject, JsonValue } from "../../json/syntax/tree.ts";
import { type TimestampFormat, timestampFormats } from "../../text/timestamps.ts";
import { type Job, setValue } from "../syntax/job.ts";
import { optionsFromLogpull } from "../syntax/logpull.ts";

/** The output options of a job with their defaults. */
export interface Options {
  /** Undefined if the job does not select fields. */
  readonly fields: readonly string[] | undefined;
  readonly isCsv: boolean;
  readonly timestamps: TimestampFormat;
  readonly sampleRate: number;
  /** Whether `${` is replaced. */
  readonly isMasked: boolean;
  readonly template: string | undefined;
  readonly recordPrefix: string;
  readonly recordSuffix: string;
  readonly recordDelimiter: string;
  readonly fieldDelimiter: string;
  readonly batchPrefix: string;
  readonly batchSuffix: string;
}

export function readOptions(job: Job): Options {
  const given = job.output ?? logpullOptions(job);
  const valueFor = (name: string) => given && optionIn(given, name);
  const text = (name: string, usual: string) => {
    const value = valueFor(name);
    return value?.kind === "string" ? value.value : usual;
  };
  const isCsv = text("output_type", "ndjson").toLowerCase() === "csv";
  const format = text("timestamp_format", "unixnano").toLowerCase();
  const template = valueFor("record_template");
  return {
    fields: fieldsIn(valueFor("field_names")),
    isCsv,
    timestamps: timestampFormats.find((it) => it === format) ?? "unixnano",
    sampleRate: rateOf(valueFor("sample_rate")),
    isMasked: isTrue(valueFor("CVE-2021-44228")),
    template: template?.kind === "string" && template.value !== "" ? template.value : undefined,
    recordPrefix: text("record_prefix", isCsv ? "" : "{"),
    recordSuffix: text("record_suffix", isCsv ? "\n" : "}\n"),
    recordDelimiter: text("record_delimiter", ""),
    fieldDelimiter: text("field_delimiter", ","),
    batchPrefix: text("batch_prefix", ""),
    batchSuffix: text("batch_suffix", ""),
  };
}

/** The deprecated equivalent, ignored if there are output options. */
function logpullOptions(job: Job): JsonObject | undefined {
  const query = setValue(job, "job", "logpull_options");
  const options = query?.kind === "string" ? optionsFromLogpull(query.value) : undefined;
  const root = options === undefined ? undefined : parseJson(`{ ${options} }`).root;
  const value = root?.kind === "object" ? root.properties[0]?.value : undefined;
  return value?.kind === "object" ? value : undefined;
}

/** The last property of that name, unless null. */
function optionIn(options: JsonObject, name: string): JsonValue | undefined {
  const value = options.properties.findLast((it) => it.name.value === name)?.value;
  return value?.kind === "null" ? undefined : value;
}

function fieldsIn(value: JsonValue | undefined): readonly string[] | undefined {
  if (value?.kind !== "array") return undefined;
  const names = value.items.flatMap((it) => (it.kind === "string" ? [it.value] : []));
  return names.length > 0 ? names : undefined;
}

/** The service refuses rates outside 0 to 1; 0 means the default. */
function rateOf(value: JsonValue | undefined): number {
  const rate = value?.kind === "number" || value?.kind === "string" ? Number(value.value) : 1;
  return rate > 0 && rate <= 1 ? rate : 1;
}

function isTrue(value: JsonValue | undefined): boolean {
  if (value?.kind === "boolean") return value.value;
  return value?.kind === "string" && value.value === "true";
}
