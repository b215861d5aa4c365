import type { Atom, Formula } from "../solver/formula.ts";
import { kept } from "../solver/kept.ts";
import { isTrueOf, sampleValues, type Value } from "../solver/values.ts";
import { type Assumption, isSingle, meaningIn, type Part } from "./part.ts";

/**
 * Divides claims, so that claims that share a value, directly or through others, are together. The rest can be true
 * regardless.
 */
export function related<Node>(claims: readonly Assumption<Node>[]): readonly Assumption<Node>[][] {
  if (!areAnyRelated(claims)) return [];
  const byValue = new Map<string, Set<Assumption<Node>>>();
  for (const claim of claims) {
    const all = new Set<Assumption<Node>>();
    for (const value of claim.part.values) for (const it of byValue.get(value) ?? []) all.add(it);
    all.add(claim);
    for (const it of all) for (const value of it.part.values) byValue.set(value, all);
  }
  const groups = new Set(byValue.values());
  return [...groups].flatMap((it) => (it.size > 1 ? [claims.filter((one) => it.has(one))] : []));
}

/** Most groups have one condition on each value. There are few claims, and sets are slow to make. */
function areAnyRelated<Node>(claims: readonly Assumption<Node>[]): boolean {
  for (let at = 1; at < claims.length; at++)
    for (const value of claims[at]?.part.values ?? [])
      for (let i = 0; i < at; i++) if (claims[i]?.part.values.includes(value)) return true;
  return false;
}

/**
 * The known assumptions around a group and in it, without groups that can always be as they are required to be, whatever the
 * rest is. These are groups of an `or` that each have a condition on something that nothing else is about. Or each requires
 * another value of the same field, as in (host eq "a" and path eq "/") or (host eq "b" and path eq "/"). Or a few values
 * show it. Nothing follows from one of them for any other part.
 */
export function relevantIn<Node>(
  own: readonly Assumption<Node>[],
  around: readonly Assumption<Node>[],
): readonly Assumption<Node>[] {
  const all = around.length > 0 ? [...around, ...own] : own;
  const alternatives = all.filter(isAlternative);
  if (alternatives.length === 0) return all;
  const byValue = new Map<string, Assumption<Node>[]>();
  for (const it of all) for (const value of it.part.values) kept(byValue, value, none).push(it);
  // There are few, and sets are slow to make.
  let bound = alternatives;
  // The cheap test first, because one value is enough.
  for (const isFree of [areObviouslyFree<Node>, areFree<Node>])
    for (const [value, claims] of byValue) {
      if (!bound.some((it) => claims.includes(it)) || !isFree(claims, value, own)) continue;
      // Something may follow for a group of its own from what is beside it, such as what it is made of.
      const areAll = claims.every(isAlternative);
      bound = bound.filter((it) => !claims.includes(it) || (!areAll && own.includes(it)));
    }
  const areAllBound = bound.length === alternatives.length;
  return areAllBound ? all : all.filter((it) => !isAlternative(it) || bound.includes(it));
}

const none = (): never[] => [];

/** Whether one part of a group is enough for what is required of it. */
function isAlternative<Node>({ part, isTrue }: Assumption<Node>): boolean {
  return part.logical === (isTrue ? "or" : "and");
}

/** Whether there is only one claim, which is open, or each excludes another string. */
function areObviouslyFree<Node>(claims: readonly Assumption<Node>[], value: string): boolean {
  const [only, second] = claims;
  if (only && !second) return memberOn(value, only)?.isOpen === true;
  const texts = new Set<string>();
  for (const claim of claims) {
    const exact = memberOn(value, claim)?.exact;
    if (exact?.isExcluded !== claim.isTrue) return false;
    texts.add(exact.text);
  }
  return texts.size === claims.length;
}

/**
 * Whether the alternatives among the claims on a value never matter, whatever is asked about the others: some value is as all
 * claims require, and some is so for all but one of them, whichever claim of the group it is.
 */
function areFree<Node>(
  claims: readonly Assumption<Node>[],
  value: string,
  own: readonly Assumption<Node>[],
): boolean {
  const members = claims.map((it) => memberOn(value, it)).filter((it) => it !== undefined);
  if (members.length < claims.length) return false;
  const unmet = unmetBySamples(
    members,
    claims.map((it) => it.isTrue),
  );
  const isPossible = (but?: Part<Node>) =>
    unmet.some((it) => it.length === (but ? 1 : 0) && it[0] === but);
  return isPossible() && claims.every((it, i) => !own.includes(it) || isPossible(members[i]));
}

/** For each of some values, the conditions that it does not make what is required of them. */
function unmetBySamples<Node>(
  members: readonly Part<Node>[],
  required: readonly boolean[],
): readonly (readonly Part<Node>[])[] {
  const tests = members.map((it) => valueTest(meaningIn(it, 0)));
  const [first] = tests;
  if (!tests.every((it) => it?.atom.variable === first?.atom.variable)) return [];
  const samples = tests.flatMap((it) => (it ? sampleValues(it.atom) : []));
  return samples.map((value) => members.filter((_, i) => tests[i]?.isMetBy(value) !== required[i]));
}

interface ValueTest {
  readonly atom: Atom;
  isMetBy(value: Value): boolean;
}

/** A condition on one variable. Undefined for others. */
function valueTest(formula: Formula): ValueTest | undefined {
  if ("variable" in formula) return { atom: formula, isMetBy: (it) => isTrueOf(formula, it) };
  const inner = formula.kind === "not" ? valueTest(formula.part) : undefined;
  return inner && { ...inner, isMetBy: (it) => !inner.isMetBy(it) };
}

/** A condition that is all that a claim says about a value, unless one of its listed values may be asked about. */
function memberOn<Node>(value: string, claim: Assumption<Node>): Part<Node> | undefined {
  const { part } = claim;
  if (!isAlternative(claim)) return isSingle(part) && !part.list ? part : undefined;
  let only: Part<Node> | undefined;
  for (const it of part.parts) {
    if (!it.values.includes(value)) continue;
    if (only || !isSingle(it) || it.values.length > 1) return undefined;
    only = it;
  }
  return only;
}

/** The groups that may be equal to another one. There may be thousands of groups. */
export function alike<Node>(groups: readonly Assumption<Node>[]): readonly Assumption<Node>[] {
  const hashes = groups.map(({ part }) => hashOf(part));
  const counts = new Map<number, number>();
  for (const it of hashes) counts.set(it, (counts.get(it) ?? 0) + 1);
  return groups.filter((_, index) => (counts.get(hashes[index] ?? 0) ?? 0) > 1);
}

/** The same for the same parts, whatever their order and repetitions: so only the least and the greatest of them count. */
function hashOf<Node>({ parts, valueKey, hash = 0 }: Part<Node>): number {
  if (parts.length === 0) return (hash + (valueKey?.length ?? 0)) | 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const it of parts) {
    const inner = hashOf(it);
    if (inner < least) least = inner;
    if (inner > most) most = inner;
  }
  return (31 * least + most) | 0;
}

/** A number that is the same for the same text. */
export function textHash(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length && i < mostHashed; i++)
    hash = (31 * hash + text.charCodeAt(i)) | 0;
  return hash;
}

const mostHashed = 40;
