import { and, type Formula, type NumberAtom, never, not, or, type TextAtom } from "./formula.ts";
import { complement, intersection, union } from "./number-set.ts";
import { oneOf } from "./text/literals.ts";
import { matchingAny } from "./text/patterns.ts";

const known = new WeakMap<Formula, Formula>();

/** Merges the conditions of a group on one variable where the result is equivalent, so that many values become one set. */
export function simplify(formula: Formula): Formula {
  if (formula.kind !== "and" && formula.kind !== "or" && formula.kind !== "not") return formula;
  let simple = known.get(formula);
  if (!simple) {
    simple = simplifyAnew(formula);
    known.set(formula, simple);
  }
  return simple;
}

function simplifyAnew(
  formula: Exclude<Formula, { kind: "truth" } | { variable: string }>,
): Formula {
  if (formula.kind === "not") {
    const part = simplify(formula.part);
    return part === formula.part ? formula : { kind: "not", part };
  }
  const { kind } = formula;
  const parts = formula.parts
    .map(simplify)
    .flatMap((it) => (it.kind === kind ? it.parts : [it]))
    .filter((it) => it.kind !== "truth" || it.value !== (kind === "and"));
  const merged = [factorFlags, mergeNumbers, mergeTexts, mergePatterns].reduce(
    (all, step) => step(all, kind),
    parts as readonly Formula[],
  );
  const [only] = merged;
  if (only && merged.length === 1) return only;
  const isSame =
    merged.length === formula.parts.length && merged.every((it, i) => it === formula.parts[i]);
  return isSame ? formula : { kind, parts: merged };
}

/** Merges number sets, including negated ones. */
function mergeNumbers(parts: readonly Formula[], kind: "and" | "or"): readonly Formula[] {
  const join = kind === "and" ? intersection : union;
  return merge(
    parts,
    (it) => {
      if (it.kind === "number") return it;
      if (it.kind !== "not" || it.part.kind !== "number") return undefined;
      return { ...it.part, set: complement(it.part.set) };
    },
    (atoms) => {
      const [first, ...rest] = atoms as [NumberAtom, ...NumberAtom[]];
      return { ...first, set: rest.reduce((set, it) => join(set, it.set), first.set) };
    },
  );
}

/** Merges lists of strings: one of them in an `or`, none of them in an `and`. */
function mergeTexts(parts: readonly Formula[], kind: "and" | "or"): readonly Formula[] {
  return merge(
    parts,
    (it) => {
      const atom = kind === "or" ? it : it.kind === "not" ? it.part : undefined;
      return atom?.kind === "text" && atom.set.members ? atom : undefined;
    },
    (atoms) => {
      const [first] = atoms as [TextAtom, ...TextAtom[]];
      const set = oneOf((atoms as TextAtom[]).flatMap((it) => it.set.members ?? []));
      const all: Formula = { ...first, set };
      return kind === "or" ? all : { kind: "not", part: all };
    },
  );
}

/** Merges patterns: any of them in an `or`, none of them in an `and`. */
function mergePatterns(parts: readonly Formula[], kind: "and" | "or"): readonly Formula[] {
  return merge(
    parts,
    (it) => {
      const atom = kind === "or" ? it : it.kind === "not" ? it.part : undefined;
      return atom?.kind === "text" && atom.set.pattern ? atom : undefined;
    },
    (atoms) => {
      const [first] = atoms as [TextAtom, ...TextAtom[]];
      const set = matchingAny((atoms as TextAtom[]).map((it) => it.set));
      const all: Formula = set ? { ...first, set } : { kind: "or", parts: atoms as TextAtom[] };
      return kind === "or" ? all : not(all);
    },
  );
}

/** Factors out a flag that several alternatives require, such as the presence of an optional field. */
function factorFlags(parts: readonly Formula[], kind: "and" | "or"): readonly Formula[] {
  const join = (groups: readonly Flagged[]): Formula => {
    const [first] = groups;
    const rests = groups.map(({ rest }) => rest);
    const all = first ? and(first.flag, simplify(or(...rests))) : never;
    return kind === "or" ? all : not(all);
  };
  const read = (it: Formula): Flagged | undefined => {
    const group = kind === "or" ? it : it.kind === "not" ? it.part : undefined;
    if (group?.kind !== "and") return undefined;
    const [flag, ...rest] = group.parts;
    if (flag?.kind !== "flag" || rest.length === 0) return undefined;
    return { variable: flag.variable, flag, rest: and(...rest) };
  };
  return merge(parts, read, join);
}

interface Flagged {
  readonly variable: string;
  readonly flag: Formula;
  readonly rest: Formula;
}

/** Replaces all atoms of a variable by one formula, at the position of the first. */
function merge<Atom extends { readonly variable: string }>(
  parts: readonly Formula[],
  read: (part: Formula) => Atom | undefined,
  join: (atoms: readonly Atom[]) => Formula,
): readonly Formula[] {
  const byVariable = new Map<string, Atom[]>();
  const atoms = parts.map(read);
  for (const it of atoms) {
    if (!it) continue;
    const same = byVariable.get(it.variable);
    if (same) same.push(it);
    else byVariable.set(it.variable, [it]);
  }
  if (![...byVariable.values()].some((it) => it.length > 1)) return parts;
  return parts.flatMap((part, i) => {
    const atom = atoms[i];
    const same = atom && byVariable.get(atom.variable);
    if (!same || same.length === 1) return [part];
    return same[0] === atom ? [join(same)] : [];
  });
}
