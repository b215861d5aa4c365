import type { FileContext } from "../languages.ts";
import { readTracedRequest, Tracer } from "../trace/trace.ts";
import { entriesOf, jsonOf } from "./answers.ts";
import { requireOptions, requireRequest } from "./arguments.ts";
import { configurationFrom, filesOf } from "./configuration.ts";
import {
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
  requireOptions(options);
  requireRequest(input);
  const { zone, over, response, settings } = options;
  const { tracer, context } = tracerFor(configuration, settings);
  const given = typeof input === "string" ? { request: input } : { ...input };
  const read = readTracedRequest(
    given.request,
    {
      headers: entriesOf(given, "headers").map(([name, it]) => `${name}: ${it}`),
      settings: entriesOf(given, "fields").map(([name, it]) => `${name}=${jsonOf(name, it)}`),
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

/** Many requests are traced through the same configuration, which is read once, unless it was changed. */
const known = new WeakMap<object, Prepared>();

function tracerFor(given: ConfigurationInput, settings: TraceOptions["settings"]): Prepared {
  const files = filesOf(given);
  const key = JSON.stringify([files, settings]);
  const isKept = typeof given === "object" && given !== null;
  const last = isKept ? known.get(given) : undefined;
  if (last?.key === key) return last;
  const { configuration, context } = configurationFrom(files, settings);
  if (configuration.rulesets.length === 0) throw new TextError("There are no rulesets to trace.");
  const prepared = { key, tracer: new Tracer(configuration, context), context };
  if (isKept) known.set(given, prepared);
  return prepared;
}
