import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  type ListItem,
  type Part,
  UnknownPart,
} from "../core/configuration/model.ts";
import { overridden } from "../trace/configuration/overrides.ts";
import { partAt, textAt } from "../trace/configuration/parameters.ts";
import { alwaysTrue, both, type Condition, type Conditions, opposite } from "./conditions.ts";
import { type Effect, effectOf, executing } from "./effects.ts";

/** A rule of a ruleset, or of one that it executes, in the order in which they run. */
export interface Clause {
  readonly rule: ConfiguredRule;
  /** The name of the executed ruleset. */
  readonly within: string | undefined;
  readonly own: Condition;
  /** When the ruleset that has the rule is executed, and no earlier rule has left it. */
  readonly guard: Condition;
  /** With all that has to be true for the rule to be evaluated, apart from rules that end the evaluation. */
  readonly when: Condition;
  readonly effect: Effect;
  /** Undefined if it is not known. */
  readonly isEnabled: boolean | undefined;
}

export interface ClauseContext {
  readonly conditions: Conditions;
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly itemsOf: (list: string) => readonly ListItem[] | undefined;
  /** The only action of a phase, which some tools leave out. */
  readonly onlyAction: (phase: string) => string | undefined;
}

/** How deep rulesets are executed; the service allows one level. */
const deepest = 3;

export function clausesOf(ruleset: ConfiguredRuleset, from: ClauseContext): readonly Clause[] {
  return new Reader(from).read(ruleset, { guard: alwaysTrue, within: undefined, depth: 0 });
}

interface Place {
  readonly guard: Condition;
  readonly within: string | undefined;
  readonly executedBy?: ConfiguredRule;
  readonly depth: number;
}

class Reader {
  constructor(private readonly from: ClauseContext) {}

  read(ruleset: ConfiguredRuleset, { guard, within, executedBy, depth }: Place): readonly Clause[] {
    const { itemsOf, onlyAction } = this.from;
    const clauses: Clause[] = [];
    let reached = guard;
    for (const written of ruleset.rules) {
      const usual = written.action === "" ? onlyAction(ruleset.phase) : undefined;
      const named = usual === undefined ? written : { ...written, action: usual };
      const rule = executedBy ? overridden(named, executedBy.parameters) : named;
      const own = this.conditionOf(rule);
      const when = both(reached, own);
      const isEnabled = rule.enabled instanceof UnknownPart ? undefined : rule.enabled;
      const base = { rule, within, own, guard: reached, when, isEnabled };
      if (rule.action === "execute") {
        const target = executedRuleset(rule, ruleset, this.from.rulesets);
        const isGiven = target && depth < deepest;
        const effect = isGiven ? nothing : executing(rule.parameters);
        clauses.push({ ...base, effect });
        if (!isGiven || isEnabled === false) continue;
        const name = target.name ?? target.id ?? target.address ?? "";
        clauses.push(
          ...this.read(
            { ...target, level: ruleset.level },
            { guard: when, within: name, executedBy: rule, depth: depth + 1 },
          ),
        );
        continue;
      }
      const effect = effectOf(rule, { phase: ruleset.phase, itemsOf });
      const { endsPhase, ends, ...rest } = effect;
      // The rest of an executed ruleset is skipped, and the evaluation goes on after it.
      const returns = depth > 0 && ends?.key === "allow" && !endsPhase && isEnabled !== false;
      clauses.push({ ...base, effect: returns ? rest : effect });
      if (returns) reached = both(reached, opposite(own));
    }
    return clauses;
  }

  private conditionOf(rule: ConfiguredRule): Condition {
    const { conditions } = this.from;
    const { enabled, action, checksCredentials, parameters } = rule;
    let condition = conditions.of(rule);
    const more = [
      ...(enabled instanceof UnknownPart ? [`enabled: ${enabled.source}`] : []),
      // It may or may not end the evaluation.
      ...(action instanceof UnknownPart ? [`action: ${action.source}`] : []),
      ...(checksCredentials ? ["leaked credentials"] : []),
      ...listTest(parameters),
    ];
    for (const it of more) condition = both(condition, conditions.unknown(it));
    return condition;
  }
}

const nothing: Effect = { marks: [], settings: new Map() };

/** A bulk redirect acts on the URLs that the list has. */
function listTest(parameters: Part): readonly string[] {
  const list = textAt(parameters, "from_list", "name");
  return list === undefined ? [] : [`URL in $${list}`];
}

/** By its ID; by the resource that the ID is taken from; in a plan, the only one that it can be. */
function executedRuleset(
  { parameters }: ConfiguredRule,
  { level, phase }: ConfiguredRuleset,
  rulesets: readonly ConfiguredRuleset[],
): ConfiguredRuleset | undefined {
  const id = partAt(parameters, "id");
  if (typeof id === "string") return rulesets.find((it) => it.id === id);
  if (!(id instanceof UnknownPart)) return undefined;
  const named = rulesets.find((it) => it.address !== undefined && id.source === `${it.address}.id`);
  if (named) return named;
  const [only, ...others] = rulesets.filter(
    (it) => it.kind === "custom" && it.phase === phase && it.level === level && it.id === undefined,
  );
  return id.source === "known after apply" && others.length === 0 ? only : undefined;
}
