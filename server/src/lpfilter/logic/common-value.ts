import { type Claim, opposite, type ValueSet } from "../../core/logic/claim.ts";
import type { ClaimLogic } from "../../core/logic/outline.ts";
import { admits, fewestTexts, hasCommonNumber } from "../../core/logic/relation.ts";

/** Longer lists are not searched. */
const maxCandidates = 64;

export const claimLogic: ClaimLogic<Claim> = { opposite, canBeTrue: haveCommonValue };

/** Whether the search finds a value that satisfies all claims on one field, compared case-sensitively. */
function haveCommonValue(claims: readonly Claim[]): boolean {
  const sets = claims.map((it) => it.set);
  const kind = sets[0]?.kind;
  if (sets.some((it) => it.kind !== kind)) return false;
  if (kind === "numbers") return hasCommonNumber(sets) === true;
  if (kind === "same") return agree(sets);
  return textsFor(sets).some((value) => sets.every((it) => admits(it, value)));
}

/** Different conditions are assumed to be independent, so only equal ones can contradict each other. */
function agree(sets: readonly ValueSet[]): boolean {
  const seen = new Map<string, boolean>();
  return sets.every((it) => {
    if (it.kind !== "same") return false;
    const before = seen.get(it.words) ?? it.inside;
    seen.set(it.words, it.inside);
    return before === it.inside;
  });
}

/** The strings of the shortest array; without one, a single string with the required start, end and substrings. */
function textsFor(sets: readonly ValueSet[]): readonly string[] {
  const candidates = fewestTexts(sets);
  if (candidates) return candidates.size <= maxCandidates ? [...candidates] : [];
  const found: Record<"starts" | "ends" | "has", string[]> = { starts: [""], ends: [""], has: [] };
  for (const it of sets) {
    if (it.kind === "text" && it.inside && "part" in it.text)
      found[it.text.kind].push(it.text.part);
  }
  return [[longest(found.starts), ...found.has, longest(found.ends)].join(filler)];
}

/** Unlikely to occur in any value. */
const filler = "\u0001";

function longest(texts: readonly string[]): string {
  return texts.reduce((best, it) => (it.length > best.length ? it : best));
}
