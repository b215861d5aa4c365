import { kept } from "../solver/kept.ts";
import type { Assumption, Part } from "./part.ts";

/** Divides claims, so that those that share a value, directly or through others, are together. The rest can be true regardless. */
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

/** Most groups have one condition on each value. */
function areAnyRelated<Node>(claims: readonly Assumption<Node>[]): boolean {
  const seen = new Set<string>();
  for (const { part } of claims)
    for (const it of part.values) if (seen.size === seen.add(it).size) return true;
  return false;
}

/**
 * What is known around a group and in it, without alternatives: groups of an `or` that each require another value of something that
 * no other part is about, as in (host eq "a" and path eq "/") or (host eq "b" and path eq "/"). Nothing follows from one of them for
 * any other part, because the value may be yet another one.
 */
export function relevantIn<Node>(
  own: readonly Assumption<Node>[],
  around: readonly Assumption<Node>[],
): readonly Assumption<Node>[] {
  const all = [...around, ...own];
  const groups = own.filter(({ part }) => part.logical);
  if (groups.length < 2) return all;
  const byValue = new Map<string, Map<string, Assumption<Node>>>();
  for (const claim of groups) {
    const required = requiredIn(claim);
    if (required) kept(byValue, required.value, () => new Map()).set(required.text, claim);
  }
  let known = all;
  for (const [value, claims] of byValue) {
    const some = new Set(claims.values());
    const others = known.filter((it) => !some.has(it));
    if (some.size > 1 && !others.some((it) => it.part.values.includes(value))) known = others;
  }
  return known;
}

/** The only string that a group allows for a value: in an `and` of opposites, the only one that it excludes. */
function requiredIn<Node>({ part: { parts }, isTrue }: Assumption<Node>) {
  for (const { exact, values } of parts) {
    if (!exact || exact.isExcluded !== isTrue) continue;
    const [value = "", another] = values;
    const isOnly = parts.filter((it) => it.values.includes(value)).length === 1;
    if (isOnly && another === undefined) return { value, text: exact.text };
  }
  return undefined;
}

/** The groups that may be equal to another one. There may be thousands of groups. */
export function alike<Node>(groups: readonly Assumption<Node>[]): readonly Assumption<Node>[] {
  if (groups.length < 2) return [];
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
