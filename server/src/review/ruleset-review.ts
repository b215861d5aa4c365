import { longestRun } from "../compare/pairing.ts";
import { claimFrom, gapText, isProved } from "../core/configuration/claim.ts";
import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  type Gap,
  type SourcePlace,
  shownExpression,
  UnknownPart,
} from "../core/configuration/model.ts";
import {
  compareMeanings,
  equalMeaning,
  unknownRelation,
  type Witness,
} from "../core/meaning/meaning.ts";
import { compareWork, type Relation, type RelationName } from "../core/meaning/relation.ts";
import { cutTo } from "../text/shorten.ts";
import { Causes } from "./causes.ts";
import { effectText, withoutEffect } from "./claims.ts";
import type { Clause } from "./clauses.ts";
import { type Changes, type Difference, type Differences, differencesOf } from "./differences.ts";
import { canonical, type Effect, type Mark } from "./effects.ts";
import type { RulesetSides } from "./lines.ts";
import { undoMoves } from "./moves.ts";
import { OutcomeTexts, shownText } from "./outcome-text.ts";
import { effectKey, type Pair, pairsOf } from "./pairs.ts";
import type { Questions } from "./questions.ts";
import { changeText, errorText } from "./rule-text.ts";
import { Side } from "./side.ts";
import type {
  OutcomeReview,
  RuleReview,
  RuleSource,
  RulesetReview,
  WithoutEffect,
} from "./types.ts";

export interface ReviewedRuleset {
  readonly review: Omit<RulesetReview, "level" | "zone" | "phase" | "name" | "undetermined">;
  readonly sides: RulesetSides;
}

/** The facts about the two versions of a ruleset. */
export interface RulesetFacts {
  /** The parts that were not read and may change outcomes; more of them if the versions differ. */
  readonly gapsIf: (isChanged: boolean) => readonly Gap[];
  /** The other version of an executed ruleset. */
  readonly counterpartOf: (ruleset: ConfiguredRuleset) => ConfiguredRuleset | undefined;
  /** No rule executes the ruleset. */
  readonly noRequests: boolean;
}

/** The changes between two versions of a ruleset. */
export function reviewRuleset(
  was: readonly Clause[],
  is: readonly Clause[],
  questions: Questions,
  { gapsIf, counterpartOf, noRequests }: RulesetFacts,
): ReviewedRuleset {
  const [before, after] = withMarksOnly(was, is);
  const paired = pairsOf(before, after);
  const compare = new RuleComparison(paired);
  const pairs = paired.map((it) => compare.compared(it));
  const changes = changesIn(pairs, before);
  const isChanged = (it: Clause) => changes(it) !== "unchanged";
  questions.know([...before, ...after]);
  const acting = (all: readonly Clause[]) => all.filter((it) => it.isEnabled !== false);
  const sides = [new Side(acting(before)), new Side(acting(after))] as const;
  const [own, other] = sides;
  const isChangedAtAll = pairs.some((it) => !it.after || isChanged(it.after));
  const isSame = noRequests || !isChangedAtAll;
  const differences = isSame ? nothingDiffers : differencesOf(own, other, changes, questions);
  const moved = pairs.filter(
    (it) => it.hasSameEffect && it.after !== undefined && changes(it.after) === "changed",
  );
  const isKept = (it: Clause) => changes(it) !== "changed";
  const versions = { before, after, pairs, sides, isKept };
  const moves = undoMoves(isSame ? [] : moved, versions, questions);
  const changesLeft = changesIn(pairs, before, new Set(moves.undone));
  const causes = isSame ? undefined : new Causes(own, moves.side, changesLeft, questions);
  // A rule with another name than before has the one that it has now.
  const now = new Map(pairs.map((it) => [it.before, it.after]));
  const named = (it: Clause) => nameOf(now.get(it) ?? it);
  const gaps = gapsIf(isChangedAtAll);
  const proof = claimFrom(true, gaps);
  const effective = causes?.rules ?? new Set();
  const isQuiet = (it: Compared) => ![it.before, it.after].some((one) => one && effective.has(one));
  const texts = new OutcomeTexts(differences.found);
  const isListed = oneVersionOnly(pairs, counterpartOf);
  return {
    review: {
      rules: pairs.filter(isListed).map((it) =>
        ruleReview(it, {
          withoutEffect: isProved(proof) && isQuiet(it) ? withoutEffect(proof) : undefined,
          next: moved.includes(it) ? nextOf(it.after, after) : undefined,
        }),
      ),
      outcomes: outcomeReviews(differences, texts, (it) =>
        [...it.because, ...(causes?.because(it) ?? [])].map(named),
      ),
      rest: claimFrom(differences.isComplete, gaps),
      ...(gaps.length > 0 && { unknownBecause: [...new Set(gaps.map(gapText))] }),
      ...(noRequests && { noRequests: true as const }),
      noise: pairs.filter((it) => it.isNoise && !moved.includes(it)).length,
    },
    sides: {
      before: own,
      after: other,
      changed: noRequests ? [] : [...own.clauses, ...other.clauses].filter(isChanged),
      texts,
      nameOf: named,
    },
  };
}

/**
 * Whether a rule is news. Of an executed ruleset that the other version has, too, and executes nowhere or less often, the rules
 * were neither added nor removed: the rule that executes it was.
 */
function oneVersionOnly(
  pairs: readonly Pair[],
  counterpartOf: RulesetFacts["counterpartOf"],
): (pair: Pair) => boolean {
  const executedOn = (side: "before" | "after") => new Set(pairs.map((it) => it[side]?.executes));
  const [was, is] = [executedOn("before"), executedOn("after")];
  const nameIn = ({ within, rule }: Clause) => canonical([within, textOf(rule)]);
  const paired = new Set(
    pairs.flatMap(({ before, after }) => (before && after ? [nameIn(after)] : [])),
  );
  return ({ before, after }) => {
    const clause = after ?? before;
    const ruleset = clause?.executed?.ruleset;
    const counterpart = ruleset && counterpartOf(ruleset);
    if (!clause || !counterpart || (before && after)) return true;
    return (after ? was : is).has(counterpart) && !paired.has(nameIn(clause));
  };
}

/** Of those with the same effect, the versions of a rule differ only for requests that one of them matches. */
function changesIn(
  pairs: readonly Compared[],
  before: readonly Clause[],
  inPlace?: ReadonlySet<Pair>,
): Changes {
  const alike = pairs.filter((it) => it.hasSameEffect);
  const places = new Map(before.map((it, index) => [it, index]));
  const kept = longestRun(alike, (it) => (it.before ? (places.get(it.before) ?? -1) : -1));
  const changes = new Map<Clause, "unchanged" | Clause>();
  for (const { before: one, after: other, isSame } of [
    ...kept,
    ...alike.filter((it) => inPlace?.has(it)),
  ]) {
    if (!one || !other) continue;
    changes.set(one, isSame ? "unchanged" : other);
    changes.set(other, isSame ? "unchanged" : one);
  }
  return (it) => changes.get(it) ?? "changed";
}

const nothingDiffers: Differences = { found: [], isComplete: true };

/** Where a rule may end the evaluation, what others set counts only if it is reached. */
function withMarksOnly(
  before: readonly Clause[],
  after: readonly Clause[],
): readonly [readonly Clause[], readonly Clause[]] {
  if (![...before, ...after].some((it) => it.effect.ends)) return [before, after];
  const marksOnly = (clause: Clause): Clause => {
    const { settings, marks, ...rest } = clause.effect;
    if (settings.size === 0) return clause;
    const more = [...settings.values()].map((it): Mark => ({ ...it, kind: "doing" }));
    const effect: Effect = { ...rest, marks: [...marks, ...more], settings: new Map() };
    return { ...clause, effect };
  };
  return [before.map(marksOnly), after.map(marksOnly)];
}

interface Compared extends Pair {
  /** Undefined for a rule that only one side has. */
  readonly relation: RelationName | undefined;
  readonly hasSameEffect: boolean;
  /** The same requests, with the same effect. */
  readonly isSame: boolean;
  /** The same, written in another way. */
  readonly isNoise: boolean;
  readonly change: string | undefined;
}

const onlyOne = {
  relation: undefined,
  hasSameEffect: false,
  isSame: false,
  isNoise: false,
  change: undefined,
};

/** Compares the versions of rules. The more that differ, the less work for each. */
class RuleComparison {
  private left = mostDescribed;
  private readonly work: number;
  private readonly describedWork: number;

  constructor(pairs: readonly Pair[]) {
    const edited = pairs.filter(({ before, after }) => before?.own.key !== after?.own.key).length;
    this.work = Math.min(compareWork, allWork / edited);
    this.describedWork = Math.min(compareWork, allWork / Math.min(edited, mostDescribed));
  }

  compared({ before, after }: Pair): Compared {
    if (!before || !after) return { before, after, ...onlyOne };
    const work = this.left > 0 ? this.describedWork : this.work;
    const found = this.relationOf(before, after, work);
    const relation = found.name;
    const isOff = before.isEnabled === false && after.isEnabled === false;
    const isAlike = effectKey(before) === effectKey(after);
    const hasSameEffect = isOff || isAlike;
    const isSame =
      isOff || (isAlike && relation === "equal" && before.guard.key === after.guard.key);
    const isSameRule = isAlike && relation === "equal";
    const isNoise = isSameRule && textOf(before.rule) !== textOf(after.rule);
    if (isSameRule)
      return { before, after, relation, hasSameEffect, isSame, isNoise, change: undefined };
    const isLong = this.left-- > 0;
    const change = changeText({ before, after, relation: found, work, isLong });
    return { before, after, relation, hasSameEffect, isSame, isNoise, change };
  }

  private relationOf(
    { own: was, ...before }: Clause,
    { own: is, ...after }: Clause,
    work: number,
  ): Relation<Witness> {
    if (was.key === is.key) return equalMeaning;
    const [first, second] = [after.expression.meanings[0], before.expression.meanings[0]];
    // The other requirements beside the expression are not known.
    const isAlone = was === before.expression && is === after.expression;
    if (!isAlone || !first || !second) return unknownRelation;
    return compareMeanings(first, second, work);
  }
}

/** A fraction of a second for all rules of a ruleset. */
const allWork = 250_000;

/** Of more rules, it is not said for which requests they changed. */
const mostDescribed = 12;

/** All that the rule says. */
function textOf({ place: _, ...rule }: ConfiguredRule): string {
  return JSON.stringify(rule);
}

interface RuleFacts {
  readonly withoutEffect: WithoutEffect | undefined;
  /** Of a rule that moved: the place that it has now. */
  readonly next: string | undefined;
}

function ruleReview(pair: Compared, { withoutEffect, next }: RuleFacts): RuleReview {
  const { before, after, relation, change } = pair;
  const clause = after ?? before;
  if (!clause) throw new Error("A pair has a rule.");
  const { ref, id, description, action, place } = clause.rule;
  const shown = expressionIn(clause);
  const [was, is] = [before, after].map((it) => it && expressionIn(it));
  const kind = kindOf(pair, next);
  const error = change === undefined ? errorText(clause) : undefined;
  const effect = kind === "moved" && withoutEffect ? effectText(withoutEffect) : undefined;
  const move = [next, effect].filter((it) => it !== undefined).join(", ");
  const details = [change, error, move].filter((it) => it !== undefined && it !== "");
  const detail = details.length > 0 ? shownText(details.join("; ")) : undefined;
  return {
    change: kind,
    ...(ref !== undefined && { ref }),
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(typeof action === "string" && { action }),
    ...(relation !== undefined && { relation }),
    ...(detail !== undefined && { detail }),
    ...(kind !== "unchanged" && withoutEffect && { withoutEffect }),
    ...(shown !== undefined && { expression: shown }),
    ...(relation !== "equal" && was !== undefined && is !== undefined && was !== is && { was }),
    ...(place && { source: sourceOf(place) }),
  };
}

function kindOf({ before, after, change }: Compared, next: string | undefined) {
  if (!before) return "added";
  if (!after) return "removed";
  if (change !== undefined) return "changed";
  return next ? "moved" : "unchanged";
}

function expressionIn({ rule: { expression } }: Clause): string | undefined {
  return expression instanceof UnknownPart ? undefined : plain(shownExpression(expression));
}

function plain(text: string): string {
  return shownText(text.replace(/\s+/g, " ").trim());
}

function nextOf(clause: Clause | undefined, all: readonly Clause[]): string {
  const next = clause && all[all.indexOf(clause) + 1];
  return next ? `moved before '${nameOf(next)}'` : "moved to the end";
}

function sourceOf({ path, range, address }: SourcePlace): RuleSource {
  return { path, ...(range && { range }), ...(address !== undefined && { address }) };
}

function nameOf({ rule }: Clause): string {
  const { ref, description, id, expression } = rule;
  const text = plain(shownExpression(expression));
  return [ref, description, id, text].find((it) => it !== undefined && it !== "") ?? "a rule";
}

function outcomeReviews(
  { found }: Differences,
  texts: OutcomeTexts,
  because: (difference: Difference) => readonly string[],
): readonly OutcomeReview[] {
  return found.map((it) => {
    const { from, to, assumed } = it;
    const witness = it.witness ?? assumed?.witness;
    return {
      from: texts.of(from),
      to: texts.of(to),
      ...(witness && "request" in witness && { witness }),
      proof: it.witness ? ("witness" as const) : ("unknown" as const),
      because: [...new Set(because(it))],
      ...(assumed && { note: unlessText(assumed.unless) }),
    };
  });
}

function unlessText(clauses: readonly Clause[]): string {
  const names = [...new Set(clauses.map((it) => `'${cutTo(nameOf(it), 40)}'`))];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  const why = clauses.some((it) => it.expression.problem !== undefined)
    ? "errors"
    : "unknown parts";
  const have = names.length === 1 ? "has" : "have";
  return `unless matched by ${names.slice(0, 3).join(", ")}${more}, which ${have} ${why}`;
}
