import type { CancellationToken } from "vscode-languageserver";
import { withRulesets } from "../../core/configuration/replace.ts";
import { type FileContext, isTraceTest, languageFor, PartialMap } from "../../languages.ts";
import { touches } from "../../text/span.ts";
import { requestOfLogLine } from "../../trace/requests/log-line.ts";
import {
  assumptions,
  details,
  type FoundRequest,
  nameOf,
  readTracedRequest,
  requestOfCurl,
  sentenceOf,
  stepLines,
  type Trace,
  type TraceRule,
  Tracer,
  titleOf,
  withTest,
} from "../../trace/trace.ts";
import type { OpenConfiguration } from "../documents/configurations.ts";
import type { Requests } from "../documents/requests.ts";
import { traceRequests } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type {
  ShownTrace,
  ShownTraceRule,
  TraceAnswer,
  TraceFieldsResult,
  TraceInput,
  TraceParams,
  TraceRefusal,
  TraceStart,
  TraceStartParams,
  TraceTestAnswer,
  TraceTestParams,
  TraceTextAnswer,
  TraceTextParams,
} from "../shapes/trace.ts";

/** The traces of requests, for the page that shows them. */
export class Traces {
  constructor(private readonly state: ServerState) {}

  async trace(asked: TraceParams, token: CancellationToken): Promise<TraceAnswer | TraceRefusal> {
    const found = await this.rulesFor(asked, token);
    if ("refusal" in found) return found;
    const { configuration, context } = found;
    const service = asked.service
      ? this.state.configurations.onService(asked.textDocument?.uri)
      : undefined;
    const tracer = service
      ? new Tracer(withRulesets(service, configuration), context)
      : found.tracer;
    const zone = tracer.zoneNamed(asked.request.zone);
    const trace = traced(tracer, { ...asked.request, zone }, context);
    if ("refusal" in trace) return trace;
    const now = service && tracedNow(new Tracer(service, context), asked.request, zone, context);
    const files = new Set(
      configuration.rulesets.flatMap((it) => it.rules.map((rule) => rule.place?.path)),
    );
    const taken = service ? takenAsIts(tracer, found) : [];
    const { notes, ...rest } = shown(trace, found);
    const asks = asked.request.zone !== undefined && zone === undefined;
    const elsewhere =
      asks && tracer.zoneNames.length > 0
        ? [`There are no rules of zone '${asked.request.zone}' here.`]
        : [];
    return {
      trace: { ...rest, notes: [...elsewhere, ...notes, ...taken] },
      ...(now && { now: "refusal" in now ? now : shown(now, found) }),
      files: files.size,
      ...(tracer.zoneNames.length > 1 && { zones: tracer.zoneNames }),
      ...(zone !== undefined && { zone }),
    };
  }

  /** The zone of the rule at a position, or of all rules of the document. */
  async start(
    { textDocument: { uri }, position }: TraceStartParams,
    token: CancellationToken,
  ): Promise<TraceStart> {
    const { configuration, tracer, uris } = await this.state.configurations.around(
      uri,
      false,
      token,
    );
    if (tracer.zoneNames.length < 2) return {};
    const offset = position && this.state.snapshots.of(uri)?.places.offset(position);
    const own = configuration.rulesets.flatMap((it) =>
      it.rules.flatMap(({ place }) =>
        it.zone !== undefined && place && uris[place.path] === uri
          ? [{ zone: it.zone, start: place.start, end: place.end }]
          : [],
      ),
    );
    const here = own.filter((it) => offset !== undefined && touches(it, offset));
    const zones = new Set((here.length > 0 ? here : own).map((it) => it.zone));
    const [only] = zones.size === 1 ? zones : [];
    const zone = tracer.zoneNamed(only);
    const host = only === undefined ? undefined : configuration.zones[only];
    return { ...(zone !== undefined && { zone }), ...(host !== undefined && { host }) };
  }

  fields(): TraceFieldsResult {
    const all = languageFor("rule").fields?.(undefined) ?? [];
    const fields = all
      .filter(
        (it) => !it.deprecated && !/^http\.(?:request\.(?:method|full_uri)|host)$/.test(it.name),
      )
      .map(({ name, type, doc }) => ({ name, type, about: doc }));
    return { fields };
  }

  /** The request of a log line or of a curl command. */
  request({ text }: TraceTextParams): TraceTextAnswer {
    const isLog = text.trimStart().startsWith("{");
    const found = isLog ? requestOfLogLine(text) : requestOfCurl(text);
    if ("problem" in found) return { refusal: found.problem };
    const { method, url, headers, logged } = found;
    // Other names of these fields, and what follows from the URL, need not be shown. The response is part of the outcome.
    const shown = new Set(this.fields().fields.map((it) => it.name));
    const follows = (name: string) =>
      /^http\.response\./.test(name) || (name === "ssl" && !url.startsWith("/"));
    const fields = Object.entries(found.fields ?? {}).flatMap(([name, it]) =>
      typeof it === "object" || (name !== "http.host" && (!shown.has(name) || follows(name)))
        ? []
        : [`${name}=${fieldText(it)}`],
    );
    const more = { ...(isLog && { isPartial: true }), ...(logged && { logged }) };
    return { request: { method, url, headers, fields, ...more } };
  }

  async test(asked: TraceTestParams, token: CancellationToken): Promise<TraceTestAnswer> {
    const found = await this.rulesFor(asked, token);
    if ("refusal" in found) return found;
    const zone = found.tracer.zoneNamed(asked.request.zone);
    const trace = traced(found.tracer, { ...asked.request, zone }, found.context);
    if ("refusal" in trace) return trace;
    const added = withTest(asked.text, asked.request, trace);
    return added ?? { refusal: "The test cannot be added to this file: 'tests' is not a list." };
  }

  private async rulesFor(
    { textDocument, isAlone = false }: TraceParams,
    token: CancellationToken,
  ): Promise<OpenConfiguration | TraceRefusal> {
    const { configurations } = this.state;
    const uri = textDocument?.uri;
    const tests = uri !== undefined && isTraceTest(uri) ? this.state.read(uri) : undefined;
    const found =
      uri === undefined || tests === undefined
        ? await configurations.around(uri, isAlone, token)
        : await configurations.ofTests(uri, tests, token);
    if (found.configuration.rulesets.length > 0) return found;
    const advice = isAlone ? "Paste a rule or a ruleset" : "Open a folder with rules";
    return { refusal: `There are no rules here. ${advice}, Terraform or JSON.` };
  }
}

/** Files that do not name their zone, and references to zones, are treated as belonging to the zone of the service. */
function takenAsIts(onService: Tracer, { configuration, tracer }: OpenConfiguration): string[] {
  const [own] = onService.zoneNames;
  const references = tracer.zoneNames.filter((it) => onService.zoneNamed(it) === undefined);
  const files = configuration.rulesets.flatMap(({ level, zone, isPartial, rules: [first] }) =>
    level === "zone" && zone === undefined && !isPartial ? (first?.place?.path ?? []) : [],
  );
  const taken = [...new Set([...files, ...references])].join(" and ");
  return taken === "" || own === undefined ? [] : [`Assuming that ${taken} is for zone ${own}.`];
}

/** The service was read for one zone. */
function tracedNow(
  tracer: Tracer,
  request: TraceInput,
  zone: string | undefined,
  context: FileContext,
): Trace | TraceRefusal {
  const [own] = tracer.zoneNames;
  if (zone === undefined || own === undefined || tracer.zoneNamed(zone) !== undefined)
    return traced(tracer, { ...request, zone: undefined }, context);
  return {
    refusal: `The profile is of zone '${own}'. Select a profile of '${zone}' to compare with it.`,
  };
}

function fieldText(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

type ZonedInput = Omit<TraceInput, "zone"> & { readonly zone: string | undefined };

function traced(
  tracer: Tracer,
  { method, url, headers, fields, isPartial, status, zone, logged }: ZonedInput,
  context: FileContext,
): Trace | TraceRefusal {
  const given: string | FoundRequest = isPartial
    ? { method, url, headers: [], fields: partial(headers) }
    : `${method} ${url}`;
  const extras = { headers: isPartial ? [] : headers, settings: fields };
  const read = readTracedRequest(given, extras, context);
  if ("problem" in read) return { refusal: read.problem, isInRequest: true };
  const trace = tracer.trace(read.request, { response: { status }, zone, logged });
  if (!("problem" in trace)) return trace;
  const refusal =
    "There are rules of several zones. Select the zone, or enter a URL with its host.";
  return { refusal, zones: tracer.zoneNames };
}

/** Headers that are known, among others that are not. */
function partial(headers: readonly string[]): Readonly<Record<string, unknown>> {
  const known: Record<string, string[]> = {};
  for (const it of headers) {
    const colon = it.indexOf(":");
    const name = it.slice(0, colon).trim().toLowerCase();
    known[name] = [...(known[name] ?? []), it.slice(colon + 1).trim()];
  }
  return {
    "http.request.headers": new PartialMap(known),
    "http.request.cookies": new PartialMap({}),
  };
}

export function shown(
  { logged, outcome, steps }: Trace,
  { placeOf }: Pick<OpenConfiguration, "placeOf">,
): ShownTrace {
  const ruleOf = (rule: TraceRule, at: number): ShownTraceRule => {
    const { result, because = "", effect = "", action = "", notes = [], source } = rule;
    const isOther = effect !== "" && effect !== action;
    const place = placeOf(source);
    return {
      name: nameOf(rule, at),
      action,
      result,
      about: [...(isOther ? [effect] : []), ...(because === "" ? [] : [because])].join(": "),
      notes,
      ...(place && { place }),
    };
  };
  return {
    ...(logged !== undefined && { logged }),
    kind: outcome.kind,
    outcome: sentenceOf(outcome),
    details: details(outcome),
    notes: [...(outcome.unknown ?? []), ...assumptions(outcome)],
    steps: steps.map((step) => {
      const [line] = stepLines(step);
      const isOne = stepLines(step).length === 1 && line?.source === "";
      return {
        title: titleOf(step).trim(),
        summary: isOne ? (line?.text ?? "") : "",
        notes: step.notes ?? [],
        isInner: step.executedBy !== undefined,
        rules: step.rules.map(ruleOf),
      };
    }),
  };
}

/** Handles the requests of the trace. */
export function answerTraces(state: ServerState, requests: Requests): void {
  const traces = new Traces(state);
  state.documents.onDidChangeContent(({ document }) => {
    if (state.configurations.changed(document.uri)) state.changed("policies");
  });
  const answer = <Params>(method: string, work: Parameters<typeof requests.answer<Params>>[2]) =>
    requests.answer("Trace", method, work);
  answer(traceRequests.ask, (asked: TraceParams, token) => traces.trace(asked, token));
  answer(traceRequests.start, (asked: TraceStartParams, token) => traces.start(asked, token));
  answer(traceRequests.fields, () => traces.fields());
  answer(traceRequests.request, (asked: TraceTextParams) => traces.request(asked));
  answer(traceRequests.test, (asked: TraceTestParams, token) => traces.test(asked, token));
}
