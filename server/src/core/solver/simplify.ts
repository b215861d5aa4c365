import { and, type Formula, type NumberAtom, not, or, type TextAtom } from "./formula.ts";
import { kept } from "./kept.ts";
import { complement, union } from "./number-set.ts";
import { oneOf } from "./text/literals.ts";
import { matchingAny } from "./text/patterns.ts";
import type { TextSet } from "./text/text-set.ts";

const known = new WeakMap<Formula, Formula>();

/** Merges the conditions of a group on one variable where the result is equivalent, so that many values become one set. */
export function simplify(formula: Formula): Formula {
  if (formula.kind !== "and" && formula.kind !== "or" && formula.kind !== "not") return formula;
  return kept(known, formula, () => simplifyAnew(formula));
}

function simplifyAnew(
  formula: Exclude<Formula, { kind: "truth" } | { variable: string }>,
): Formula {
  if (formula.kind === "not") return not(simplify(formula.part));
  const { kind } = formula;
  const parts = formula.parts
    .map(simplify)
    .flatMap((it) => (it.kind === kind ? it.parts : [it]))
    .filter((it) => it.kind !== "truth" || it.value !== (kind === "and"));
  const merged = [mergeFlagged, mergeNumbers, mergeLists, mergePatterns].reduce(
    (all: readonly Formula[], step) => step(all, kind),
    parts,
  );
  const [only] = merged;
  return only && merged.length === 1 ? only : { kind, parts: merged };
}

interface Flagged {
  readonly variable: string;
  readonly flag: Formula;
  readonly rest: Formula;
}

/** Factors out a flag that several alternatives require, such as the presence of an optional field. */
const mergeFlagged = merging<Flagged>(
  (it) => {
    const [flag, ...rest] = it.kind === "and" ? it.parts : [];
    if (flag?.kind !== "flag" || rest.length === 0) return undefined;
    return { variable: flag.variable, flag, rest: and(...rest) };
  },
  (groups, { flag }) => and(flag, simplify(or(...groups.map((it) => it.rest)))),
);

const mergeNumbers = merging<NumberAtom>(
  (it) => (it.kind === "number" ? it : undefined),
  (atoms, first) => ({ ...first, set: atoms.map((it) => it.set).reduce(union) }),
);

const mergeLists = mergingTexts(["members"], (sets) =>
  oneOf(sets.flatMap((it) => it.members ?? [])),
);

const mergePatterns = mergingTexts(["pattern", "parts"], matchingAny);

function mergingTexts(
  by: readonly ("members" | "pattern" | "parts")[],
  unite: (sets: readonly TextSet[]) => TextSet | undefined,
) {
  return merging<TextAtom>(
    (it) => (it.kind === "text" && by.some((name) => it.set[name]) ? it : undefined),
    (atoms, first) => {
      const set = unite(atoms.map((it) => it.set));
      return set ? { ...first, set } : or(...atoms);
    },
  );
}

/** Replaces all alternatives on a variable by one, at the position of the first. The parts of an `and` are the opposites of some. */
function merging<Item extends { readonly variable: string }>(
  read: (alternative: Formula) => Item | undefined,
  join: (items: readonly Item[], first: Item) => Formula,
) {
  return (parts: readonly Formula[], kind: "and" | "or"): readonly Formula[] => {
    const byVariable = new Map<string, Item[]>();
    const items = parts.map((it) => {
      const alternative = kind === "and" ? opposite(it) : it;
      return read(alternative.kind === "not" ? opposite(alternative.part) : alternative);
    });
    for (const it of items) if (it) kept(byVariable, it.variable, () => []).push(it);
    if (![...byVariable.values()].some((it) => it.length > 1)) return parts;
    return parts.flatMap((part, i) => {
      const item = items[i];
      const same = item && byVariable.get(item.variable);
      if (!same || same.length === 1) return [part];
      if (same[0] !== item) return [];
      const all = join(same, item);
      return [kind === "and" ? opposite(all) : all];
    });
  };
}

function opposite(part: Formula): Formula {
  if (part.kind === "not") return part.part;
  return part.kind === "number" ? { ...part, set: complement(part.set) } : not(part);
}
