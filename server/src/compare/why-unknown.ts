import type { Meaning } from "../core/meaning/meaning.ts";
import { type Atom, atomsIn } from "../core/solver/formula.ts";
import { quotedList } from "../text/wording.ts";

const mostNamed = 3;

/** Why it is unknown how two texts relate, as a sentence. */
export function whyUnknown(first: Meaning, second: Meaning): string {
  const shared = first.shared?.([...first.mentions, ...second.mentions]) ?? [];
  for (const [named, why] of shared.length > 0 ? reasonsBeforeShared : reasons) {
    const [own, others] = [first, second].map(({ formula }) => [
      ...new Set(atomsIn(formula).flatMap(named)),
    ]) as [string[], string[]];
    const apart = [
      ...own.filter((it) => !others.includes(it)),
      ...others.filter((it) => !own.includes(it)),
    ];
    const shown = (apart.length > 0 || shared.length > 0 ? apart : own).slice(0, mostNamed);
    if (shown.length > 0) return `It depends on ${why(shown)}.`;
  }
  if (shared.length > 0)
    return `It may depend on how ${quotedList(shared.slice(0, mostNamed))} relate, which Weir cannot compare.`;
  return "Weir found neither a proof nor an example.";
}

type Reason = readonly [
  named: (atom: Atom) => string[],
  why: (conditions: readonly string[]) => string,
];

/** The most telling first. */
const reasons: readonly Reason[] = [
  [opaqueCondition, (it) => `${quotedList(it)}, which Weir cannot know`],
  [missingValue, () => "what 'ne' does if a value is missing, which the documentation leaves open"],
  [computed, (it) => `${quotedList(it)}, which Weir cannot compare`],
];

const reasonsBeforeShared = reasons.slice(0, 2);

/** A condition that is not understood, as written. */
function opaqueCondition(atom: Atom): string[] {
  if (atom.kind !== "flag" || !atom.isOpaque) return [];
  const [of = "", role, words = ""] = JSON.parse(atom.variable) as string[];
  if (words === withMissing) return [];
  if (role === "bits") return [`${of} & ${words}`];
  return [`${of} ${words}`.trim()];
}

const withMissing = "ne with a missing value";

function missingValue({ variable }: Atom): string[] {
  return variable.includes(withMissing) ? [withMissing] : [];
}

/** A condition on elements, or a value that a function returns. */
function computed({ variable }: Atom): string[] {
  const [operand = "", role, quantifier, words] = JSON.parse(variable) as string[];
  if (role === "some") return [`${quantifier}(${words})`];
  return operand.includes("(") ? [operand] : [];
}
