import { type Claim, claimFrom, gapText, isProved } from "../../core/configuration/claim.ts";
import {
  type ConfiguredRule,
  type Gap,
  type ListItem,
  shownExpression,
  UnknownPart,
} from "../../core/configuration/model.ts";
import type { Meaning, Witness } from "../../core/meaning/meaning.ts";
import { and, atomsIn } from "../../core/solver/formula.ts";
import { kept } from "../../core/solver/kept.ts";
import { languageFor, onlyAction, phaseSteps } from "../../languages.ts";
import { cutTo } from "../../text/shorten.ts";
import { Compiled } from "../../trace/compiled.ts";
import { textAt } from "../../trace/configuration/parameters.ts";
import { type ZoneConfiguration, Zones } from "../../trace/configuration/zone.ts";
import { outsideStep } from "../../trace/outside.ts";
import { type Trace, Tracer } from "../../trace/trace.ts";
import type { Clause } from "../clauses.ts";
import { alwaysTrue, both, type Condition, Conditions } from "../conditions.ts";
import { unknownEffect } from "../effects.ts";
import { listsOf } from "../gaps.ts";
import { Questions } from "../questions.ts";
import { Side } from "../side.ts";
import type { RequestWitness, ReviewSide } from "../types.ts";
import { placed } from "./ends.ts";
import { reasonFor } from "./reasons.ts";
import { type Reading, readingOf } from "./rewrites.ts";
import { rulesOfZone, type ZoneRules } from "./steps.ts";
import { TracedWitnesses } from "./traced-witnesses.ts";
import {
  type ClauseOf,
  clausesByRule,
  type Expected,
  isLimit,
  isNamed,
  isViolatedIn,
  type Simulated,
  violation,
} from "./violation.ts";

/** Something that has to hold for every request. */
export interface Policy {
  /** An expression about the request as rules see it first. */
  readonly when: string;
  /** Of one zone. Default: each zone, on its own. */
  readonly zone?: string | undefined;
  readonly expect: Expected;
}

/** Whether a policy holds. `proof` is unknown unless it is proved. */
export interface PolicyResult {
  readonly result: "holds" | "broken" | "unknown";
  readonly proof: Claim;
  /** If there are several zones: the zone that it is about. */
  readonly zone?: string;
  /** A request for which it does not hold. */
  readonly witness?: RequestWitness;
  /** The rule that decides about it. */
  readonly by?: string;
  /** Why it is broken, or the parts to blame, as sentences without a period. */
  readonly because: readonly string[];
  readonly assuming: readonly string[];
}

/** About half a second for a single policy, and a second for many. */
const policyWork = 1_500_000;
const allWork = 6_000_000;

/** Decides policies about one configuration. Their common parts are made once. */
export class Policies {
  private readonly zones: Zones;
  private readonly known = new Map<ZoneConfiguration, ZonePolicies>();
  private readonly tracer: Tracer;
  private left = allWork;

  constructor(private readonly side: ReviewSide) {
    this.zones = new Zones(side.configuration);
    this.tracer = new Tracer(side.configuration, side.context);
  }

  /** The worst of all zones. `problem` if there is no such zone, or the expression has errors. */
  decide(policy: Policy): PolicyResult | { readonly problem: string } {
    const problem = problemOf(policy.when, this.side);
    if (problem !== undefined) return { problem };
    const names = policy.zone === undefined ? this.zones.names : [policy.zone];
    const results: PolicyResult[] = [];
    for (const name of names.length === 0 ? [undefined] : names) {
      const zone = this.zones.find(undefined, name);
      if ("problem" in zone) return { problem: zone.problem.replace("'--zone'", "'zone'") };
      const found = kept(
        this.known,
        zone,
        () => new ZonePolicies(zone, name, this.side, this.tracer),
      );
      const work = Math.max(policyWork / 100, Math.min(policyWork, this.left));
      const { spent, ...result } = found.decide(policy, work);
      this.left -= spent;
      results.push(names.length > 1 && name !== undefined ? { ...result, zone: name } : result);
    }
    const [worst] = results.sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
    if (!worst || results.length === 1 || worst.result !== "holds") return worst as PolicyResult;
    const { zone: _, ...all } = worst;
    return { ...all, assuming: [...new Set(results.flatMap((it) => it.assuming))] };
  }
}

const order = ["broken", "unknown", "holds"];

/** Why a policy cannot be decided: its expression has errors. */
export function problemOf(
  when: string,
  { context }: Pick<ReviewSide, "context">,
): string | undefined {
  const analysis = languageFor("rule").analyze(when, { ...context, ruleSet: undefined });
  const error = analysis.diagnostics().find((it) => it.severity === "error");
  if (error) return `Invalid 'when': ${error.message}`;
  return analysis.meaning?.() ? undefined : "'when' is not a condition on requests.";
}

class ZonePolicies {
  private readonly simulated: Simulated;
  private readonly rules: ZoneRules;
  private readonly reading: Reading;
  private readonly gaps: readonly Gap[];
  private readonly any: Meaning;
  private readonly hosts: Condition | undefined;
  private readonly clauseOf: ClauseOf;
  private readonly traced: TracedWitnesses;

  constructor(
    private readonly zone: ZoneConfiguration,
    zoneName: string | undefined,
    private readonly side: ReviewSide,
    tracer: Tracer,
  ) {
    const { configuration, context, sourceOf = () => undefined } = side;
    const shared = new Map<string, Condition>();
    const lists = itemsIn(side);
    const conditions = new Conditions({ context, lists, side: "now", sourceOf }, shared);
    this.reading = {
      of: (rule) => conditions.of(rule),
      unknown: (source, rule) => conditions.unknown(source, rule),
    };
    const compiled = new Compiled(configuration, context, false);
    this.traced = new TracedWitnesses(tracer, zoneName, side);
    this.rules = rulesOfZone(zone, {
      side: "now",
      conditions: this.reading,
      shared,
      itemsOf: (it) => configuration.lists.find(({ name }) => name === it)?.items ?? lists.get(it),
      onlyAction,
      plan: context.plan,
      rewritten: (it) => this.traced.rewritten(it),
      requestOf: (it) => this.traced.requestOf(it),
      matchOf: (rule, request) => compiled.match(rule, request).matches,
    });
    const acting = this.rules.clauses.filter((it) => it.isEnabled !== false);
    const counting = new Map<Clause, Condition>();
    this.simulated = {
      rules: this.rules,
      side: new Side(acting),
      counts: (clause) => kept(counting, clause, () => this.countingOf(clause)),
    };
    this.clauseOf = clausesByRule(this.rules.clauses);
    this.any = languageFor("rule").analyze("true", context).meaning?.() as Meaning;
    this.gaps = gapsOf(configuration.gaps, zone);
    const { name } = zone;
    this.hosts =
      name === undefined
        ? undefined
        : this.read(`lower(http.host) eq "${name}" or ends_with(lower(http.host), ".${name}")`);
  }

  decide({ when, expect }: Policy, work: number): PolicyResult & { readonly spent: number } {
    const questions = new Questions(this.any, () => undefined, work);
    const meant = this.read(when);
    const { hosts = alwaysTrue } = this;
    const gaps = [...this.gaps, ...this.unfollowed(expect)];
    const isBlind = gaps.some(({ mayChange }) => isDecisive(mayChange));
    const ask = this.asker(expect, meant, questions);
    const found = isBlind ? "unknown" : ask(both(meant, hosts));
    if (typeof found === "object" && "request" in found)
      return { ...this.broken(expect, found), spent: questions.spent };
    const isEverywhere = found === "impossible" && (!this.hosts || ask(meant) === "impossible");
    const proof = claimFrom(found === "impossible", gaps);
    const hasGaps = gaps.length > 0;
    const isHeld = isProved(proof);
    const blamed = isHeld
      ? []
      : hasGaps
        ? gaps.map(gapText)
        : this.blamed(both(meant, hosts), questions);
    return {
      result: isHeld ? "holds" : "unknown",
      proof,
      because: [...new Set(blamed)],
      assuming: [
        ...this.assumed(expect),
        ...(isHeld && !isEverywhere ? [`every host is in ${this.zone.name}`] : []),
      ],
      spent: questions.spent,
    };
  }

  /** Finds a request among some for which a policy does not hold, as a trace confirms. */
  private asker(expect: Expected, meant: Condition, questions: Questions) {
    const { simulated, traced, clauseOf } = this;
    const { clauses } = simulated.side;
    const counted = expect.limited === undefined ? [] : clauses.filter(isLimit);
    questions.know([
      ...clauses,
      ...counted.map((it) => ({ when: simulated.counts(it) })),
      { when: meant },
      { when: this.hosts ?? alwaysTrue },
    ]);
    const broken = violation(expect, simulated);
    const judge = (it: Witness) => {
      const trace = traced.traceOf(it);
      if (!trace || isViolatedIn(trace, expect, clauseOf)) return trace !== undefined;
      const open = clauses.filter(({ when }) => when.matches(it) === undefined);
      return open.length > 0 && { open: open.map(({ when }) => when.formula) };
    };
    return (start: Condition) => {
      const question = and(start.formula, broken);
      const found = questions.find(question, start.formula, judge);
      // Conditions that the evaluator does not know may exclude each other.
      return found === "unknown" ? questions.find(question, question, judge) : found;
    };
  }

  private broken(expect: Expected, witness: RequestWitness): PolicyResult {
    const trace = this.traced.traceOf(witness) as Trace;
    const { by, assuming = [] } = trace.outcome;
    const { rules, clauseOf } = this;
    return {
      result: "broken",
      proof: "unknown",
      witness,
      ...(by !== undefined && { by }),
      because: reasonFor({ trace, expect, rules, clauseOf, witness }),
      assuming: [...new Set(assuming)],
    };
  }

  private read(text: string): Condition {
    return readingOf(text, { ...aRule, expression: { text, hasHoles: false } }, this.reading);
  }

  private countingOf({ rule }: Clause): Condition {
    const text = textAt(rule.ratelimit, "counting_expression") ?? "";
    if (text === "") return alwaysTrue;
    return readingOf(text, rule, this.rules.reading);
  }

  /** Rules that run after the origin, which depend on its answer. */
  private unfollowed({ matched = [], by = [], ...expect }: Expected): readonly Gap[] {
    const names = [
      ...matched,
      ...by,
      ...(expect["not-matched"] ?? []),
      ...(expect["not-by"] ?? []),
    ];
    return this.zone.rulesets.flatMap(({ phase, rules }) => {
      const step = phaseSteps.find((it) => it.phase === phase);
      if (!step?.isResponse && !step?.isConfiguration) return [];
      return rules
        .filter((it) => isNamed(it, names))
        .map((it): Gap => {
          const why = "policies do not follow rules of responses and configurations";
          return { what: placed(it), why, mayChange: { phase } };
        });
    });
  }

  /** The assumptions of a proof. For a block, that managed rules do not match only helps. */
  private assumed(expect: Expected): readonly string[] {
    const keys = Object.keys(expect);
    const isBlock = keys.length === 1 && expect.outcome?.includes("block");
    const isEnough = expect.outcome?.every((it) => it === "block" || it === "challenge");
    const challenged = this.rules.clauses.some((it) => this.rules.endOf(it).kind === "challenge");
    return [
      ...this.zone.assuming,
      ...(isBlock && isEnough ? [] : this.rules.assuming),
      ...(expect.outcome?.includes("challenge") && challenged ? ["challenges are not solved"] : []),
    ];
  }

  /** The rules whose parts are not known and that may match. */
  private blamed(start: Condition, questions: Questions): readonly string[] {
    const { side } = this.simulated;
    const open = side.clauses.filter(({ own }) =>
      atomsIn(own.formula).some((it) => it.kind === "flag" && it.isOpaque),
    );
    const some = open
      .slice(0, mostBlamed)
      .filter((it) => questions.isPossible(and(start.formula, it.when.formula), start.formula));
    const rules = [...new Map(some.map((it) => [it.rule, it])).values()];
    const texts = rules.slice(0, 3).map((it) => this.blameText(it));
    if (rules.length > 3) texts.push(`${rules.length - 3} more rules`);
    if (texts.length > 0) return texts;
    return ["neither a proof nor an example was found within the limits of the search"];
  }

  private blameText({ rule, own }: Clause): string {
    const { expression } = rule;
    const name = placed(rule);
    const unknown = unknownEffect(rule);
    if (unknown !== undefined) return `${name} has an ${unknown}`;
    if (expression instanceof UnknownPart)
      return `${name} has an unknown expression: ${cutTo(expression.source, 200)}`;
    if (expression.hasHoles)
      return `${name} has an unknown expression: ${cutTo(shownExpression(expression), 200)}`;
    if (own.problem !== undefined) return `${name} has an error: ${own.problem.replace(/\.$/, "")}`;
    const known = itemsIn(this.side);
    const lists = listsOf(rule).filter((it) => !known.has(it));
    if (lists.length > 0)
      return `${name} uses ${[...new Set(lists)].map((it) => `$${it}`).join(", ")}, whose items are not known`;
    return `${name} has a condition that is not followed`;
  }
}

const mostBlamed = 30;

const aRule: ConfiguredRule = {
  action: "log",
  expression: { text: "true", hasHoles: false },
  parameters: {},
  enabled: true,
};

/** The items of the lists that are known. */
function itemsIn({ configuration, context }: ReviewSide): ReadonlyMap<string, readonly ListItem[]> {
  const declared = Object.entries({ ...context.listItems });
  const known = configuration.lists.flatMap(({ name, items }) =>
    items ? [[name, items] as const] : [],
  );
  const items = new Map<string, readonly ListItem[]>([...declared, ...known]);
  // Of a list that was not read whole, nothing is concluded from the items that were.
  for (const { mayChange } of configuration.gaps)
    if (typeof mayChange === "object" && "list" in mayChange) items.delete(mayChange.list);
  return items;
}

/** The parts that were not read and may matter. Lists that are not known make the conditions unknown that use them. */
function gapsOf(gaps: readonly Gap[], { entryPoints }: ZoneConfiguration): readonly Gap[] {
  const outside = entryPoints.outside.flatMap((it): Gap[] => {
    const { notExamined } = outsideStep(it);
    return notExamined === undefined
      ? []
      : [{ what: notExamined, why: "not examined", mayChange: "everything" }];
  });
  const matters = ({ mayChange }: Gap) => typeof mayChange !== "object" || "phase" in mayChange;
  return [...gaps.filter(matters), ...outside];
}

/** Traces say nothing about the outcome then. */
function isDecisive(mayChange: Gap["mayChange"]): boolean {
  return mayChange === "everything" || (typeof mayChange === "object" && "phase" in mayChange);
}
