import { matchWildcard } from "../syntax/wildcard.ts";
import type { Claim, OnMissing, ValueSet } from "./claim.ts";
import { intersect, isWithin } from "./ranges.ts";
import type { TextSet, Texts } from "./text-set.ts";

/** Relations between claims about one operand. True only if certain. */

/** The cost of comparing the claim with another, in lookups. */
export function weigh({ set }: Claim): number {
  if (set.kind === "ranges") return 1 + set.ranges.length;
  if (set.kind === "same") return 1;
  const { text } = set;
  if (text.kind === "oneOf") return 1 + text.values.size;
  return 1 + ((text.kind === "fits" ? text.parts.length * 8 : lettersOf(text)) >> 4);
}

function lettersOf(text: TextSet): number {
  return "part" in text ? text.part.length : "bound" in text ? text.bound.length : 0;
}

/** Whether the first claim implies the second; `optional` if the operand may be missing. */
export function implies(a: Claim, b: Claim, { optional }: { optional: boolean }): boolean {
  if (optional && !(a.missing === false || b.missing === true || a.missing === b.missing)) {
    return false;
  }
  const [left, right] = [a.set, b.set];
  if (left.kind === "ranges") return right.kind === "ranges" && isWithin(left.ranges, right.ranges);
  if (left.kind === "same") {
    return right.kind === "same" && left.words === right.words && left.inside === right.inside;
  }
  if (right.kind !== "text") return false;
  if (left.inside) {
    return right.inside ? isSubset(left.text, right.text) : areDisjoint(left.text, right.text);
  }
  return !right.inside && isSubset(right.text, left.text);
}

/** Whether both claims contradict each other. */
export function excludes(a: Claim, b: Claim, { optional }: { optional: boolean }): boolean {
  if (optional && !excludesMissing([a.missing, b.missing])) return false;
  const [left, right] = [a.set, b.set];
  if (left.kind === "ranges") {
    return right.kind === "ranges" && intersect(left.ranges, right.ranges).length === 0;
  }
  if (left.kind === "same") {
    return right.kind === "same" && left.words === right.words && left.inside !== right.inside;
  }
  if (right.kind !== "text") return false;
  if (left.inside) {
    return right.inside ? areDisjoint(left.text, right.text) : isSubset(left.text, right.text);
  }
  return right.inside && isSubset(right.text, left.text);
}

function excludesMissing(missing: readonly OnMissing[]): boolean {
  return missing.includes(false) || (missing.includes("ne") && missing.includes("not ne"));
}

/** Whether all claims together contradict each other, even if no two of them do. */
export function contradict(claims: readonly Claim[], { optional }: { optional: boolean }): boolean {
  if (optional && !excludesMissing(claims.map((it) => it.missing))) return false;
  const sets = claims.map((it) => it.set);
  const numbers = sets.flatMap((it) => (it.kind === "ranges" ? [it.ranges] : []));
  const [first, ...others] = numbers;
  if (first && others.reduce(intersect, first).length === 0) return true;
  const candidates = fewest(sets);
  if (!candidates) return false;
  return [...candidates].every((value) => sets.some((it) => !admits(it, value)));
}

/** The only values that can satisfy all claims. */
function fewest(sets: readonly ValueSet[]): Texts | undefined {
  let found: Texts | undefined;
  for (const set of sets) {
    if (set.kind !== "text" || !set.inside || set.text.kind !== "oneOf") continue;
    if (!found || set.text.values.size < found.size) found = set.text.values;
  }
  return found;
}

function admits(set: ValueSet, value: string): boolean {
  return set.kind !== "text" || includes(set.text, value) === set.inside;
}

function includes(set: TextSet, value: string): boolean {
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
      return matchWildcard(set, value, { strict: set.strict });
  }
}

function isSubset(a: TextSet, b: TextSet): boolean {
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

type Pattern = Extract<TextSet, { kind: "fits" }>;

function isSamePattern(a: Pattern, b: Pattern): boolean {
  // What fits with its letter case fits without.
  if (!a.strict && b.strict) return false;
  return a.parts.length === b.parts.length && a.parts.every((it, index) => it === b.parts[index]);
}

function areDisjoint(a: TextSet, b: TextSet): boolean {
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

/** Whether the claim alone is true for every possible value, or for none. */
export function ownTruth({ set }: Claim): "never" | "always" | undefined {
  if (set.kind === "ranges") {
    if (set.ranges.length === 0) return "never";
    return isWithin(set.domain, set.ranges) ? "always" : undefined;
  }
  const extent = set.kind === "text" ? extentOf(set.text) : undefined;
  if (!extent || set.kind !== "text") return undefined;
  return (extent === "everything") === set.inside ? "always" : "never";
}

function extentOf(text: TextSet): "everything" | "nothing" | undefined {
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
