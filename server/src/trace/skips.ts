import type { ConfiguredRule, ConfiguredRuleset } from "../core/configuration/model.ts";
import { objectAt, textsAt } from "./configuration/parameters.ts";

/** What rules with the action `skip` have skipped so far. */
export class Skips {
  private readonly phases = new Map<string, string>();
  /** Of the phase of managed rules: rulesets and rules of rulesets, at one level. */
  private readonly rulesets = new Map<string, string>();
  private readonly rules = new Map<string, string>();

  add({ parameters }: ConfiguredRule, by: string, level: string): void {
    // The Actions page says that an account rule skips those of the account only; the newer page on skip options, both.
    const disagreement =
      level === "account" ? " (sources disagree whether the zone's rules are skipped, too)" : "";
    for (const it of textsAt(parameters, "phases"))
      if (!this.phases.has(it)) this.phases.set(it, `'${by}' skips the phase${disagreement}`);
    for (const it of textsAt(parameters, "rulesets"))
      this.rulesets.set(`${level} ${it}`, `'${by}' skips the ruleset`);
    for (const [ruleset, ids] of Object.entries(objectAt(parameters, "rules") ?? {}))
      for (const id of textsAt(ids))
        this.rules.set(`${level} ${ruleset} ${id}`, `'${by}' skips the rule`);
  }

  ofPhase(phase: string): string | undefined {
    return this.phases.get(phase);
  }

  ofRuleset(level: string, id: string): string | undefined {
    return this.rulesets.get(`${level} ${id}`);
  }

  /** Of a ruleset that is executed. */
  ofRule({ level, id: ruleset }: ConfiguredRuleset, { id }: ConfiguredRule): string | undefined {
    if (this.rules.size === 0 || ruleset === undefined || id === undefined) return undefined;
    return this.rules.get(`${level} ${ruleset} ${id}`);
  }
}
