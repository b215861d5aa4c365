import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  type Level,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { kept } from "../../core/solver/kept.ts";
import type { RequestFields } from "../../core/trial.ts";
import { type PhaseStep, phaseSteps } from "../../languages.ts";
import { hasUnknown, objectAt, textAt, textsAt } from "../../trace/configuration/parameters.ts";
import type { ZoneConfiguration } from "../../trace/configuration/zone.ts";
import { actsOnScore } from "../../trace/scores.ts";
import { type Clause, type ClauseContext, clausesAmong } from "../clauses.ts";
import { type Asked, alwaysTrue, both, type Condition, opposite } from "../conditions.ts";
import { unknownEffect } from "../effects.ts";
import {
  type Around,
  type BulkRedirect,
  type End,
  endOf,
  everything,
  failing,
  failure,
  headerPhase,
  isInList,
  nameOf,
  nothing,
  redirecting,
  rewritePhase,
} from "./ends.ts";
import { newValue, type Reading, Rewrites } from "./rewrites.ts";

/** The rules of a zone and of its account that run before the origin answers, in order: one function of a request. */
export interface ZoneRules {
  /** Disabled rules are among them. */
  readonly clauses: readonly Clause[];
  readonly phaseOf: ReadonlyMap<Clause, PhaseStep>;
  readonly endOf: (clause: Clause) => End;
  readonly assuming: readonly string[];
  /** How the last rules read expressions. */
  readonly reading: Reading;
}

export interface StepContext extends Omit<ClauseContext, "conditions" | "mayBeGiven" | "rulesets"> {
  readonly conditions: Reading;
  readonly shared: Map<string, Condition>;
  readonly plan: string | undefined;
  readonly rewritten: (asked: Asked) => RequestFields | undefined;
  readonly requestOf: (asked: Asked) => RequestFields | undefined;
  /** Whether a rule matches, in a trace. */
  readonly matchOf: (rule: ConfiguredRule, request: RequestFields) => boolean | undefined;
}

export function rulesOfZone(zone: ZoneConfiguration, context: StepContext): ZoneRules {
  return new ZoneReader(zone, context).read();
}

const managedPhase = /managed$|^ddos_/;
/** The fields that rules about request headers may change. */
const ofHeaders = /headers|cookie|user_agent|referer|x_forwarded_for|accepted_languages/;

class ZoneReader {
  private readonly clauses: Clause[] = [];
  private readonly phaseOf = new Map<Clause, PhaseStep>();
  private readonly ends = new Map<Clause, End>();
  private readonly assuming = new Set<string>();
  private readonly bulk = new Map<ConfiguredRule, BulkRedirect>();
  private readonly prepared = new Map<ConfiguredRuleset, ConfiguredRuleset>();
  /** That no rule has skipped something so far: a phase, or a ruleset or rule at a level. */
  private readonly notSkipped = new Map<string, Condition>();
  private reading: Reading;
  private rewritten: Reading;

  constructor(
    private readonly zone: ZoneConfiguration,
    private readonly from: StepContext,
  ) {
    this.reading = from.conditions;
    this.rewritten = from.conditions;
  }

  read(): ZoneRules {
    for (const it of phaseSteps) if (!it.isResponse && !it.isConfiguration) this.phase(it);
    const { clauses, phaseOf, ends } = this;
    const endOf = (it: Clause): End => ends.get(it) ?? { kind: "unknown" };
    return { clauses, phaseOf, endOf, assuming: [...this.assuming], reading: this.rewritten };
  }

  private phase(step: PhaseStep): void {
    const before = this.clauses.length;
    for (const level of step.levels) {
      const { plan } = this.from;
      const isOutside = level === "account" && plan !== undefined && plan !== "enterprise";
      if (isOutside && !step.isForAllPlans) continue;
      this.level(step, level);
    }
    if (step.phase === rewritePhase) this.rewrite(step, this.clauses.slice(before));
    const added = this.clauses.slice(before);
    if (step.phase === headerPhase && added.some((it) => it.isEnabled !== false))
      this.reading = afterHeaders(this.reading);
  }

  private level(step: PhaseStep, level: Level): void {
    let rest = alwaysTrue;
    for (const it of this.zone.entryPoints.of(step.phase, level)) {
      const guard = both(this.open(step.phase), rest);
      const from: ClauseContext = {
        ...this.from,
        conditions: this.tracedReading,
        rulesets: this.zone.rulesets
          .filter((other) => other.phase === step.phase)
          .map((other) => this.prepare(other)),
        mayBeGiven: (id) => !managedPhase.test(step.phase) || this.isGiven(id),
      };
      // The rest of the phase is skipped also after rules of an executed ruleset.
      let stopped = alwaysTrue;
      for (const clause of clausesAmong(this.prepare(it), guard, from)) {
        const { ends, endsPhase, ...effect } = clause.effect;
        const within = both(stopped, this.notSkippedIn(clause, level));
        const when = both(within, clause.when);
        if (!endsPhase) {
          this.add(step, { ...clause, when });
        } else {
          this.add(step, { ...clause, when, effect });
          if (clause.isEnabled !== false) stopped = both(stopped, opposite(when));
        }
        if (clause.isEnabled !== false) this.skip({ ...clause, when }, level);
      }
      rest = both(rest, stopped);
    }
  }

  /** In rules that redirect by lists, the URLs of a list are known in traces. */
  private get tracedReading(): Reading {
    const { reading, bulk, from } = this;
    const of = (rule: ConfiguredRule): Condition => {
      const found = reading.of(rule);
      if (!bulk.has(rule) || bulk.get(rule)?.isList) return found;
      const matches = (asked: Asked) => {
        const request = from.rewritten(asked);
        return request && from.matchOf(rule, request);
      };
      return { ...found, matches };
    };
    return { of, unknown: reading.unknown };
  }

  private get around(): Around {
    const { reading, from } = this;
    return { ...from, reading };
  }

  private isGiven(id: string): boolean {
    return this.zone.rulesets.some((it) => it.id === id);
  }

  private add(step: PhaseStep, clause: Clause): void {
    const { rule, effect } = clause;
    for (const it of clause.isEnabled === false ? [] : (rule.defaults ?? []))
      this.assuming.add(`${it} has its default`);
    const push = (it: Clause, end?: End) => {
      this.clauses.push(it);
      this.phaseOf.set(it, step);
      if (end) this.ends.set(it, end);
    };
    const isKnown = effect.ends !== undefined && unknownEffect(rule) === undefined;
    if (rule.action === "redirect" && isKnown) {
      if (!this.bulk.get(rule)?.isList) push({ ...clause, effect: nothing });
      const ending = redirecting(clause, this.bulk.get(rule), this.around);
      push(ending.clause, ending.end);
    } else if (rule.action === "rewrite" && unknownEffect(rule) === undefined) {
      push({ ...clause, effect: nothing });
      for (const it of failing(step.phase, clause, this.reading)) push(it, { kind: "error" });
    } else push(clause, effect.ends && endOf(clause));
    if (effect.marks.some((it) => it.kind === "limit"))
      this.assuming.add(`the rate limit '${nameOf(rule)}' is not exceeded`);
    if (effect.marks.some((it) => it.kind === "executing"))
      this.assuming.add(
        `the managed ruleset of '${nameOf(rule)}' (${textAt(rule.parameters, "id") ?? ""}), whose rules are not given, does not match`,
      );
  }

  private rewrite(step: PhaseStep, added: readonly Clause[]): void {
    const { from } = this;
    const acting = added.filter(
      (it) => it.isEnabled !== false && it.rule.action === "rewrite" && !it.effect.ends,
    );
    const rewrites = new Rewrites(acting, from.conditions, from.rewritten);
    for (const { clause, when } of rewrites.errors()) {
      const failing: Clause = { ...clause, when, effect: failure };
      this.clauses.push(failing);
      this.phaseOf.set(failing, step);
      this.ends.set(failing, { kind: "error" });
    }
    if (acting.some((it) => newValue(it.rule, "path") !== undefined))
      this.assuming.add("no rewritten URL has more than 4,096 characters");
    this.reading = rewrites.after;
    this.rewritten = rewrites.after;
  }

  private open(phase: string): Condition {
    return this.notSkipped.get(`phase ${phase}`) ?? alwaysTrue;
  }

  /** That neither the rule nor the rulesets around it are skipped. */
  private notSkippedIn({ rule, executed }: Clause, level: Level): Condition {
    let all = alwaysTrue;
    const id = executed?.ruleset.id;
    const target = rule.action === "execute" ? textAt(rule.parameters, "id") : undefined;
    const executes = target === undefined ? undefined : this.notSkipped.get(`${level} ${target}`);
    if (executes) all = both(all, executes);
    const own = id === undefined ? undefined : this.notSkipped.get(`${level} ${id} ${rule.id}`);
    if (own && rule.id !== undefined) all = both(all, own);
    for (let at = executed; at; at = at.by.executed) {
      const skipped = this.notSkipped.get(`${level} ${at.ruleset.id}`);
      if (skipped && at.ruleset.id !== undefined) all = both(all, skipped);
    }
    return all;
  }

  private skip({ rule, when }: Clause, level: Level): void {
    if (rule.action !== "skip" || unknownEffect(rule) !== undefined) return;
    const { parameters } = rule;
    const rules = Object.entries(objectAt(parameters, "rules") ?? {});
    const names = [
      ...textsAt(parameters, "phases").map((it) => `phase ${it}`),
      ...textsAt(parameters, "rulesets").map((it) => `${level} ${it}`),
      ...rules.flatMap(([id, all]) => textsAt(all).map((it) => `${level} ${id} ${it}`)),
    ];
    for (const it of names)
      this.notSkipped.set(it, both(this.notSkipped.get(it) ?? alwaysTrue, opposite(when)));
  }

  /** The rules as traces take them, where reviews leave more open, or less. */
  private prepare(ruleset: ConfiguredRuleset): ConfiguredRuleset {
    return kept(this.prepared, ruleset, () => ({
      ...ruleset,
      rules: ruleset.rules.map((it) => this.prepareRule(it, ruleset)),
    }));
  }

  private prepareRule(rule: ConfiguredRule, ruleset: ConfiguredRuleset): ConfiguredRule {
    const { action, credentialCheck } = rule;
    const unknown = unknownPartOf(rule, ruleset.phase);
    if (unknown !== undefined) return { ...rule, action: new UnknownPart(unknown) };
    if (credentialCheck !== undefined) {
      this.assuming.add(`'${nameOf(rule)}' finds no leaked credentials`);
      return { ...rule, action: "log", parameters: {}, credentialCheck: undefined };
    }
    const list = textAt(rule.parameters, "from_list", "name");
    if (action === "redirect" && list !== undefined) return this.prepareBulk(rule, list);
    if (actsOnScore(ruleset, rule))
      return { ...rule, expression: new UnknownPart(`the score of ${nameOf(rule)}`) };
    return rule;
  }

  private prepareBulk(rule: ConfiguredRule, list: string): ConfiguredRule {
    const key = textAt(rule.parameters, "from_list", "key") ?? "http.request.full_uri";
    const isList = isInList(rule, list, key);
    const prepared = { ...rule, parameters: {}, ...(isList && { expression: everything }) };
    this.bulk.set(prepared, { list, key, isList });
    return prepared;
  }
}

/** A part because of which it is not known what the rule does. */
function unknownPartOf(
  { action, parameters, ratelimit, credentialCheck }: ConfiguredRule,
  phase: string,
): string | undefined {
  if (credentialCheck instanceof UnknownPart) return credentialCheck.source;
  if (ratelimit instanceof UnknownPart && phase !== "http_ratelimit") return ratelimit.source;
  if (action === "skip" && hasUnknown(parameters)) return "what it skips";
  const isUsual = phase === rewritePhase || phase === headerPhase;
  return action === "rewrite" && credentialCheck === undefined && !isUsual
    ? "a rewrite in this phase"
    : undefined;
}

function afterHeaders(reading: Reading): Reading {
  return {
    unknown: reading.unknown,
    of: (rule) => {
      const { expression } = rule;
      if (expression instanceof UnknownPart || !ofHeaders.test(expression.text))
        return reading.of(rule);
      return reading.unknown(`${expression.text} after request headers`, rule);
    },
  };
}
