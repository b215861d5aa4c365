import { witnessText } from "../../core/solver/describe-relation.ts";
import {
  compareMeanings,
  type Meaning,
  type TriedCondition,
  type Witness,
} from "../../core/solver/meaning.ts";
import { type FileContext, languageFor } from "../../languages.ts";
import { textResources } from "./describe.ts";
import type { Change } from "./settings.ts";

/** How a change affects what a filter keeps or an expression matches. Undefined if unknown. */
export function describeMeaningChange(
  changes: readonly Change[],
  contextOf: () => FileContext,
): string | undefined {
  for (const { name, before, after } of changes) {
    const resource = textResources[name];
    if (!resource || typeof before !== "string" || typeof after !== "string") continue;
    const language = languageFor(resource);
    const context = contextOf();
    const was = language.analyse(before, context).meaning?.();
    const is = language.analyse(after, context).meaning?.();
    if (!was || !is || was.scope !== is.scope) continue;
    return sentence(is, was, resource === "rule" ? requests : lines);
  }
  return undefined;
}

interface Words {
  readonly keeps: string;
  readonly kept: string;
  readonly what: string;
}

const lines: Words = { keeps: "Keeps", kept: "kept", what: "lines" };
const requests: Words = { keeps: "Matches", kept: "matched", what: "requests" };

function sentence(is: Meaning, was: Meaning, { keeps, kept, what }: Words): string | undefined {
  const found = compareMeanings(is, was);
  const gained =
    found.onlyFirst &&
    `${what}${where(found.onlyFirst, is, was)} such as ${shown(found.onlyFirst)}`;
  const lost =
    found.onlySecond &&
    `${what}${where(found.onlySecond, was, is)} such as ${shown(found.onlySecond)}`;
  switch (found.name) {
    case "equal":
      return `The same ${what} as before: only the text changes.`;
    case "wider":
      return `${keeps} everything it ${kept}, and also ${gained}.`;
    case "narrower":
      return `${keeps} less than before: no longer ${lost}.`;
    case "overlapping":
      return `${keeps} other ${what} than before: also ${gained}, but no longer ${lost}.`;
    case "disjoint":
      return `${keeps} nothing that it ${kept}: now ${gained}, but no longer ${lost}.`;
    case "unknown":
      return undefined;
  }
}

/** A longer list of conditions is harder to read than the example alone. */
const maxReasons = 3;

/** The conditions of only one of the two texts that make one match and the other not. */
function where(witness: Witness, matching: Meaning, other: Meaning): string {
  const [own, others] = [matching.conditions(witness), other.conditions(witness)];
  const without = (some: readonly TriedCondition[], rest: readonly TriedCondition[]) =>
    some.filter((it) => it.decides && !rest.some(({ text }) => text === it.text));
  const added = without(own, others);
  const reasons = added.length > 0 ? added : without(others, own);
  const texts = new Set(reasons.map(({ text, holds }) => (holds ? text : `not (${text})`)));
  return texts.size === 0 || texts.size > maxReasons ? "" : ` where ${[...texts].join(" and ")},`;
}

function shown(witness: Witness): string {
  const text = witnessText(witness);
  return "line" in witness ? text : `'${text}'`;
}
