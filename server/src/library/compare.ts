import { compareMeanings, type Meaning, type Witness } from "../core/solver/meaning.ts";
import type { Relation } from "../core/solver/relation.ts";
import { analysisOf, type Subject, theOnly } from "./subject.ts";
import { type Comparison, TextError } from "./types.ts";

export function compareTexts(first: Subject, second: Subject): Comparison {
  const { name, onlyFirst, onlySecond, both } = relationOf(first, second);
  return { relation: name, onlyFirst, onlySecond, both };
}

export function relationOf(first: Subject, second: Subject): Relation<Witness> {
  const [a, b] = [meaningIn(first, "first"), meaningIn(second, "second")];
  if (a.scope !== b.scope)
    throw new TextError(`The first text is for ${a.scope}, but the second is for ${b.scope}.`);
  return compareMeanings(a, b);
}

function meaningIn(subject: Subject, which: string): Meaning {
  const analysis = analysisOf(subject);
  const { meaning } = analysis.embedded
    ? { meaning: theOnly(analysis.embedded()).analysis.meaning?.() }
    : { meaning: analysis.meaning?.() };
  if (meaning) return meaning;
  const problem = analysis.diagnostics().find((it) => it.severity === "error");
  const reason = problem?.message ?? "It has parts that Weir cannot know.";
  throw new TextError(`The ${which} text cannot be compared. ${reason}`);
}
