import { joinConfigurations } from "../core/configuration/model.ts";
import { configurationIn, type FileContext } from "../languages.ts";
import { isRecord } from "../text/record.ts";
import { readTracedRequest, Tracer } from "../trace/trace.ts";
import { emptyConfig, readConfig } from "../workspace/config/config.ts";
import { configurationOfSettings } from "../workspace/configuration/settings.ts";
import { subjectOf } from "./subject.ts";
import {
  type ConfigurationFile,
  type ConfigurationInput,
  type RequestInput,
  TextError,
  type Trace,
  type TraceOptions,
} from "./types.ts";

export function traceRequest(
  configuration: ConfigurationInput,
  input: RequestInput | string,
  options: TraceOptions,
): Trace {
  const { zone, over, response, settings } = options;
  const { tracer, context } = tracerFor(filesOf(configuration), settings);
  const {
    request,
    headers = {},
    fields = {},
  } = typeof input === "string" ? { request: input } : input;
  const read = readTracedRequest(
    request,
    {
      headers: Object.entries(headers).map(([name, it]) => `${name}: ${it}`),
      settings: Object.entries(fields).map(([name, it]) => `${name}=${JSON.stringify(it)}`),
    },
    context,
  );
  if ("problem" in read) throw new TypeError(`Invalid request: ${read.problem}`);
  const answer = Object.entries(response?.headers ?? {}).map(
    ([name, it]) => [name.toLowerCase(), typeof it === "string" ? [it] : it] as const,
  );
  const traced = tracer.trace(read.request, {
    zone,
    over,
    response: { status: response?.status, headers: new Map(answer) },
  });
  if ("problem" in traced) throw new TextError(traced.problem.replace("'--zone'", "'zone'"));
  return traced;
}

interface Prepared {
  readonly key: string;
  readonly tracer: Tracer;
  readonly context: FileContext;
}

/** Many requests are traced through the same configuration, which is read once. */
let last: Prepared | undefined;

function tracerFor(
  files: readonly ConfigurationFile[],
  settings: TraceOptions["settings"],
): Prepared {
  const key = JSON.stringify([files, settings]);
  if (last?.key === key) return last;
  const { context } = subjectOf("", { language: "json", settings });
  const config =
    settings === undefined
      ? emptyConfig
      : readConfig(typeof settings === "string" ? settings : JSON.stringify(settings)).config;
  const whole = joinConfigurations([
    configurationOfSettings(config),
    ...files.map((it) => configurationIn(it.text, it.path)),
  ]);
  last = { key, tracer: new Tracer(whole, context), context };
  return last;
}

function filesOf(configuration: ConfigurationInput): readonly ConfigurationFile[] {
  if (Array.isArray(configuration) && configuration.every(isFile)) return configuration;
  const text = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return [{ path: /^\s*[[{]/.test(text) ? "rulesets.json" : "rulesets.yaml", text }];
}

function isFile(value: unknown): value is ConfigurationFile {
  return isRecord(value) && typeof value.path === "string" && typeof value.text === "string";
}
