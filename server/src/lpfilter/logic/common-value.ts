import { type Claim, opposite, type ValueSet } from "../../core/logic/claim.ts";
import type { ClaimLogic } from "../../core/logic/outline.ts";
import { admits, fewestTexts, hasCommonNumber } from "../../core/logic/relation.ts";

/** Longer lists are not searched. */
const maxCandidates = 64;

export const claimLogic: ClaimLogic<Claim> = { opposite, canBeTrue: haveCommonValue };

/** Whether a value is found that meets all claims on one field, as they are written. */
function haveCommonValue(claims: readonly Claim[]): boolean {
  const sets = claims.map((it) => it.set);
  const kind = sets[0]?.kind;
  if (sets.some((it) => it.kind !== kind)) return false;
  if (kind === "numbers") return hasCommonNumber(sets) === true;
  if (kind === "same") return agree(sets);
  return textsFor(sets).some((value) => sets.every((it) => admits(it, value)));
}

/** Of such claims only equal ones are related. */
function agree(sets: readonly ValueSet[]): boolean {
  const seen = new Map<string, boolean>();
  return sets.every((it) => {
    if (it.kind !== "same") return false;
    const before = seen.get(it.words) ?? it.inside;
    seen.set(it.words, it.inside);
    return before === it.inside;
  });
}

/** The texts of the shortest list; otherwise one that starts, ends and contains what is needed, and little else. */
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

/** Unlikely to be in any text. */
const filler = "\u0001";

function longest(texts: readonly string[]): string {
  return texts.reduce((best, it) => (it.length > best.length ? it : best));
}
