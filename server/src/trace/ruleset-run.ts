import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  UnknownPart,
} from "../core/configuration/model.ts";
import { endsRuleSet, type PhaseStep } from "../languages.ts";
import type { Match } from "./compiled.ts";
import { conditionOf } from "./condition.ts";
import { executedRuleset } from "./configuration/execute.ts";
import { overridden } from "./configuration/overrides.ts";
import { partAt, textAt } from "./configuration/parameters.ts";
import { effectOf } from "./effects.ts";
import { limitOf } from "./rate-limits.ts";
import { ruleResult } from "./rule-result.ts";
import type { Skips } from "./skips.ts";
import { type Effect, type Fork, nameOf, type TraceState } from "./state.ts";
import type { RuleResult, TraceOutcome, TraceRule, TraceStep } from "./types.ts";

/** Why the rest of the rules are not evaluated. */
export interface Stop {
  readonly result: Extract<RuleResult, "skipped" | "not-reached">;
  readonly because: string;
  /** Also for the ruleset that executes this one. */
  readonly isOfPhase?: boolean;
}

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

interface Executed {
  readonly by: string;
  readonly rule: ConfiguredRule;
}

/** How deep rulesets are executed; the service allows one level. */
const deepest = 3;

/** The rules of a ruleset in order, until one ends the request. */
export class RulesetRun {
  private ended: Ended | undefined;

  constructor(private readonly around: Around) {}

  /** What ended the request, and why the rest of the phase is not evaluated. */
  run(
    phase: PhaseStep,
    ruleset: ConfiguredRuleset,
    stop: Stop | undefined,
    executed?: Executed,
    depth = 0,
  ): { readonly ended: Ended | undefined; readonly stop: Stop | undefined } {
    const rules: TraceRule[] = [];
    this.around.addStep({
      phase: phase.phase,
      title: phase.title,
      level: ruleset.level,
      ...nameIn(ruleset),
      ...(executed && { executedBy: executed.by }),
      rules,
    });
    const rest = this.rules(phase, ruleset, stop, executed, depth, rules);
    return { ended: this.ended, stop: rest };
  }

  /** Returns why the rest of the phase is skipped. */
  private rules(
    phase: PhaseStep,
    ruleset: ConfiguredRuleset,
    before: Stop | undefined,
    executed: Executed | undefined,
    depth: number,
    into: TraceRule[],
  ): Stop | undefined {
    let stop = before;
    for (const [at, written] of ruleset.rules.entries()) {
      const rule = executed ? overridden(written, executed.rule.parameters) : written;
      const skipped = executed && this.around.skips.ofRule(ruleset, rule);
      if (stop) into.push(ruleResult(rule, stop.result, stop.because));
      else if (rule.enabled === false) into.push(ruleResult(rule, "disabled"));
      else if (skipped !== undefined) into.push(ruleResult(rule, "skipped", skipped));
      else {
        const named = { rule, written, name: nameOf(written, at) };
        stop = this.rule(phase, ruleset, named, depth, into);
      }
    }
    return stop?.isOfPhase ? stop : undefined;
  }

  private rule(
    phase: PhaseStep,
    ruleset: ConfiguredRuleset,
    { rule, written, name }: NamedRule,
    depth: number,
    into: TraceRule[],
  ): Stop | undefined {
    const { state, decided } = this.around;
    const match = this.matchOf(rule, written);
    if (rule.defaults) for (const it of rule.defaults) state.assuming.add(`${it} has its default`);
    if (match.matches === false) {
      into.push(ruleResult(rule, "not-matched", match.because));
      return undefined;
    }
    const said = (result: RuleResult, because?: string, effect?: string): void => {
      into.push(ruleResult(rule, result, because, effect));
    };
    if (match.matches === undefined) {
      const decision = decided.get(written);
      if (this.around.isLogged) {
        const isOut = typeof rule.action === "string" && endsRuleSet(rule.action);
        if (isOut) said("not-matched", "ruled out: the log line names another rule");
        else said("unknown", match.because);
        return undefined;
      }
      if (decision === undefined) {
        const at = this.unknownRule(phase, { rule, written, name }, match);
        said("unknown", match.because, at);
        return undefined;
      }
      if (!decision) {
        said("unknown", match.because);
        return undefined;
      }
    }
    if (rule.action instanceof UnknownPart)
      return this.unknownAction(rule.action, name, match, said);
    const limited = limitOf(rule, name, state);
    if (limited !== undefined) {
      said("matched", match.because, limited);
      return undefined;
    }
    if (rule.action === "execute")
      return this.execute(phase, ruleset, { rule, written, name }, match, depth, said);
    const effect = effectOf(rule, name, state) ?? {
      text: `${String(rule.action) || "no action"}: not known here`,
      isUnknown: [`the action '${String(rule.action)}'`],
    };
    return this.taken({ rule, written, name }, ruleset, match, effect, said);
  }

  private matchOf(rule: ConfiguredRule, written: ConfiguredRule): Match {
    const { state, matched } = this.around;
    const match = this.afterRewrite(state.compiled.match(rule, state.request));
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
    { rule, written, name }: NamedRule,
    { level }: ConfiguredRuleset,
    match: Match,
    effect: Effect,
    said: (result: RuleResult, because?: string, effect?: string) => void,
  ): Stop | undefined {
    const { skips, decided, onFork } = this.around;
    if (effect.isUnknown && decided.get(written) !== false) {
      said("unknown", `not known: ${effect.isUnknown.join(", ")}`, effect.text);
      if (decided.get(written) === undefined)
        onFork({ rule: written, name, field: effect.isUnknown[0] ?? "" });
      else this.end({ kind: "unknown", by: name, action: String(rule.action) }, name);
      return this.ended && { result: "not-reached", because: `'${name}' ends the request` };
    }
    if (effect.isUnknown) {
      said("unknown", `not known: ${effect.isUnknown.join(", ")}`, effect.text);
      return undefined;
    }
    const result = match.matches === undefined ? "unknown" : "matched";
    said(result, match.because, effect.text);
    if (effect.isNone) return undefined;
    if (effect.ends) {
      const { because } = match;
      this.end({ ...effect.ends, ...(because !== "" && { because }) }, name);
      return { result: "not-reached", because: `'${name}' ends the request`, isOfPhase: true };
    }
    if (effect.endsPhase)
      return { result: "not-reached", because: `'${name}' was first`, isOfPhase: true };
    if (rule.action === "allow")
      return { result: "not-reached", because: `'${name}' allows the request` };
    if (rule.action !== "skip") return undefined;
    skips.add(rule, name, level);
    return skipOf(rule, name, level);
  }

  private end(outcome: TraceOutcome, by: string): void {
    this.ended = { outcome, by };
  }

  private unknownAction(
    { source }: UnknownPart,
    name: string,
    { because }: Match,
    said: (result: RuleResult, because?: string, effect?: string) => void,
  ): Stop {
    said("unknown", because, `the action is not known: ${source}`);
    this.end({ kind: "unknown", by: name }, name);
    return { result: "not-reached", because: `'${name}' may end the request`, isOfPhase: true };
  }

  /** Follows both readings if the rule decides what happens next, and else notes what depends on it. */
  private unknownRule(
    phase: PhaseStep,
    { rule, written, name }: NamedRule,
    { missed }: Match,
  ): string | undefined {
    const { state, onFork } = this.around;
    const action = rule.action instanceof UnknownPart ? undefined : rule.action;
    if (limitOf(rule, name, state) !== undefined || without.has(action ?? "")) return undefined;
    const field = missed[0] ?? "";
    const decides =
      action === undefined ||
      endsRuleSet(action) ||
      following.has(action) ||
      (action === "rewrite" && !phase.isResponse);
    if (decides) onFork({ rule: written, name, field });
    else if (this.around.decided.size === 0 || !this.around.isForked())
      state.soft.push(conditionOf(rule, { field, name }, action ?? "", "no effect"));
    return undefined;
  }

  private execute(
    phase: PhaseStep,
    ruleset: ConfiguredRuleset,
    { rule, name }: NamedRule,
    match: Match,
    depth: number,
    said: (result: RuleResult, because?: string, effect?: string) => void,
  ): Stop | undefined {
    const { skips, rulesets, state } = this.around;
    const id = partAt(rule.parameters, "id");
    const target = executedRuleset(id, phase.phase, ruleset, rulesets);
    const shown = target?.name ?? target?.id ?? name;
    const skipped = typeof id === "string" ? skips.ofRuleset(ruleset.level, id) : undefined;
    if (skipped !== undefined) {
      said("skipped", skipped);
      return undefined;
    }
    said("matched", match.because, `executes '${shown}'`);
    if (target && depth >= deepest) {
      state.assuming.add(`'${name}' executes nothing more than ${deepest} rulesets deep`);
      return undefined;
    }
    if (!target) {
      const source = id instanceof UnknownPart ? id.source : String(id ?? "");
      state.assuming.add(
        `the managed ruleset of '${name}' (${source}), whose rules are not given, does not match`,
      );
      return undefined;
    }
    if (
      id instanceof UnknownPart &&
      target.address !== undefined &&
      id.source === "known after apply"
    )
      state.assuming.add(`'${name}' executes ${target.address}`);
    const inner: TraceRule[] = [];
    this.around.addStep({
      phase: phase.phase,
      title: phase.title,
      level: ruleset.level,
      ...nameIn(target),
      executedBy: name,
      rules: inner,
    });
    const stop = this.rules(
      phase,
      { ...target, level: ruleset.level },
      undefined,
      { by: name, rule },
      depth + 1,
      inner,
    );
    return this.ended
      ? { result: "not-reached", because: `'${this.ended.by}' ends the request`, isOfPhase: true }
      : stop;
  }
}

interface NamedRule {
  readonly rule: ConfiguredRule;
  /** Before overrides. */
  readonly written: ConfiguredRule;
  readonly name: string;
}

/** Actions that have no effect on the outcome. */
const without = new Set(["log", "score", "log_custom_field", "bypass"]);
/** Actions that decide which rules run. */
const following = new Set(["skip", "execute"]);

function skipOf({ parameters }: ConfiguredRule, name: string, level: string): Stop | undefined {
  if (textAt(parameters, "phase") === "current") {
    const note = level === "account" ? " (not documented for accounts)" : "";
    return {
      result: "skipped",
      because: `'${name}' skips the rest of the phase${note}`,
      isOfPhase: true,
    };
  }
  if (textAt(parameters, "ruleset") !== "current") return undefined;
  return { result: "skipped", because: `'${name}' skips the rest of the ruleset` };
}

export function nameIn({ name, id, address }: ConfiguredRuleset): { readonly ruleset?: string } {
  const found = address ?? name ?? id;
  return found === undefined ? {} : { ruleset: found };
}
