import { applyEdits, type Edit } from "../../text/edit.ts";
import { Budget } from "../solver/budget.ts";
import { type FormulaWithFacts, isPartEqual, isWholeEqual } from "./proof.ts";
import type { Size } from "./size.ts";

/** The shortest equivalent text that was found; the same text if there is no shorter one. */
export interface Shrunk {
  readonly text: string;
  readonly before: Size;
  readonly after: Size;
}

/** A rewrite that may be shorter and may have the same meaning. Both are checked. */
export type ShrinkStep = () => readonly Edit[];

/** An intermediate version of a text. */
export interface Version extends FormulaWithFacts {
  readonly size: Size;
  /** Steps that save most come first. Most of them are tried, so each must run in linear time. */
  readonly steps: () => readonly ShrinkStep[];
}

/** The cost of parsing a text, in steps of the solver. */
const workPerCharacter = 0.6;

/** Most texts need a small fraction of it. */
const shrinkWork = 300_000;

/** Enough for a few attempts at any text. */
const leastAttempts = 20;

/** The last proofs of a pass have a smaller budget than the first, so the next pass may shorten its result further. */
const maxPasses = 3;

/**
 * Tries steps until none of them shortens the text, or the budget is spent. Each version is proved equal to the previous
 * one. `read` returns undefined for a text whose meaning is unknown.
 */
export function shrink(
  text: string,
  read: (text: string) => Version | undefined,
  work = shrinkWork,
): Shrunk | undefined {
  const version = read(text);
  if (!version) return undefined;
  let best: Candidate = { text, version };
  for (let pass = 0; pass < maxPasses; pass++) {
    const budget = new Budget(work + leastAttempts * best.text.length * workPerCharacter);
    const found = shortest(best, read, budget);
    if (found === best) break;
    best = found;
  }
  return { text: best.text, before: version.size, after: best.version.size };
}

function shortest(
  from: Candidate,
  read: (text: string) => Version | undefined,
  budget: Budget,
): Candidate {
  for (let best = from; ; ) {
    const { shortest, left } = easily(best, read, budget);
    // Hard proofs come last, so that they cannot use up the budget of easy ones.
    const found = left.find((it) => isWholeEqual(shortest.version, it.version, budget));
    if (!found) return shortest;
    best = found;
  }
}

interface Candidate {
  readonly text: string;
  readonly version: Version;
}

/** Applies steps while their proofs are easy. Returns the shortest version, and shorter ones that may be equal to it. */
function easily(
  from: Candidate,
  read: (text: string) => Version | undefined,
  budget: Budget,
): { readonly shortest: Candidate; readonly left: readonly Candidate[] } {
  let shortest = from;
  let steps = from.version.steps();
  let left: Candidate[] = [];
  for (let next = 0, failed = 0; failed < steps.length; ) {
    if (!budget.spend(1 + shortest.text.length * workPerCharacter)) break;
    const found = attempt(shortest, steps[next % steps.length]?.() ?? [], read);
    if (found && isPartEqual(shortest.version, found.version, budget)) {
      shortest = found;
      steps = found.version.steps();
      left = [];
      failed = 0;
    } else {
      if (found) left.push(found);
      next++;
      failed++;
    }
  }
  return { shortest, left };
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
  return next && isSmaller(next.size, version.size) ? { text: after, version: next } : undefined;
}

/** Smaller in one respect, and not larger in any other. */
function isSmaller(size: Size, than: Size): boolean {
  let saved = 0;
  for (const [name, count] of Object.entries(size)) {
    const change = (than[name] ?? 0) - count;
    if (change < 0) return false;
    saved += change;
  }
  return saved > 0;
}
