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
import {
  canonical,
  type Effect,
  effectOf,
  unknownEffect,
  unknownEnd,
  unknownKey,
  unreadEffect,
} from "./effects.ts";

/** A rule of a ruleset, or of one that it executes, in the order in which they run. */
export interface Clause {
  readonly rule: ConfiguredRule;
  /** The name of the executed ruleset. */
  readonly within: string | undefined;
  /** The rule that executes the ruleset, and the ruleset. */
  readonly executed?: Execution | undefined;
  /** The ruleset that the rule executes. */
  readonly executes?: ConfiguredRuleset;
  /** Of the expression. */
  readonly expression: Condition;
  /** With what else has to be true, and is not known. */
  readonly own: Condition;
  /** When the ruleset that has the rule is executed, and no earlier rule has left it. */
  readonly guard: Condition;
  /** With all that has to be true for the rule to be evaluated, apart from rules that end the evaluation. */
  readonly when: Condition;
  readonly effect: Effect;
  /** Leaves the executed ruleset. */
  readonly returns?: true;
  /** Undefined if it is not known. */
  readonly isEnabled: boolean | undefined;
}

export interface Execution {
  readonly by: Clause;
  readonly ruleset: ConfiguredRuleset;
}

export interface ClauseContext {
  readonly side: string;
  /** Whether the other side has the rules of a ruleset. */
  readonly mayBeGiven: (id: string) => boolean;
  readonly conditions: Pick<Conditions, "of" | "unknown">;
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly itemsOf: (list: string) => readonly ListItem[] | undefined;
  /** The only action of a phase, which some tools leave out. */
  readonly onlyAction: (phase: string) => string | undefined;
}

/** How deep rulesets are executed; the service allows one level. */
const deepest = 3;

export function clausesOf(ruleset: ConfiguredRuleset, from: ClauseContext): readonly Clause[] {
  return new Reader(from).read(ruleset, { guard: alwaysTrue, depth: 0 });
}

/** The same of a ruleset among others: leave to go on ends only this ruleset, and `guard` says when it runs. */
export function clausesAmong(
  ruleset: ConfiguredRuleset,
  guard: Condition,
  from: ClauseContext,
): readonly Clause[] {
  return new Reader(from).read(ruleset, { guard, depth: 0, isAmongOthers: true });
}

interface Place {
  readonly guard: Condition;
  readonly executed?: Execution;
  readonly depth: number;
  readonly isAmongOthers?: boolean;
}

class Reader {
  constructor(private readonly from: ClauseContext) {}

  read(
    ruleset: ConfiguredRuleset,
    { guard, executed, depth, isAmongOthers = depth > 0 }: Place,
  ): readonly Clause[] {
    const { itemsOf, onlyAction, side } = this.from;
    const within = executed && nameOfExecuted(executed.ruleset);
    const clauses: Clause[] = [];
    let reached = guard;
    for (const written of ruleset.rules) {
      const usual = written.action === "" ? onlyAction(ruleset.phase) : undefined;
      const named = usual === undefined ? written : { ...written, action: usual };
      const rule = executed ? overridden(named, executed.by.rule.parameters) : named;
      const { expression, own } = this.conditionsOf(rule);
      const when = both(reached, own);
      const isEnabled = rule.enabled instanceof UnknownPart ? undefined : rule.enabled;
      const base = { rule, within, executed, expression, own, guard: reached, when, isEnabled };
      if (rule.action === "execute") {
        clauses.push(...this.executing({ ...base, effect: nothing }, ruleset, depth));
        continue;
      }
      const effect = effectOf(rule, { phase: ruleset.phase, itemsOf, side });
      const { endsPhase, ends, ...rest } = effect;
      // The rest of an executed ruleset is skipped, and the evaluation goes on after it.
      const returns = isAmongOthers && ends?.key === "allow" && !endsPhase && isEnabled !== false;
      clauses.push(returns ? { ...base, effect: rest, returns } : { ...base, effect });
      if (returns) reached = both(reached, opposite(own));
    }
    return clauses;
  }

  /** A rule that executes a ruleset, and the rules of that. */
  private executing(by: Clause, from: ConfiguredRuleset, depth: number): readonly Clause[] {
    const { rulesets, mayBeGiven, side } = this.from;
    const { rule, when, isEnabled } = by;
    const unknown = unknownEffect(rule);
    if (unknown !== undefined) return [this.unread(by, unknownEnd(unknown, rule, side))];
    const ruleset = depth < deepest ? executedRuleset(rule, from, rulesets) : undefined;
    if (!ruleset) return [this.unread(by, unreadEffect(rule, mayBeGiven, side))];
    if (isEnabled === false) return [by];
    const executing: Clause = { ...by, executes: ruleset };
    const place = { guard: when, executed: { by: executing, ruleset }, depth: depth + 1 };
    return [executing, ...this.read({ ...ruleset, level: from.level }, place)];
  }

  /** Rules that are not given may do anything, or nothing. */
  private unread(by: Clause, effect: Effect): Clause {
    if (!effect.ends) return { ...by, effect };
    const own = both(by.own, this.from.conditions.unknown(effect.ends.key, by.rule));
    return { ...by, own, when: both(by.guard, own), effect };
  }

  private conditionsOf(rule: ConfiguredRule): Pick<Clause, "expression" | "own"> {
    const { conditions } = this.from;
    const { enabled, action, credentialCheck, parameters } = rule;
    const expression = conditions.of(rule);
    // It may or may not end the evaluation.
    const unknown = action === "execute" ? undefined : unknownEffect(rule);
    const more = [
      ...(enabled instanceof UnknownPart ? [`enabled: ${enabled.source}`] : []),
      ...(unknown === undefined ? [] : [unknownKey(unknown, rule)]),
      ...(credentialCheck === undefined
        ? []
        : [`leaked credentials ${canonical(credentialCheck)}`]),
      ...listTest(parameters),
    ];
    const all = more.map((it) => conditions.unknown(it, rule));
    return { expression, own: all.reduce(both, expression) };
  }
}

const nothing: Effect = { marks: [], settings: new Map() };

/** A bulk redirect acts on the URLs that the list has. */
function listTest(parameters: Part): readonly string[] {
  const list = textAt(parameters, "from_list", "name");
  return list === undefined ? [] : [`URL in $${list}`];
}

export function nameOfExecuted({ name, id, address }: ConfiguredRuleset): string {
  return name ?? id ?? address ?? "";
}

/** By its ID; by the resource that the ID is taken from; in a plan, the only one that it can be. */
export function executedRuleset(
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
