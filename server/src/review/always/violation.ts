import type { ConfiguredRule, SourcePlace } from "../../core/configuration/model.ts";
import { and, type Formula, never, not, or } from "../../core/solver/formula.ts";
import { phaseSteps } from "../../languages.ts";
import { objectAt, textAt, textsAt } from "../../trace/configuration/parameters.ts";
import type { Trace, TraceRule, TraceSource } from "../../trace/types.ts";
import type { Clause } from "../clauses.ts";
import type { Condition } from "../conditions.ts";
import type { Side } from "../side.ts";
import type { ZoneRules } from "./steps.ts";

/** The expectations of a policy, all of which have to hold. */
export interface Expected {
  readonly outcome?: readonly string[];
  readonly by?: readonly string[];
  readonly "not-by"?: readonly string[];
  readonly status?: number;
  readonly location?: string;
  readonly "not-skipped"?: readonly string[];
  readonly limited?: boolean;
  readonly matched?: readonly string[];
  readonly "not-matched"?: readonly string[];
}

export interface Simulated {
  readonly rules: ZoneRules;
  readonly side: Side;
  /** Whether a rule counts a request that it matches. */
  readonly counts: (clause: Clause) => Condition;
}

/** That something that is expected does not happen. */
export function violation(expected: Expected, { rules, side, counts }: Simulated): Formula {
  const ended = (isOne: (clause: Clause) => boolean) =>
    side.endedBy((it) => it !== undefined && isOne(it));
  const acting = (name: string) =>
    or(...side.clauses.filter((it) => isNamed(it.rule, [name])).map((it) => side.acts(it)));
  const { outcome, by, status, location, limited, matched = [] } = expected;
  const parts: Formula[] = [
    ...(outcome
      ? [not(side.endedBy((it) => outcome.includes(it ? rules.endOf(it).kind : "origin")))]
      : []),
    ...(by ? [not(ended((it) => isNamed(it.rule, by)))] : []),
    ...(expected["not-by"] ? [ended((it) => isNamed(it.rule, expected["not-by"] ?? []))] : []),
    ...(status === undefined ? [] : [not(ended((it) => rules.endOf(it).status === status))]),
    ...(location === undefined ? [] : [not(ended((it) => rules.endOf(it).location === location))]),
    ...(expected["not-skipped"] ?? []).map((it) => skips(it, { rules, side, counts })),
    ...matched.map((it) => not(acting(it))),
    ...(expected["not-matched"] ?? []).map(acting),
  ];
  if (limited !== undefined) {
    const limits = side.clauses.filter(isLimit);
    const isCounted = or(...limits.map((it) => and(side.acts(it), counts(it).formula)));
    parts.push(limited ? not(isCounted) : isCounted);
  }
  return or(...parts);
}

export function isLimit({ effect }: Clause): boolean {
  return effect.marks.some((it) => it.kind === "limit");
}

/** A rule skips a phase or product, for a request that no rule ends before. */
function skips(name: string, { rules, side }: Simulated): Formula {
  const at = placeOf(name);
  const isThere = (it: Clause) => at !== -1 && placeOf(rules.phaseOf.get(it)?.phase ?? "") >= at;
  const reached = side.reaches(isThere);
  const skipping = side.clauses.filter((it) =>
    isSkipped(name, it.rule, rules.phaseOf.get(it)?.phase),
  );
  if (skipping.length === 0) return never;
  return and(reached, or(...skipping.map((it) => side.acts(it))));
}

function placeOf(phase: string): number {
  return phaseSteps.findIndex((it) => it.phase === phase);
}

/** Whether a rule skips a phase or product, or a part of the phase that it is in. */
export function isSkipped(
  name: string,
  { action, parameters }: ConfiguredRule,
  phase: string | undefined,
): boolean {
  if (action !== "skip" && action !== "bypass") return false;
  const all = [...textsAt(parameters, "phases"), ...textsAt(parameters, "products")];
  if (all.includes(name)) return true;
  const isRest = ["ruleset", "phase"].some((it) => textAt(parameters, it) === "current");
  const isPart =
    textsAt(parameters, "rulesets").length > 0 || objectAt(parameters, "rules") !== undefined;
  return phase === name && (isRest || isPart);
}

export function isNamed(
  { ref, description, id }: Pick<ConfiguredRule, "ref" | "description" | "id">,
  names: readonly string[],
): boolean {
  return [ref, description, id].some((it) => it !== undefined && names.includes(it));
}

/** The rule that a step of a trace is about. */
export type ClauseOf = (rule: TraceRule) => Clause | undefined;

export function clausesByRule(clauses: readonly Clause[]): ClauseOf {
  const known = new Map<string, Clause>();
  for (const it of clauses) {
    const { action, place } = it.rule;
    const key = keyOf({
      ...it.rule,
      action: typeof action === "string" ? action : "",
      source: place,
    });
    if (!known.has(key)) known.set(key, it);
  }
  return (rule) => known.get(keyOf(rule));
}

interface Keyed extends Pick<ConfiguredRule, "ref" | "id" | "description"> {
  readonly action?: string | undefined;
  readonly source?: Pick<TraceSource, "path" | "range" | "address"> | SourcePlace | undefined;
}

function keyOf({ ref, id, description, action = "", source }: Keyed): string {
  const { path, range, address } = source ?? {};
  return JSON.stringify([ref, id, description, action, path, range, address]);
}

/** Whether a trace shows that something that is expected does not happen. False if it does not say. */
export function isViolatedIn(trace: Trace, expected: Expected, clauseOf: ClauseOf): boolean {
  const { kind, by, status, location } = trace.outcome;
  if (kind === "unknown") return false;
  const seen = new Seen(trace, clauseOf);
  const { outcome, matched = [], "not-matched": unmatched = [], limited } = expected;
  const isOther = <Value>(wanted: Value | undefined, found: Value | undefined) =>
    wanted !== undefined && wanted !== found;
  return (
    (outcome !== undefined && !outcome.includes(kind)) ||
    (expected.by !== undefined && !seen.isBy(by, expected.by)) ||
    (expected["not-by"] !== undefined && seen.isBy(by, expected["not-by"])) ||
    isOther(expected.status, status) ||
    isOther(expected.location, location) ||
    (expected["not-skipped"] ?? []).some((it) => seen.skips(it)) ||
    matched.some((it) => !seen.isMatched(it) && !seen.isOpen(it)) ||
    unmatched.some((it) => seen.isMatched(it)) ||
    isOther(limited, seen.isCounted)
  );
}

class Seen {
  private readonly all: readonly { readonly rule: TraceRule; readonly phase: string }[];
  private readonly matches: readonly { readonly rule: TraceRule; readonly phase: string }[];

  constructor(
    private readonly trace: Trace,
    private readonly clauseOf: ClauseOf,
  ) {
    this.all = trace.steps.flatMap(({ rules, phase }) => rules.map((rule) => ({ rule, phase })));
    this.matches = this.all.filter(({ rule }) => rule.result === "matched");
  }

  isBy(by: string | undefined, names: readonly string[]): boolean {
    const decider = by === undefined ? undefined : this.decider(by)?.rule;
    return (by !== undefined && names.includes(by)) || (!!decider && isNamed(decider, names));
  }

  isMatched(name: string): boolean {
    return this.matches.some(({ rule }) => isNamed(rule, [name]));
  }

  isOpen(name: string): boolean {
    return this.all.some(({ rule }) => rule.result === "unknown" && isNamed(rule, [name]));
  }

  get isCounted(): boolean {
    return this.matches.some(({ rule }) => {
      const own = this.clauseOf(rule);
      return own && isLimit(own) && !/does not count|decided later/.test(rule.effect ?? "");
    });
  }

  skips(name: string): boolean {
    const { kind, by } = this.trace.outcome;
    const endedIn = by === undefined ? undefined : this.decider(by)?.phase;
    const isReached =
      kind === "origin" ||
      (placeOf(name) !== -1 && endedIn !== undefined && placeOf(endedIn) >= placeOf(name));
    return (
      isReached &&
      this.matches.some(({ rule, phase }) => {
        const own = this.clauseOf(rule);
        return own !== undefined && isSkipped(name, own.rule, phase);
      })
    );
  }

  private decider(by: string) {
    return this.matches.findLast(({ rule }) => isNamed(rule, [by]));
  }
}
