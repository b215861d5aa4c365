import {
  type Configuration,
  joinConfigurations,
} from "../../server/src/core/configuration/model.ts";
import { configurationIn, defaultContext, tracedRequest } from "../../server/src/languages.ts";
import { type Trace, type TraceOptions, Tracer } from "../../server/src/trace/trace.ts";

/** A rule as the API has it, with what most rules of tests do not need left out. */
export type RuleBody = Readonly<Record<string, unknown>>;

export interface RulesetBody {
  readonly phase: string;
  readonly kind?: string;
  readonly rules: readonly RuleBody[];
  readonly [name: string]: unknown;
}

/** Rulesets as JSON. */
export function rulesetsOf(...rulesets: readonly RulesetBody[]): Configuration {
  return configurationIn(JSON.stringify({ rulesets }), "rulesets.json");
}

export function rule(
  ref: string,
  expression: string,
  action: string,
  parameters?: object,
): RuleBody {
  return { ref, expression, action, ...(parameters && { action_parameters: parameters }) };
}

/** Traces a request, as in `GET https://example.com/ ip.src=192.0.2.1`. */
export function traceOf(
  configuration: Configuration | readonly Configuration[],
  request: string,
  options: TraceOptions & { readonly plan?: string; readonly headers?: readonly string[] } = {},
): Trace {
  const { plan, headers = [], ...rest } = options;
  const whole = "rulesets" in configuration ? configuration : joinConfigurations(configuration);
  const context = { ...defaultContext, plan };
  const read = tracedRequest(request, { headers }, context);
  if (!read.request) throw new Error(read.problems.join(" "));
  const traced = new Tracer(whole, context).trace(read.request, rest);
  if ("problem" in traced) throw new Error(traced.problem);
  return traced;
}

/** The results of all rules by their refs. */
export function resultsOf({ steps }: Trace): Readonly<Record<string, string>> {
  return Object.fromEntries(
    steps.flatMap(({ rules }) => rules.map((it) => [it.ref ?? it.description ?? "?", it.result])),
  );
}
