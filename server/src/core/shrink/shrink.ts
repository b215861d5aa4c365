import { applyEdits, type Edit } from "../../text/edit.ts";
import { areEqual } from "../meaning/confirm.ts";
import type { Meaning } from "../meaning/meaning.ts";
import { Budget } from "../solver/budget.ts";
import { type FormulaWithFacts, isPartEqual, isWholeEqual } from "./proof.ts";
import type { Size } from "./size.ts";

/** A text on the way to the shortest one. */
export interface Sized {
  readonly text: string;
  readonly size: Size;
  /** Of the last one: whether the budget was spent before every step was tried. */
  readonly isCutShort?: boolean;
}

/** A rewrite that may be shorter and may have the same meaning. Both are checked. */
export type ShrinkStep = () => readonly Edit[];

/** An intermediate version of a text. */
export interface Version extends FormulaWithFacts {
  readonly size: Size;
  /** One respect may grow if another shrinks by a larger share of its limit. Without limits, none may. */
  readonly limits?: Size;
  /** Steps that save most come first. Most of them are tried, so each must run in linear time. */
  readonly steps: () => readonly ShrinkStep[];
}

/** The cost of parsing a text, in steps of the solver. */
const workPerCharacter = 0.6;

/** The cost of a step that does not apply. */
const workPerStep = 20;

/** Most texts need a small fraction of it. */
const shrinkWork = 300_000;

/** Enough for a few attempts at any text. */
const leastAttempts = 20;

/** The last proofs of a long pass have a smaller budget than the first, so the next pass may shorten its result further. */
const maxPasses = 3;
const longPass = 0.3;

/**
 * Tries steps until none of them shortens the text, or the budget is spent. Returns the given text and each shorter one, which
 * is proved equal to the one before it. `read` returns undefined for a text whose meaning is unknown.
 */
export function shrink(
  text: string,
  read: (text: string) => Version | undefined,
  work = shrinkWork,
): readonly Sized[] | undefined {
  const version = read(text);
  if (!version) return undefined;
  const found: Candidate[] = [{ text, version }];
  let isCutShort = false;
  for (let pass = 0, best = found[0]; best && pass < maxPasses; pass++) {
    const budget = new Budget(work + leastAttempts * best.text.length * workPerCharacter);
    shorten(found, read, budget);
    const last = found[found.length - 1];
    isCutShort = budget.isSpent;
    if (last === best || budget.isLeft((1 - longPass) * work)) break;
    best = last;
  }
  return found.map(({ text, version }, index) => ({
    text,
    size: version.size,
    isCutShort: isCutShort && index === found.length - 1,
  }));
}

/** The result of a search. */
export interface Shortest extends Sized {
  /** Whether a shorter text was found and rejected, because the whole could not be proved. */
  readonly isUnproved: boolean;
  readonly isCutShort: boolean;
}

/** How often the way to a version that cannot be proved at once is halved. */
const mostHalves = 2;

/**
 * The shortest version that equals the first one as a whole. The proofs of the steps do not count: both texts are read again,
 * and nothing of the search is used. If that is too hard at once, a version between them is proved equal to both.
 */
export function shortestProved(
  versions: readonly Sized[],
  meaningOf: (text: string) => Meaning | undefined,
): Shortest | undefined {
  const last = versions.length - 1;
  const isProved = (from: number, to: number): boolean => {
    const [before, after] = [from, to].map((it) => meaningOf(versions[it]?.text ?? ""));
    return before !== undefined && after !== undefined && areEqual(before, after);
  };
  const furthest = (from: number, to: number, halves: number): number => {
    if (from === to || isProved(from, to)) return to;
    const middle = (from + to) >> 1;
    if (halves === 0 || middle === from) return from;
    const reached = furthest(from, middle, halves - 1);
    return reached < middle ? reached : furthest(middle, to, halves - 1);
  };
  const reached = furthest(0, last, mostHalves);
  const version = versions[reached];
  const isCutShort = versions.some((it) => it.isCutShort);
  return version && { ...version, isUnproved: reached < last, isCutShort };
}

/** Adds shorter and shorter versions to the last one. */
function shorten(
  found: Candidate[],
  read: (text: string) => Version | undefined,
  budget: Budget,
): void {
  for (;;) {
    const left = easily(found, read, budget);
    const last = found[found.length - 1];
    // Hard proofs come last, so that they cannot use up the budget of easy ones.
    const next = last && left.find((it) => isWholeEqual(last.version, it.version, budget));
    if (!next) return;
    found.push(next);
  }
}

interface Candidate {
  readonly text: string;
  readonly version: Version;
}

/** Applies steps while their proofs are easy. Returns shorter versions that may be equal to the last one. */
function easily(
  all: Candidate[],
  read: (text: string) => Version | undefined,
  budget: Budget,
): readonly Candidate[] {
  let shortest = all[all.length - 1] as Candidate;
  let steps = shortest.version.steps();
  let left: Candidate[] = [];
  for (let next = 0, failed = 0; failed < steps.length; ) {
    const edits = steps[next % steps.length]?.() ?? [];
    // Only a step that applies leads to another text, which has to be read.
    const work = edits.length === 0 ? workPerStep : shortest.text.length * workPerCharacter;
    if (!budget.spend(1 + work)) break;
    const found = attempt(shortest, edits, read);
    if (found && isPartEqual(shortest.version, found.version, budget)) {
      shortest = found;
      all.push(found);
      steps = found.version.steps();
      left = [];
      failed = 0;
    } else {
      if (found) left.push(found);
      next++;
      failed++;
    }
  }
  return left;
}

/** Undefined if the result is not shorter. */
function attempt(
  { text, version }: Candidate,
  edits: readonly Edit[],
  read: (text: string) => Version | undefined,
): Candidate | undefined {
  if (edits.length === 0) return undefined;
  const after = applyEdits(text, edits);
  const next = read(after);
  return next && isSmaller(next.size, version) ? { text: after, version: next } : undefined;
}

/** Smaller in one respect, and not larger in any other, unless that is far from its limit. */
function isSmaller(size: Size, { size: than, limits = {} }: Version): boolean {
  let saved = 0;
  for (const [name, count] of Object.entries(size)) {
    const change = (than[name] ?? 0) - count;
    const limit = limits[name];
    if (change < 0 && (limit === undefined || count > limit / 2)) return false;
    saved += change / (limit ?? 1);
  }
  return saved > 0;
}
