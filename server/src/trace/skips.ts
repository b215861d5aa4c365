import type { ConfiguredRule, ConfiguredRuleset, Level } from "../core/configuration/model.ts";
import { skips } from "../languages.ts";
import { objectAt, partAt, textAt, textsAt } from "./configuration/parameters.ts";
import type { RuleResult } from "./types.ts";

/** Why the rest of the rules are not evaluated. */
export interface Stop {
  readonly result: Extract<RuleResult, "skipped" | "not-reached">;
  readonly because: string;
  /** Also for the ruleset that executes this one. */
  readonly isOfPhase?: boolean;
}

/** The parts that rules with the action `skip` have skipped so far. */
export class Skips {
  private readonly phases = new Map<string, string>();
  /** Rulesets and rules of rulesets, at one level. */
  private readonly rulesets = new Map<string, string>();
  private readonly rules = new Map<string, string>();

  /** Returns what is skipped at once. */
  add({ parameters }: ConfiguredRule, by: string, level: Level): Stop | undefined {
    const isDisputed = level === "account" && skips.phases.isDisputed;
    const note = isDisputed ? " (sources disagree whether the zone's rules are skipped, too)" : "";
    for (const it of textsAt(parameters, "phases"))
      if (!this.phases.has(it)) this.phases.set(it, `'${by}' skips the phase${note}`);
    for (const it of textsAt(parameters, "rulesets"))
      this.rulesets.set(`${level} ${it}`, `'${by}' skips the ruleset`);
    for (const [ruleset, ids] of Object.entries(objectAt(parameters, "rules") ?? {}))
      for (const id of textsAt(ids))
        this.rules.set(`${level} ${ruleset} ${id}`, `'${by}' skips the rule`);
    const isCurrent = (name: string) => textAt(parameters, name) === "current";
    const skipped = (what: string) =>
      ({ result: "skipped", because: `'${by}' skips the rest of the ${what}` }) as const;
    if (isCurrent("phase")) return { ...skipped("phase"), isOfPhase: true };
    return isCurrent("ruleset") ? skipped("ruleset") : undefined;
  }

  ofPhase(phase: string): string | undefined {
    return this.phases.get(phase);
  }

  /** Of the ruleset that a rule executes. */
  ofExecute(level: Level, { parameters }: ConfiguredRule): string | undefined {
    const id = partAt(parameters, "id");
    return typeof id === "string" ? this.rulesets.get(`${level} ${id}`) : undefined;
  }

  /** Of a ruleset that is executed. */
  ofRule(
    level: Level,
    { id: ruleset }: ConfiguredRuleset,
    { id }: ConfiguredRule,
  ): string | undefined {
    if (this.rules.size === 0 || ruleset === undefined || id === undefined) return undefined;
    return this.rules.get(`${level} ${ruleset} ${id}`);
  }
}
