import type { ConfiguredRule, ConfiguredRuleset, Level } from "../../core/configuration/model.ts";
import { onlyAction, phaseSteps } from "../../languages.ts";
import { isExecuted } from "../execution.ts";

/** The rulesets where a phase starts, by phase and level. */
export class EntryPoints {
  /** Rulesets that no phase runs. */
  readonly outside: readonly ConfiguredRuleset[];
  private readonly byPhase = new Map<string, ConfiguredRuleset[]>();

  constructor(rulesets: readonly ConfiguredRuleset[]) {
    const all = rulesets.filter((it) => it.kind === "zone" || it.kind === "root");
    const isOutside = (it: ConfiguredRuleset) =>
      it.kind === "custom"
        ? it.rules.length > 0 && !isExecuted(it, rulesets)
        : !isKnownKind(it.kind) || (all.includes(it) && !levels.get(it.phase)?.includes(it.level));
    this.outside = rulesets.filter(isOutside);
    for (const it of all) {
      const key = keyOf(it.phase, it.level);
      this.byPhase.set(key, [...(this.byPhase.get(key) ?? []), withUsualActions(it)]);
    }
  }

  of(phase: string, level: Level): readonly ConfiguredRuleset[] {
    return this.byPhase.get(keyOf(phase, level)) ?? [];
  }
}

/** Whether it is known when a ruleset of that kind runs. */
export function isKnownKind(kind: string): boolean {
  return kinds.has(kind);
}

const kinds: ReadonlySet<string> = new Set(["zone", "root", "custom", "managed"]);

const levels: ReadonlyMap<string, readonly Level[]> = new Map(
  phaseSteps.map((it) => [it.phase, it.levels]),
);

function keyOf(phase: string, level: Level): string {
  return `${level} ${phase}`;
}

/** Some tools leave out the action where a phase has only one. */
function withUsualActions(ruleset: ConfiguredRuleset): ConfiguredRuleset {
  const usual = onlyAction(ruleset.phase);
  if (usual === undefined || ruleset.rules.every((it) => it.action !== "")) return ruleset;
  const rules = ruleset.rules.map((it): ConfiguredRule => {
    return it.action === "" ? { ...it, action: usual } : it;
  });
  return { ...ruleset, rules };
}
