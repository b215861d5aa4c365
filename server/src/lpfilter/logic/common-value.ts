import type { ClaimLogic } from "../../core/logic/outline.ts";
import type { Value } from "../values/values.ts";
import type { Claim } from "./claim.ts";
import { meets, opposite } from "./relation.ts";

/** Longer lists are not searched. */
const maxCandidates = 64;

export const claimLogic: ClaimLogic<Claim> = { opposite, canBeTrue: haveCommonValue };

/** Whether a value is found that meets all claims on one field, as they are written. */
function haveCommonValue(claims: readonly Claim[]): boolean {
  const kind = kindOf(claims[0]);
  if (kind === undefined || claims.some((it) => kindOf(it) !== kind)) return false;
  if (kind === "part") return agree(claims);
  const candidates = kind === "text" ? textsFor(claims) : valuesFor(claims);
  return candidates.some((value) => claims.every((it) => meets(value, it)));
}

/** What has to be the same for claims to be about the same value. */
function kindOf(claim: Claim | undefined): string | undefined {
  switch (claim?.set.kind) {
    case "upTo":
      return claim.set.form ?? "number";
    case "oneOf": {
      const type = typeof claim.set.values[0];
      return type === "string" ? "text" : type;
    }
    case "element":
    case "same":
      return "part";
    default:
      return claim && "text";
  }
}

/** Of such claims only equal ones are related. */
function agree(claims: readonly Claim[]): boolean {
  const seen = new Map<Value, boolean>();
  return claims.every(({ set, inside }) => {
    const what = set.kind === "element" ? set.value : set.kind === "same" ? set.words : "";
    const before = seen.get(what) ?? inside;
    seen.set(what, inside);
    return before === inside;
  });
}

/** The texts of the shortest list; otherwise one that starts, ends and contains what is needed, and little else. */
function textsFor(claims: readonly Claim[]): readonly Value[] {
  let fewest: readonly Value[] | undefined;
  const [starts, ends, parts]: [string[], string[], string[]] = [[""], [""], []];
  for (const { set, inside } of claims) {
    if (!inside) continue;
    if (set.kind === "oneOf") {
      if (!fewest || set.values.length < fewest.length) fewest = set.values;
    } else if (set.kind === "starts") starts.push(set.text);
    else if (set.kind === "ends") ends.push(set.text);
    else if (set.kind === "has") parts.push(set.text);
  }
  if (fewest) return fewest.length <= maxCandidates ? fewest : [];
  return [[longest(starts), ...parts, longest(ends)].join(filler)];
}

/** Hardly a part of any text. */
const filler = "\u0001";

function longest(texts: readonly string[]): string {
  return texts.reduce((best, it) => (it.length > best.length ? it : best));
}

/** The values in the claims, and those around them. */
function valuesFor(claims: readonly Claim[]): readonly Value[] {
  const found: Value[] = [];
  for (const { set } of claims) {
    const values = set.kind === "oneOf" ? set.values : set.kind === "upTo" ? [set.bound] : [];
    if (typeof values[0] === "boolean") return [true, false];
    if (values.length > maxCandidates) return [];
    for (const it of values) found.push(it, Number(it) + 1, Number(it) - 1);
  }
  return found;
}
