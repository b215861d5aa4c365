import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  UnknownPart,
} from "../core/configuration/model.ts";
import { endsRuleSet, type PhaseStep } from "../languages.ts";
import type { Match } from "./compiled.ts";
import { conditionOf } from "./condition.ts";
import { overridden } from "./configuration/overrides.ts";
import { numberAt } from "./configuration/parameters.ts";
import { unknownSetting } from "./configuration/unknown-setting.ts";
import { effectOf, isKnownAction } from "./effects/effects.ts";
import { notesOnMiss } from "./effects/redirects.ts";
import { executionOf } from "./execution.ts";
import { nameOf } from "./names.ts";
import { noteAnswer, notesOnHeaders, notesOnMatch, notesOnOverrides } from "./notes.ts";
import { limitOf } from "./rate-limits.ts";
import { ruleResult } from "./rule-result.ts";
import { actsOnScore, matchOfScore } from "./scores.ts";
import type { Skips, Stop } from "./skips.ts";
import type { Effect, Fork, TraceState } from "./state.ts";
import type { RuleResult, TraceOutcome, TraceRule, TraceStep } from "./types.ts";

export interface Ended {
  readonly outcome: TraceOutcome;
  readonly by: string;
}

interface Around {
  readonly state: TraceState;
  readonly skips: Skips;
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly decided: ReadonlyMap<ConfiguredRule, boolean>;
  /** Rules that matched, as the log line of the request says. */
  readonly matched: ReadonlySet<ConfiguredRule> | undefined;
  /** The line also names the rule that ended the request. */
  readonly isLogged: boolean;
  readonly isForked: () => boolean;
  readonly onFork: (fork: Fork) => void;
  readonly addStep: (step: TraceStep) => void;
}

type Say = (
  result: RuleResult,
  because?: string,
  effect?: string,
  notes?: readonly string[],
) => void;

/** A rule, and where it is. */
interface Place {
  readonly rule: ConfiguredRule;
  /** Before overrides. */
  readonly written: ConfiguredRule;
  readonly name: string;
  /** The rulesets that run, from the entry point on. */
  readonly inside: readonly ConfiguredRuleset[];
  /** The rule that executes the ruleset. */
  readonly executor: ConfiguredRule | undefined;
  /** Notes what happened to the rule. */
  readonly said: Say;
}

interface Executed {
  readonly by: string;
  readonly rule: ConfiguredRule;
}

/** The rules of a ruleset in order, until one ends the request. */
export class RulesetRun {
  private ended: Ended | undefined;

  constructor(
    private readonly around: Around,
    private readonly phase: PhaseStep,
  ) {}

  /** The rule that ended the request, and why the rest of the phase is not evaluated. */
  run(
    ruleset: ConfiguredRuleset,
    stop: Stop | undefined,
  ): { readonly ended: Ended | undefined; readonly stop: Stop | undefined } {
    const rest = this.rules([ruleset], stop, undefined);
    return { ended: this.ended, stop: rest };
  }

  /** The rules of the last ruleset of `inside`. Returns why the rest of the phase is skipped. */
  private rules(
    inside: readonly ConfiguredRuleset[],
    before: Stop | undefined,
    executed: Executed | undefined,
  ): Stop | undefined {
    const ruleset = inside.at(-1) as ConfiguredRuleset;
    // A ruleset runs at the level of its entry point.
    const { level } = inside[0] as ConfiguredRuleset;
    const { skips, state } = this.around;
    const into: TraceRule[] = [];
    this.around.addStep({
      phase: this.phase.phase,
      title: this.phase.title,
      level,
      ...nameIn(ruleset),
      ...(executed && { executedBy: executed.by }),
      rules: into,
    });
    if (executed) Object.assign(state.score, { sum: 0, open: 0, missed: new Set() });
    let stop = before;
    for (const [at, written] of ruleset.rules.entries()) {
      const rule = executed ? overridden(written, executed.rule.parameters) : written;
      const said: Say = (result, because, effect, notes = []) => {
        const isOpen = executed && result !== "not-matched" && result !== "skipped";
        const merged = isOpen ? notesOnOverrides(written, executed.rule) : [];
        into.push(ruleResult(rule, result, because, effect, [...merged, ...notes]));
      };
      const skipped = executed && skips.ofRule(level, ruleset, rule);
      if (stop) into.push(ruleResult(rule, stop.result, stop.because));
      else if (rule.enabled === false) said("disabled");
      else if (skipped !== undefined) said("skipped", skipped);
      else {
        const name = nameOf(written, at);
        stop = this.rule({ rule, written, name, inside, executor: executed?.rule, said });
      }
    }
    return stop?.isOfPhase ? stop : undefined;
  }

  private rule(place: Place): Stop | undefined {
    const { rule, written, name, said } = place;
    const { state, decided, isLogged } = this.around;
    const match = this.matchOf(place);
    noteAnswer(rule, state);
    for (const it of rule.defaults ?? []) state.assuming.add(`${it} has its default`);
    const notes = notesOnHeaders(rule, state);
    if (match.matches === false) {
      const missed = notesOnMiss(rule, match.because, state);
      said("not-matched", match.because, undefined, [...notes, ...missed]);
      return undefined;
    }
    if (match.matches === undefined) {
      if (isLogged) {
        const isOut = typeof rule.action === "string" && endsRuleSet(rule.action);
        if (isOut) said("not-matched", "ruled out: the log line names another rule");
        else said("unknown", match.because);
        return undefined;
      }
      const decision = decided.get(written);
      if (decision === undefined) this.unknownRule(place, match);
      if (!decision) {
        said("unknown", match.because);
        return undefined;
      }
    }
    if (rule.action instanceof UnknownPart)
      return this.unknownAction(rule.action, name, match, said);
    const open = unknownSettingOf(place);
    if (open !== undefined) return this.unknownEffect(place, { what: `the ${open}` }, "");
    const limited = limitOf(rule, name, state);
    if (limited !== undefined) {
      said("matched", match.because, limited);
      return undefined;
    }
    if (rule.action === "execute") return this.execute(place, match);
    return this.taken(place, match, effectOf(rule, name, state), notes);
  }

  private matchOf({ rule, written, inside, executor }: Place): Match {
    const { state, matched } = this.around;
    const isScored = actsOnScore(inside.at(-1) as ConfiguredRuleset, written);
    const match = isScored
      ? matchOfScore(state.score, rule, executor?.parameters)
      : this.afterRewrite(state.compiled.match(rule, state.request));
    if (match.matches === undefined && matched?.has(written))
      return { matches: true, because: "the log line says so", missed: [] };
    if (!(rule.enabled instanceof UnknownPart) || match.matches === false) return match;
    const source = rule.enabled.source;
    return {
      matches: undefined,
      because: `not known whether it is enabled: ${source}`,
      missed: [source],
    };
  }

  /** Says which rule made the URL that decided. */
  private afterRewrite(match: Match): Match {
    const { by } = this.around.state.uri;
    if (by.length === 0 || !/(?<!raw\.)http\.request\.(?:full_)?uri/.test(match.because))
      return match;
    return { ...match, because: `${match.because} after ${by.map((it) => `'${it}'`).join(", ")}` };
  }

  private taken(
    place: Place,
    match: Match,
    effect: Effect,
    seen: readonly string[],
  ): Stop | undefined {
    const { rule, written, name, inside, said } = place;
    if (effect.isUnknown) return this.unknownEffect(place, effect.isUnknown, effect.text);
    const result = match.matches === undefined ? "unknown" : "matched";
    const { state, rulesets } = this.around;
    const notes = [...seen, ...notesOnMatch(place, effect, state, rulesets)];
    said(result, match.because, effect.text, notes);
    if (effect.isNone) return undefined;
    if (effect.ends) {
      const { because } = match;
      this.end({ ...(because !== "" && { because }), ...effect.ends }, name);
      return endedBy(name);
    }
    if (effect.endsPhase)
      return { result: "not-reached", because: `'${name}' was first`, isOfPhase: true };
    if (rule.action === "allow")
      return { result: "not-reached", because: `'${name}' allows the request` };
    if (rule.action !== "skip") return undefined;
    const { level } = inside[0] as ConfiguredRuleset;
    return this.around.skips.add(written, name, level);
  }

  private end(outcome: TraceOutcome, by: string): void {
    this.ended = { outcome, by };
  }

  /** The rule matches, and it is not known what it does. */
  private unknownEffect(
    { rule, written, name, said }: Place,
    { what, because = `${what} is not known` }: NonNullable<Effect["isUnknown"]>,
    text: string,
  ): Stop | undefined {
    const { decided, onFork } = this.around;
    const decision = decided.get(written);
    said("unknown", because, text === "" ? undefined : text);
    if (decision === undefined) onFork({ rule: written, name, field: what, isEffect: true });
    if (!decision) return undefined;
    this.end({ kind: "unknown", by: name, action: String(rule.action) }, name);
    return endedBy(name);
  }

  private unknownAction(
    { source }: UnknownPart,
    name: string,
    { because }: Match,
    said: Place["said"],
  ): Stop {
    said("unknown", because, `the action is not known: ${source}`);
    this.end({ kind: "unknown", by: name }, name);
    return { result: "not-reached", because: `'${name}' may end the request`, isOfPhase: true };
  }

  /** Follows both cases if the rule decides what happens next, and else notes what depends on it. */
  private unknownRule(place: Place, { missed, open }: Match): void {
    const { rule, written, name } = place;
    const { state, onFork, decided, isForked } = this.around;
    const action = rule.action instanceof UnknownPart ? undefined : rule.action;
    const isUnknown = unknownSettingOf(place) !== undefined;
    if (!isUnknown && limitOf(rule, name, state) !== undefined) return;
    const field = missed[0] ?? "";
    if (action === "score") {
      state.score.open += Math.max(0, numberAt(rule.parameters, "increment") ?? 0);
      state.score.missed.add(field);
    }
    if (!isUnknown && without.has(action ?? "")) return;
    const decides =
      isUnknown ||
      action === undefined ||
      !isKnownAction(action) ||
      endsRuleSet(action) ||
      following.has(action) ||
      (action === "rewrite" && !this.phase.isResponse);
    if (decides) onFork({ rule: written, name, field, open });
    else if (decided.size === 0 || !isForked())
      state.soft.push(conditionOf(rule, { field, name, open }, action, "no effect"));
  }

  private execute(place: Place, match: Match): Stop | undefined {
    const { rule, name, inside, said } = place;
    const { skips, rulesets, state } = this.around;
    const { level } = inside[0] as ConfiguredRuleset;
    const skipped = skips.ofExecute(level, rule);
    if (skipped !== undefined) {
      said("skipped", skipped);
      return undefined;
    }
    const { target, text = "", assuming, isUnknown } = executionOf(rule, name, inside, rulesets);
    if (isUnknown !== undefined)
      return this.unknownEffect(place, { what: "the ruleset", because: isUnknown }, text);
    said("matched", match.because, text);
    if (assuming !== undefined) state.assuming.add(assuming);
    if (!target) return undefined;
    const stop = this.rules([...inside, target], undefined, { by: name, rule });
    return this.ended ? endedBy(this.ended.by) : stop;
  }
}

/** Actions that have no effect on the outcome. */
const without = new Set(["log", "score", "log_custom_field", "bypass"]);
/** Actions that decide which rules run. */
const following = new Set(["skip", "execute"]);

/** The last rule of a managed ruleset is taken above a score, which an override may set. */
function unknownSettingOf({ rule, written, inside }: Place): string | undefined {
  const ruleset = inside.at(-1) as ConfiguredRuleset;
  const isScored = actsOnScore(ruleset, written);
  // It may be absent, and then the action is taken on each match.
  if (rule.credentialCheck instanceof UnknownPart) return "exposed_credential_check";
  if (rule.ratelimit instanceof UnknownPart && ruleset.phase !== "http_ratelimit")
    return "rate limit";
  return isScored ? unknownSetting(written) : unknownSetting(rule);
}

function endedBy(name: string): Stop {
  return { result: "not-reached", because: `'${name}' ends the request`, isOfPhase: true };
}

export function nameIn({ name, id, address }: ConfiguredRuleset): { readonly ruleset?: string } {
  const found = address ?? name ?? id;
  return found === undefined ? {} : { ruleset: found };
}
