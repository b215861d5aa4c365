import { listOf } from "../../text/wording.ts";
import { type Position, positionText } from "./position.ts";

/** A rule in a file, and where the file wants it. */
export interface PositionedRule {
  /** The path of its file. */
  readonly name: string;
  readonly phase: string;
  readonly ref: string | undefined;
  /** The ID on the service. */
  readonly id: string | undefined;
  readonly position: Position | undefined;
}

/** Why a rule cannot have its position or its ref. */
export interface PositionFault {
  readonly code: "unknown-rule" | "position-conflict" | "duplicate-ref";
  readonly message: string;
  /** Only the service knows whether there is such a rule, or only a push where rules go. */
  readonly isGuess?: true;
}

/** The facts about the surroundings of the rules. */
export interface PositionContext {
  /** The rule that a position refers to, among rules of this phase; `several` if it is not clear which. */
  find(ref: string, from: PositionedRule, phase: string): PositionedRule | "several" | undefined;
  /** Why a reference leads to no rule of a file; undefined if it may lead to a rule without a file. */
  missing(ref: string, from: PositionedRule): PositionFault | undefined;
  /** Names the ruleset of a rule; undefined if it is not certain where the rule is pushed to. */
  rulesetOf(rule: PositionedRule): string | undefined;
  /** Names rules that are probably pushed to one place, if that is not certain. */
  groupOf?(rule: PositionedRule): string | undefined;
}

/** The rules that cannot have their positions or refs, by the paths of their files. */
export function positionFaults(
  rules: readonly PositionedRule[],
  context: PositionContext,
): ReadonlyMap<string, PositionFault> {
  const faults = new Map<string, PositionFault>();
  const next = new Map<PositionedRule, PositionedRule>();
  const phases = [...new Set(rules.map((it) => it.phase))];
  for (const rule of rules) {
    const { position } = rule;
    if (!position || !("ref" in position)) continue;
    const other = context.find(position.ref, rule, rule.phase);
    if (other && other !== "several") next.set(rule, other);
    const fault = other ? undefined : missing(position.ref, rule, phases, context);
    if (fault) faults.set(rule.name, fault);
  }
  const conflicts = [
    ...inCycles(next),
    ...atSamePlace(rules, context.rulesetOf),
    ...beyondEnds(next),
  ];
  for (const [{ name }, message] of conflicts)
    if (!faults.has(name)) faults.set(name, { code: "position-conflict", message });
  for (const [{ name }, message] of atSamePlace(rules, context.groupOf, placeText))
    if (!faults.has(name)) faults.set(name, { code: "position-conflict", message, isGuess: true });
  for (const [{ name }, message] of withSameRef(rules, context))
    if (!faults.has(name)) faults.set(name, { code: "duplicate-ref", message });
  return faults;
}

function missing(
  ref: string,
  rule: PositionedRule,
  phases: readonly string[],
  context: PositionContext,
): PositionFault | undefined {
  const fault = context.missing(ref, rule);
  if (!fault) return undefined;
  const elsewhere = phases.find((it) => context.find(ref, rule, it) !== undefined);
  if (elsewhere === undefined) return fault;
  const message = `'${ref}' is in phase '${elsewhere}', but this rule is in phase '${rule.phase}'. Use a rule of the same phase.`;
  return { code: "unknown-rule", message };
}

type Conflict = readonly [rule: PositionedRule, message: string];

/** Rules that are all before the next one, or all after it, in a circle. */
function inCycles(next: ReadonlyMap<PositionedRule, PositionedRule>): readonly Conflict[] {
  const seen = new Map<PositionedRule, PositionedRule>();
  return [...next.keys()].flatMap((start): readonly Conflict[] => {
    const walk: PositionedRule[] = [];
    let rule: PositionedRule | undefined = start;
    for (; rule && !seen.has(rule); rule = next.get(rule)) {
      seen.set(rule, start);
      walk.push(rule);
    }
    if (!rule || seen.get(rule) !== start) return [];
    const cycle = walk.slice(walk.indexOf(rule));
    if (new Set(cycle.map((it) => it.position?.kind)).size > 1) return [];
    if (cycle.length === 1)
      return [[rule, `'@${textOf(rule)}' refers to the rule itself. Use another rule.`]];
    const shown = cycle.length > mostShown ? [...cycle.slice(0, mostShown - 1), undefined] : cycle;
    const names = [...shown, cycle[0]].map((it) => (it ? `'${it.name}'` : "…"));
    const kind = `each is '@${rule.position?.kind}' the next`;
    const message = `These positions form a cycle: ${names.join(", ")}; ${kind}. Change one of them.`;
    return cycle.map((it) => [it, message]);
  });
}

const mostShown = 6;

const placeText = ", if both are pushed to the same zone";

/** Rules of one ruleset that want the same place. */
function atSamePlace(
  rules: readonly PositionedRule[],
  rulesetOf: PositionContext["groupOf"],
  condition = "",
): readonly Conflict[] {
  return alike(rules, placeOf, rulesetOf).map(([rule, others]) => {
    const verb = others.length === 1 ? "has" : "have";
    const names = namesOf(others);
    return [
      rule,
      `'@${textOf(rule)}' conflicts with ${names}, which ${verb} the same position${condition}. Change one of them.`,
    ];
  });
}

function withSameRef(
  rules: readonly PositionedRule[],
  context: PositionContext,
): readonly Conflict[] {
  return alike(rules, (it) => it.ref, context.rulesetOf).map(([rule, others]) => [
    rule,
    `'@ref ${rule.ref}' is used in ${namesOf(others)}, too. Each rule of a ruleset needs its own ref.`,
  ]);
}

/** The rules of a ruleset that have the same value, each with the others. */
function alike(
  rules: readonly PositionedRule[],
  wanted: (rule: PositionedRule) => unknown,
  rulesetOf: PositionContext["groupOf"],
): readonly (readonly [rule: PositionedRule, others: readonly PositionedRule[]])[] {
  const groups = new Map<string, PositionedRule[]>();
  for (const rule of rules) {
    const value = wanted(rule);
    const ruleset = value === undefined ? undefined : rulesetOf?.(rule);
    if (ruleset === undefined) continue;
    const key = JSON.stringify([ruleset, rule.phase, value]);
    const group = groups.get(key);
    if (group) group.push(rule);
    else groups.set(key, [rule]);
  }
  return [...groups.values()].flatMap((group) =>
    group.length < 2
      ? []
      : group.map((rule) => [rule, group.filter((it) => it !== rule).slice(0, mostShown)] as const),
  );
}

function namesOf(rules: readonly PositionedRule[]): string {
  return listOf(
    rules.map((it) => `'${it.name}'`),
    "and",
  );
}

function placeOf({ position }: PositionedRule): number | undefined {
  if (position?.kind === "index") return position.index;
  if (position?.kind === "last") return Number.POSITIVE_INFINITY;
  return position?.kind === "first" ? 1 : undefined;
}

/** Rules that are before the first one, or after the last one, of their ruleset. */
function beyondEnds(next: ReadonlyMap<PositionedRule, PositionedRule>): readonly Conflict[] {
  const ends = new Map<PositionedRule, PositionedRule | undefined>();
  /** The first or last rule that a chain of references in one direction leads to. */
  const endOf = (start: PositionedRule): PositionedRule | undefined => {
    const walk: PositionedRule[] = [];
    let rule: PositionedRule | undefined = start;
    const kind = start.position?.kind;
    while (rule && rule.position?.kind === kind && !ends.has(rule)) {
      ends.set(rule, undefined);
      walk.push(rule);
      rule = next.get(rule);
    }
    const isEnd = rule && placeOf(rule) === (kind === "before" ? 1 : Number.POSITIVE_INFINITY);
    const isSameWay = rule?.position?.kind === kind;
    const end = rule && (isEnd ? rule : isSameWay ? ends.get(rule) : undefined);
    for (const it of walk) ends.set(it, end);
    return end;
  };
  return [...next.keys()].flatMap((rule): readonly Conflict[] => {
    const end = ends.has(rule) ? ends.get(rule) : endOf(rule);
    if (!end) return [];
    const message = `'@${textOf(rule)}' conflicts with '@${textOf(end)}' in '${end.name}'. Change one of them.`;
    return [[rule, message]];
  });
}

function textOf({ position }: PositionedRule): string {
  return position ? positionText(position) : "";
}
