import type { Value } from "../values/values.ts";
import { type Claim, inLowercase, type ValueSet } from "./claim.ts";

/**
 * Relations between claims about the same value. True only when certain.
 * It is not documented whether comparisons are case-sensitive, so an answer must be right either way: a subset is also a
 * subset in lowercase, but disjoint sets may have the same values in lowercase.
 */

export function opposite(claim: Claim): Claim {
  return { set: claim.set, inside: !claim.inside };
}

/** The cost of a comparison with another claim, in lookups. */
export function weigh({ set }: Claim): number {
  if (set.kind === "oneOf") return set.values.length;
  return "text" in set ? 1 + (set.text.length >> 4) : 1;
}

/** Every value that meets the first claim meets the second. */
export function implies(a: Claim, b: Claim): boolean {
  if (a.inside) return b.inside ? isSubset(a.set, b.set) : areDisjoint(a.set, b.set);
  return b.inside ? coverAll(a.set, b.set) : isSubset(b.set, a.set);
}

/** No value meets both claims. */
export function excludes(a: Claim, b: Claim): boolean {
  if (a.inside) return b.inside ? areDisjoint(a.set, b.set) : isSubset(a.set, b.set);
  return b.inside ? isSubset(b.set, a.set) : coverAll(a.set, b.set);
}

export function meets(value: Value, claim: Claim): boolean {
  return includes(claim.set, value) === claim.inside;
}

/** More candidates than this are not tried one by one. */
const mostCandidates = 64;

/** No value meets all claims, even if pairs are compatible. */
export function contradict(claims: readonly Claim[]): boolean {
  const clear = claims.filter((it) => comparable(it.set));
  return (
    nothingMeets(clear) &&
    nothingMeets(clear.map(({ set, inside }) => ({ set: inLowercase(set), inside })))
  );
}

function nothingMeets(claims: readonly Claim[]): boolean {
  const candidates = candidatesFor(claims);
  return candidates?.every((value) => claims.some((it) => !meets(value, it))) ?? false;
}

/** The only values that can meet all claims, if there are few. */
function candidatesFor(claims: readonly Claim[]): readonly Value[] | undefined {
  let fewest: readonly Value[] | undefined;
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const { set, inside } of claims) {
    if (set.kind === "oneOf") {
      if (typeof set.values[0] === "boolean") return [true, false];
      if (inside && (!fewest || set.values.length < fewest.length)) fewest = set.values;
    } else if (set.kind === "upTo" && set.whole) {
      if (inside) to = Math.min(to, set.bound);
      else from = Math.max(from, set.bound + 1);
    }
  }
  if (fewest) return fewest.length <= mostCandidates ? fewest : undefined;
  const count = to - from + 1;
  return count <= mostCandidates
    ? Array.from({ length: Math.max(0, count) }, (_, i) => from + i)
    : undefined;
}

function includes(set: ValueSet, value: Value): boolean {
  switch (set.kind) {
    case "oneOf":
      return set.lookup.has(value);
    case "upTo":
      return set.itself ? Number(value) <= set.bound : Number(value) < set.bound;
    case "starts":
      return String(value).startsWith(set.text);
    case "ends":
      return String(value).endsWith(set.text);
    case "has":
      return String(value).includes(set.text);
    default:
      return false;
  }
}

function isSubset(a: ValueSet, b: ValueSet): boolean {
  switch (a.kind) {
    case "oneOf":
      if (b.kind === "oneOf" && b.values.length < a.values.length) return false;
      return comparable(b) && a.values.every((it) => includes(b, it));
    case "upTo":
      if (b.kind !== "upTo" || a.form !== b.form) return false;
      return a.bound < b.bound || (a.bound === b.bound && fits(a, b));
    case "starts":
      return (b.kind === "starts" && a.text.startsWith(b.text)) || isWithin(a.text, b);
    case "ends":
      return (b.kind === "ends" && a.text.endsWith(b.text)) || isWithin(a.text, b);
    case "has":
      return isWithin(a.text, b);
    case "element":
      return b.kind === "element" && a.value === b.value;
    case "same":
      return b.kind === "same" && a.words === b.words;
  }
}

function fits(a: { readonly itself: boolean }, b: { readonly itself: boolean }): boolean {
  return b.itself || !a.itself;
}

function isWithin(text: string, set: ValueSet): boolean {
  return set.kind === "has" && text.includes(set.text);
}

function areDisjoint(a: ValueSet, b: ValueSet): boolean {
  return haveNothingInCommon(inLowercase(a), inLowercase(b));
}

function haveNothingInCommon(a: ValueSet, b: ValueSet): boolean {
  if (a.kind === "oneOf" && !(b.kind === "oneOf" && b.values.length < a.values.length)) {
    return comparable(b) && !a.values.some((it) => includes(b, it));
  }
  if (b.kind === "oneOf") return comparable(a) && !b.values.some((it) => includes(a, it));
  if (a.kind === "starts" && b.kind === "starts") {
    return !a.text.startsWith(b.text) && !b.text.startsWith(a.text);
  }
  if (a.kind === "ends" && b.kind === "ends") {
    return !a.text.endsWith(b.text) && !b.text.endsWith(a.text);
  }
  return false;
}

/** Whether two sets cover all values. Only the two Boolean values can. */
function coverAll(a: ValueSet, b: ValueSet): boolean {
  if (a.kind !== "oneOf" || b.kind !== "oneOf" || typeof a.values[0] !== "boolean") return false;
  return [true, false].every((it) => a.lookup.has(it) || b.lookup.has(it));
}

/** Whether a single value can be looked up in the set. */
function comparable(set: ValueSet): boolean {
  return set.kind !== "element" && set.kind !== "same";
}
