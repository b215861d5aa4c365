import { longestRun } from "../compare/pairing.ts";
import { type ConfiguredRule, type SourcePlace, UnknownPart } from "../core/configuration/model.ts";
import { compareMeanings } from "../core/meaning/meaning.ts";
import type { RelationName } from "../core/meaning/relation.ts";
import { cutTo } from "../text/shorten.ts";
import type { Clause } from "./clauses.ts";
import { type Difference, type Differences, differencesOf } from "./differences.ts";
import type { Effect, Mark } from "./effects.ts";
import type { RulesetSides } from "./lines.ts";
import { effectiveMoves } from "./moves.ts";
import { OutcomeTexts } from "./outcome-text.ts";
import { effectKey, type Pair, pairsOf } from "./pairs.ts";
import type { Questions } from "./questions.ts";
import { changeText, errorText } from "./rule-text.ts";
import { Side } from "./side.ts";
import type { OutcomeReview, RuleReview, RuleSource, RulesetReview } from "./types.ts";

export interface ReviewedRuleset {
  readonly review: Pick<RulesetReview, "rules" | "outcomes" | "rest" | "noise">;
  readonly sides: RulesetSides;
}

/** What changes between two versions of a ruleset. */
export function reviewRuleset(
  was: readonly Clause[],
  is: readonly Clause[],
  questions: Questions,
): ReviewedRuleset {
  const [before, after] = withMarksOnly(was, is);
  const pairs = pairsOf(before, after).map(compared);
  // Of those with the same effect, the versions of a rule differ only for requests that one of them matches.
  const alike = pairs.filter((it) => it.hasSameEffect);
  const places = new Map(before.map((it, index) => [it, index]));
  const kept = longestRun(alike, (it) => (it.before ? (places.get(it.before) ?? -1) : -1));
  const changes = new Map<Clause, "unchanged" | Clause>();
  for (const { before: one, after: other, isSame } of kept) {
    if (!one || !other) continue;
    changes.set(one, isSame ? "unchanged" : other);
    changes.set(other, isSame ? "unchanged" : one);
  }
  const acting = (all: readonly Clause[]) => all.filter((it) => it.isEnabled !== false);
  const isChanged = (it: Clause) => changes.get(it) !== "unchanged";
  questions.know([...before, ...after]);
  const sides = [new Side(acting(before)), new Side(acting(after))] as const;
  const differences = pairs.every((it) => it.after && !isChanged(it.after))
    ? nothingDiffers
    : differencesOf(...sides, (it) => changes.get(it) ?? "changed", questions);
  const isMoved = (it: Compared) =>
    it.hasSameEffect && it.after !== undefined && !changes.has(it.after);
  const moved = pairs.filter(isMoved);
  const effective = effectiveMoves(moved, { before, after, pairs, sides }, questions);
  const texts = new OutcomeTexts(differences.found);
  // A rule with another name than before has the one that it has now.
  const now = new Map(pairs.map((it) => [it.before, it.after]));
  const named = (it: Clause) => nameOf(now.get(it) ?? it);
  const [own, other] = sides;
  return {
    review: {
      rules: pairs.map((it) =>
        ruleReview(
          it,
          it.after && isMoved(it) ? { isEffective: effective.has(it.after), after } : undefined,
        ),
      ),
      outcomes: outcomeReviews(differences, texts, named),
      rest: differences.isComplete ? "proved" : "unknown",
      noise: pairs.filter((it) => it.isNoise && !moved.includes(it)).length,
    },
    sides: {
      before: own,
      after: other,
      changed: [...own.clauses, ...other.clauses].filter(isChanged),
      texts,
      nameOf: named,
    },
  };
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

function compared({ before, after }: Pair): Compared {
  if (!before || !after) return { before, after, ...onlyOne };
  const relation = relationOf(before, after);
  const isOff = before.isEnabled === false && after.isEnabled === false;
  const isAlike = effectKey(before) === effectKey(after);
  const hasSameEffect = isOff || isAlike;
  const isSame = isOff || (isAlike && relation === "equal" && before.guard.key === after.guard.key);
  const isSameRule = isAlike && relation === "equal";
  const isNoise = isSameRule && textOf(before.rule) !== textOf(after.rule);
  const change = isSameRule ? undefined : changeText({ before, after, relation });
  return { before, after, relation, hasSameEffect, isSame, isNoise, change };
}

function relationOf(before: Clause, after: Clause): RelationName {
  if (before.own.key === after.own.key) return "equal";
  const [was, ...more] = before.own.meanings;
  const [is, ...others] = after.own.meanings;
  if (!was || !is || more.length > 0 || others.length > 0) return "unknown";
  return compareMeanings(is, was).name;
}

/** All that the rule says. */
function textOf({ place: _, ...rule }: ConfiguredRule): string {
  return JSON.stringify(rule);
}

interface Move {
  readonly isEffective: boolean;
  readonly after: readonly Clause[];
}

function ruleReview(pair: Compared, move: Move | undefined): RuleReview {
  const { before, after, relation, change } = pair;
  const clause = after ?? before;
  if (!clause) throw new Error("A pair has a rule.");
  const { ref, id, description, action, place } = clause.rule;
  const shown = expressionIn(clause);
  const isChanged = change !== undefined;
  const [was, is] = [before, after].map((it) => it && expressionIn(it));
  const kind = !before ? "added" : !after ? "removed" : isChanged ? "changed" : "unchanged";
  const error = change === undefined ? errorText(clause) : undefined;
  const details = [change, error, move && moveText(clause, move)].filter((it) => it !== undefined);
  const detail = details.length > 0 ? details.join("; ") : undefined;
  return {
    change: move && !isChanged ? "moved" : kind,
    ...(ref !== undefined && { ref }),
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(typeof action === "string" && { action }),
    ...(relation !== undefined && { relation }),
    ...(detail !== undefined && { detail }),
    ...(move && !isChanged && !move.isEffective && { withoutEffect: true as const }),
    ...(shown !== undefined && { expression: shown }),
    ...(relation !== "equal" && was !== undefined && is !== undefined && was !== is && { was }),
    ...(place && { source: sourceOf(place) }),
  };
}

function expressionIn({ rule: { expression } }: Clause): string | undefined {
  return expression instanceof UnknownPart ? undefined : plain(expression.text);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function moveText(clause: Clause, { isEffective, after }: Move): string {
  const next = after[after.indexOf(clause) + 1];
  const where = next ? `moved before '${nameOf(next)}'` : "moved to the end";
  return isEffective ? where : `${where}, without effect`;
}

function sourceOf({ path, range, address }: SourcePlace): RuleSource {
  return { path, ...(range && { range }), ...(address !== undefined && { address }) };
}

function nameOf({ rule }: Clause): string {
  const { ref, description, id, expression } = rule;
  const text = expression instanceof UnknownPart ? expression.source : plain(expression.text);
  return [ref, description, id, text].find((it) => it !== undefined && it !== "") ?? "a rule";
}

function outcomeReviews(
  { found }: Differences,
  texts: OutcomeTexts,
  named: (clause: Clause) => string,
): readonly OutcomeReview[] {
  return found.map((it: Difference) => {
    const { from, to, because, assumed } = it;
    const witness = it.witness ?? assumed?.witness;
    return {
      from: texts.of(from),
      to: texts.of(to),
      ...(witness && "request" in witness && { witness }),
      proof: it.witness ? ("witness" as const) : ("unknown" as const),
      because: [...new Set(because.map(named))],
      ...(assumed && { note: unlessText(assumed.unless) }),
    };
  });
}

function unlessText(clauses: readonly Clause[]): string {
  const names = [...new Set(clauses.map((it) => `'${cutTo(nameOf(it), 40)}'`))];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  const why = clauses.some((it) => it.own.problem !== undefined) ? "errors" : "unknown parts";
  const have = names.length === 1 ? "has" : "have";
  return `unless matched by ${names.slice(0, 3).join(", ")}${more}, which ${have} ${why}`;
}
