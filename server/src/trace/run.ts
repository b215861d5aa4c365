import type { ConfiguredRule, ConfiguredRuleset, Level } from "../core/configuration/model.ts";
import { type PhaseStep, phaseSteps } from "../languages.ts";
import { normalizedBy, notesOnNormalization } from "./configuration/normalize.ts";
import { uriProblem } from "./effects/rewrite-limits.ts";
import { errorNote, errorOf } from "./effects/rewrites.ts";
import { notesOnRewrite } from "./notes.ts";
import { originRequest, plainHeaders } from "./origin.ts";
import { outsideStep } from "./outside.ts";
import { ruleResult } from "./rule-result.ts";
import { nameIn, RulesetRun } from "./ruleset-run.ts";
import { Skips, type Stop } from "./skips.ts";
import type { Change, Fork, Headers, TraceInput, TraceState } from "./state.ts";
import type { TraceOutcome, TraceRule, TraceStep } from "./types.ts";

/** The result for one case of the rules whose matches are not known. */
export interface RunResult {
  readonly outcome: TraceOutcome;
  readonly steps: readonly TraceStep[];
  /** The first rule that decides and is not part of the case. It was taken as not matching. */
  readonly fork: Fork | undefined;
}

/**
 * Follows a request through all phases. `decided` says which rules match whose matches are not known. If a log line says
 * which rule ended the request, no other of those did.
 */
export function runTrace(
  input: TraceInput,
  decided: ReadonlyMap<ConfiguredRule, boolean>,
  isLogged = false,
): RunResult {
  return new Run(input, decided, isLogged).result();
}

const rewrites = "http_request_transform";

class Run {
  private readonly steps: TraceStep[] = [];
  private readonly state: TraceState & { phase: PhaseStep; level: Level };
  private readonly skips = new Skips();
  private ended: { readonly outcome: TraceOutcome; readonly by: string } | undefined;
  private fork: Fork | undefined;
  private readonly notExamined = new Set<string>();

  constructor(
    private readonly input: TraceInput,
    private readonly decided: ReadonlyMap<ConfiguredRule, boolean>,
    private readonly isLogged: boolean,
  ) {
    const { compiled, request, response, over } = input;
    this.state = {
      compiled,
      request,
      phase: phaseSteps[0] as PhaseStep,
      level: "zone",
      score: { sum: 0, open: 0, missed: new Set() },
      uri: { by: [] },
      pending: {},
      route: {},
      cache: {},
      config: {},
      response,
      assuming: new Set(input.assuming),
      unknown: new Set(),
      changedBy: new Map(),
      soft: [],
      over,
    };
  }

  result(): RunResult {
    this.normalize();
    for (const step of phaseSteps) {
      if (step.isResponse) continue;
      this.phase(step);
      if (step.phase === rewrites) this.input.onRewritten?.(this.state.request);
    }
    const kind = this.ended?.outcome.kind ?? "origin";
    const { request } = this.state;
    if (kind === "block") {
      const own = this.ended?.outcome.response;
      this.state.response = { status: own?.status ?? 403, headers: headersOf(own?.headers ?? {}) };
    }
    if (kind === "block" || kind === "error") this.state.page = kind;
    this.state.request = request.changed({ fields: responseFields(this.state) });
    for (const step of phaseSteps) if (step.isResponse) this.responsePhase(step, kind);
    for (const it of this.input.entryPoints.outside) {
      const { step, notExamined } = outsideStep(it);
      this.steps.push(step);
      if (notExamined !== undefined) this.notExamined.add(notExamined);
    }
    return { outcome: this.outcome(), steps: this.steps, fork: this.fork };
  }

  private outcome(): TraceOutcome {
    const { state, ended } = this;
    const { status, headers } = state.response;
    const response = { status, headers: plainHeaders(headers) };
    const about = {
      ...(state.soft.length > 0 && { if: state.soft }),
      ...(state.assuming.size > 0 && { assuming: [...state.assuming] }),
      ...(state.unknown.size > 0 && { unknown: [...state.unknown] }),
      ...(this.notExamined.size > 0 && { notExamined: [...this.notExamined] }),
    };
    if (ended)
      return { ...ended.outcome, ...(ended.outcome.kind === "block" && { response }), ...about };
    return {
      kind: "origin",
      request: originRequest(this.input, state),
      response,
      ...(Object.keys(state.cache).length > 0 && { cache: state.cache }),
      ...(Object.keys(state.config).length > 0 && { config: state.config }),
      ...about,
    };
  }

  private normalize(): void {
    const { request, normalization } = this.input;
    const sent = request.address.uri;
    const seen = normalizedBy(sent, normalization);
    // By default, rules see the request's own values.
    if (seen !== request.url().uri) this.state.request = request.changed({ uri: seen });
    const notes = notesOnNormalization(sent, normalization);
    this.steps.push({
      phase: "http_request_sanitize",
      title: "url normalization",
      level: "zone",
      effect: seen === sent ? "unchanged" : `${sent} → ${seen}`,
      ...(notes.length > 0 && { notes }),
      rules: [],
    });
  }

  private phase(step: PhaseStep): void {
    this.state.phase = step;
    let stop: Stop | undefined;
    for (const level of step.levels) {
      // The skip of an account rule leaves the rules of the zone evaluated.
      if (!step.isResponse) stop = undefined;
      for (const it of this.input.entryPoints.of(step.phase, level))
        stop = this.ruleset(step, it, stop) ?? stop;
    }
    this.apply(step);
  }

  /** Returns why the rest of the phase is not evaluated. */
  private ruleset(
    step: PhaseStep,
    ruleset: ConfiguredRuleset,
    before: Stop | undefined,
  ): Stop | undefined {
    const stop = this.stopBefore(step, ruleset, this.input.plan) ?? before;
    this.state.level = ruleset.level;
    const around = {
      state: this.state,
      skips: this.skips,
      rulesets: this.input.rulesets,
      decided: this.decided,
      matched: this.input.evidence?.matched,
      isLogged: this.isLogged,
      isForked: () => this.fork !== undefined,
      onFork: (fork: Fork) => {
        this.fork ??= fork;
      },
      addStep: (it: TraceStep) => this.steps.push(it),
    };
    const { ended, stop: rest } = new RulesetRun(around, step).run(ruleset, stop);
    if (ended) {
      this.ended = ended;
      this.state.endedIn = step.phase;
    }
    return rest;
  }

  private stopBefore(
    { phase, isConfiguration, isForAllPlans }: PhaseStep,
    { level }: ConfiguredRuleset,
    plan: string | undefined,
  ): Stop | undefined {
    if (this.ended)
      return { result: "not-reached", because: `'${this.ended.by}' ends the request` };
    const skipped = this.skips.ofPhase(phase);
    if (skipped !== undefined) return { result: "skipped", because: skipped };
    const isOutside = level === "account" && plan !== undefined && plan !== "enterprise";
    if (isOutside && !isForAllPlans)
      return {
        result: "skipped",
        because: "account rules act on zones of the Enterprise plan only",
      };
    if (isConfiguration)
      return { result: "skipped", because: "the phase configures a product, which runs elsewhere" };
    return undefined;
  }

  private responsePhase(step: PhaseStep, kind: TraceOutcome["kind"]): void {
    const without = withoutResponse(step, kind);
    if (without !== undefined) {
      for (const level of step.levels)
        for (const ruleset of this.input.entryPoints.of(step.phase, level))
          this.steps.push({
            phase: step.phase,
            title: step.title,
            level,
            ...nameIn(ruleset),
            effect: without.text,
            ...(without.notes && { notes: without.notes }),
            rules: ruleset.rules.map((it) => ruleResult(it, "not-reached", without.text)),
          });
      return;
    }
    const { ended, state } = this;
    const { response } = state;
    this.ended = undefined;
    this.phase(step);
    this.ended = ended ?? this.ended;
    if (state.response !== response)
      state.request = state.request.changed({ fields: responseFields(state) });
  }

  /** Later phases see what this one has changed. */
  private apply(step: PhaseStep): void {
    const { pending, request, uri } = this.state;
    const { path, query, headers } = pending;
    if (path || query) {
      this.applyUri(path, query);
      if (!this.ended) this.noteRedirects(step);
    }
    if (headers) this.state.request = this.state.request.changed({ headers });
    delete pending.path;
    delete pending.query;
    delete pending.headers;
    if (step.phase === rewrites && this.state.request !== request && path) uri.path = path.value;
    if (step.phase === rewrites && query) uri.query = query.value;
  }

  /** At the last rule that rewrites. */
  private noteRedirects({ phase }: PhaseStep): void {
    const isRewrite = (it: TraceRule) => it.result === "matched";
    const at = this.steps.findLastIndex((it) => it.phase === phase && it.rules.some(isRewrite));
    const step = this.steps[at];
    const rule = step?.rules.findLast(isRewrite);
    const notes = notesOnRewrite(this.state, this.input.rulesets);
    if (!step || !rule || notes.length === 0) return;
    const noted = { ...rule, notes: [...(rule.notes ?? []), ...notes] };
    this.steps[at] = { ...step, rules: step.rules.with(step.rules.lastIndexOf(rule), noted) };
  }

  private applyUri(path: Change | undefined, query: Change | undefined): void {
    const { request, uri } = this.state;
    const problem = uriProblem(path?.value, query?.value);
    if (problem && !this.ended) {
      const by = (path ?? query)?.by ?? "";
      this.ended = { outcome: errorOf(problem.code, by, problem.because), by };
      const { phase, title } = this.state.phase;
      this.steps.push({
        ...{ phase, title, level: "zone", rules: [], notes: [errorNote] },
        effect: `answers with error ${problem.code}: ${problem.because}`,
      });
      return;
    }
    const now = (part: string) => String(request.get(`http.request.uri.${part}`) ?? "");
    const search = query?.value ?? now("query");
    const next = `${path?.value ?? now("path")}${search === "" ? "" : `?${search}`}`;
    this.state.request = request.changed({ uri: next });
    uri.by.push(...new Set([path?.by, query?.by].filter((it) => it !== undefined)));
  }
}

/** Why a response phase does not run. */
function withoutResponse(
  { phase }: PhaseStep,
  kind: TraceOutcome["kind"],
): { readonly text: string; readonly notes?: readonly string[] } | undefined {
  if (kind === "origin") return undefined;
  if (phase === "http_response_cache_settings") return { text: "the origin is not asked" };
  // Headers of error pages are changed, too.
  if (kind === "error" && phase === "http_response_headers_transform") return undefined;
  if (kind !== "block") {
    const noun = kind === "unknown" ? "an outcome that is not known" : `${articles[kind]} ${kind}`;
    return { text: `not documented: whether it runs after ${noun}; taken as not running` };
  }
  if (phase !== "http_custom_errors") return undefined;
  return {
    text: "the page of a block is not replaced",
    notes: ["sources disagree about pages that rules set"],
  };
}

const articles = { block: "a", challenge: "a", redirect: "a", error: "an", origin: "an" };

function responseFields(state: TraceState) {
  const { page, response } = state;
  const { status, headers } = response;
  const code = page === "error" ? {} : { "http.response.code": BigInt(status) };
  const type = errorTypeOf(state);
  return {
    ...code,
    ...(type !== undefined && { "cf.response.error_type": type }),
    "http.response.headers": headers,
  };
}

/** The type of the service's page. Undefined for a response that a rule sets, and for errors between the service and the origin. */
function errorTypeOf({ page, endedIn, response }: TraceState): string | undefined {
  if (page === "error") return "1xxx";
  if (page === undefined) return response.status < 500 ? "" : undefined;
  if (response.headers.has("content-type")) return undefined;
  if (endedIn === "http_ratelimit") return "ratelimit";
  return /^http_request_firewall_/.test(endedIn ?? "") ? "waf" : undefined;
}

function headersOf(headers: Readonly<Record<string, string | readonly string[]>>): Headers {
  return new Map(
    Object.entries(headers).map(([name, it]) => [name, typeof it === "string" ? [it] : it]),
  );
}
