import { allNumbers, intersection, isEmpty, isWithin, overlap } from "../solver/number-set.ts";
import {
  type Claim,
  inLowercase,
  type OnMissing,
  opposite,
  type Pattern,
  type TextList,
  type TextSetClaim,
  type ValueSet,
} from "./claim.ts";
import type { Truth } from "./part.ts";

/** Relations between claims about one value. The functions return true only if it is certain. */

export interface Comparing {
  /** Whether the value may be missing. */
  readonly optional: boolean;
  /**
   * Whether the comparison may ignore case, so that the result must be valid either way: a subset is also a subset in
   * lowercase, but disjoint sets may overlap in lowercase.
   */
  readonly inAnyCase: boolean;
}

/** Whether the first claim implies the second. */
export function implies(a: Claim, b: Claim, comparing: Comparing): boolean {
  if (comparing.optional && !(a.missing === false || b.missing === true || a.missing === b.missing))
    return false;
  return isInside(a.set, b.set, true, comparing);
}

/** Whether the claims contradict each other. */
export function excludes(a: Claim, b: Claim, comparing: Comparing): boolean {
  if (comparing.optional && !excludesMissing([a.missing, b.missing])) return false;
  return isInside(a.set, b.set, false, comparing);
}

/** Whether all values of the first set are inside the second, or all of them outside. */
function isInside(a: ValueSet, b: ValueSet, inside: boolean, comparing: Comparing): boolean {
  if (a.kind === "numbers") {
    if (b.kind !== "numbers" || a.unit !== b.unit) return false;
    return inside ? isWithin(a.numbers, b.numbers) : !overlap(a.numbers, b.numbers);
  }
  if (b.kind === "numbers") return false;
  const isPositive = b.inside === inside;
  if (a.kind === "same") return b.kind === "same" && a.words === b.words && a.inside === isPositive;
  if (b.kind !== "text") return false;
  if (!a.inside) return !isPositive && isSubset(b.text, a.text);
  return isPositive ? isSubset(a.text, b.text) : areDisjoint(a.text, b.text, comparing);
}

function excludesMissing(missing: readonly (OnMissing | undefined)[]): boolean {
  return missing.includes(false) || (missing.includes("open") && missing.includes("not open"));
}

/** Whether all claims together contradict each other, even if no two of them do. */
export function contradict(claims: readonly Claim[], comparing: Comparing): boolean {
  if (comparing.optional && !excludesMissing(claims.map((it) => it.missing))) return false;
  const sets = claims.map((it) => it.set);
  if (hasCommonNumber(sets) === false) return true;
  return hasNoText(sets) && (!comparing.inAnyCase || hasNoText(sets.map(folded)));
}

/** Whether a number is in all sets of numbers. Undefined if they cannot be compared. */
export function hasCommonNumber(sets: readonly ValueSet[]): boolean | undefined {
  const all = sets.filter((it) => it.kind === "numbers");
  if (all.some((it) => it.unit !== all[0]?.unit)) return undefined;
  return !isEmpty(all.reduce((common, it) => intersection(common, it.numbers), allNumbers));
}

function folded(set: ValueSet): ValueSet {
  return set.kind === "text" ? { ...set, text: inLowercase(set.text) } : set;
}

function hasNoText(sets: readonly ValueSet[]): boolean {
  const candidates = fewestTexts(sets);
  if (!candidates) return false;
  return every(candidates, (value) => sets.some((it) => !admits(it, value)));
}

/** The only strings that can satisfy all claims. */
export function fewestTexts(sets: readonly ValueSet[]): TextList | undefined {
  let found: TextList | undefined;
  for (const set of sets) {
    if (set.kind !== "text" || !set.inside || set.text.kind !== "oneOf") continue;
    if (!found || set.text.values.size < found.size) found = set.text.values;
  }
  return found;
}

/** Whether a string satisfies a claim, as far as known. */
export function admits(set: ValueSet, value: string): boolean {
  return set.kind !== "text" || includes(set.text, value) === set.inside;
}

function includes(set: TextSetClaim, value: string): boolean {
  switch (set.kind) {
    case "oneOf":
      return set.values.has(value);
    case "starts":
      return value.startsWith(set.part);
    case "ends":
      return value.endsWith(set.part);
    case "has":
      return value.includes(set.part);
    case "upTo":
      return set.itself ? value <= set.bound : value < set.bound;
    case "fits":
      return set.matches(value);
  }
}

function isSubset(a: TextSetClaim, b: TextSetClaim): boolean {
  switch (a.kind) {
    case "oneOf":
      if (b.kind === "oneOf" && b.values.size < a.values.size) return false;
      return every(a.values, (it) => includes(b, it));
    case "starts":
    case "ends":
      if (b.kind === a.kind) return includes(b, a.part);
      return b.kind === "has" && a.part.includes(b.part);
    case "has":
      return b.kind === "has" && a.part.includes(b.part);
    case "upTo":
      if (b.kind !== "upTo") return false;
      return a.bound < b.bound || (a.bound === b.bound && (b.itself || !a.itself));
    case "fits":
      return b.kind === "fits" && isSamePattern(a, b);
  }
}

function isSamePattern(a: Pattern, b: Pattern): boolean {
  // A case-sensitive match is also a case-insensitive match.
  if (!a.strict && b.strict) return false;
  return a.parts.length === b.parts.length && a.parts.every((it, index) => it === b.parts[index]);
}

function areDisjoint(a: TextSetClaim, b: TextSetClaim, { inAnyCase }: Comparing): boolean {
  return inAnyCase
    ? haveNothingInCommon(inLowercase(a), inLowercase(b))
    : haveNothingInCommon(a, b);
}

function haveNothingInCommon(a: TextSetClaim, b: TextSetClaim): boolean {
  if (a.kind === "oneOf" && !(b.kind === "oneOf" && b.values.size < a.values.size)) {
    return every(a.values, (it) => !includes(b, it));
  }
  if (b.kind === "oneOf") return every(b.values, (it) => !includes(a, it));
  if (a.kind !== b.kind || (a.kind !== "starts" && a.kind !== "ends")) return false;
  if (b.kind !== "starts" && b.kind !== "ends") return false;
  return !includes(a, b.part) && !includes(b, a.part);
}

function every(values: Iterable<string>, holds: (value: string) => boolean): boolean {
  for (const value of values) if (!holds(value)) return false;
  return true;
}

const written: Comparing = { optional: false, inAnyCase: false };

/** Whether a claim may make another one redundant in an `or`, or values that it lists. False only if certain. */
export function mayCover(covered: Claim, covering: Claim): boolean {
  const [a, b] = [covered.set, covering.set];
  if (a.kind === "numbers" && b.kind === "numbers")
    return overlap(a.numbers, b.numbers) || coverAll(covered, covering);
  if (a.kind !== "text" || b.kind !== "text" || isComplex(a.text) || isComplex(b.text)) return true;
  if (!(a.inside && b.inside) && coverAll(covered, covering)) return true;
  if (a.text.kind !== "oneOf") return implies(covered, covering, written);
  return !every(a.text.values, (it) => !admits(b, it));
}

function coverAll(a: Claim, b: Claim): boolean {
  return excludes(opposite(a), opposite(b), written);
}

/** Whether some relations with other sets cannot be detected. */
function isComplex({ kind }: TextSetClaim): boolean {
  return kind === "fits" || kind === "upTo";
}

/** Whether the claim alone is true for every possible value, or for none. */
export function ownTruth({ set }: Claim): Truth | undefined {
  if (set.kind === "numbers") {
    if (isEmpty(set.numbers)) return "never";
    return isWithin(set.domain, set.numbers) ? "always" : undefined;
  }
  const extent = set.kind === "text" ? extentOf(set.text) : undefined;
  if (!extent || set.kind !== "text") return undefined;
  return (extent === "everything") === set.inside ? "always" : "never";
}

function extentOf(text: TextSetClaim): "everything" | "nothing" | undefined {
  switch (text.kind) {
    case "oneOf":
      return text.values.size === 0 ? "nothing" : undefined;
    case "upTo":
      return text.bound === "" && !text.itself ? "nothing" : undefined;
    case "fits":
      return text.parts.length === 2 && text.parts.every((it) => it === "")
        ? "everything"
        : undefined;
    default:
      return text.part === "" ? "everything" : undefined;
  }
}
