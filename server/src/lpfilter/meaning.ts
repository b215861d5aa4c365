import type { LogCondition } from "../core/log-test.ts";
import type { Meaning } from "../core/meaning/meaning.ts";
import { always } from "../core/solver/formula.ts";
import { hasHole } from "../text/hole.ts";
import type { Document } from "./document.ts";
import { type LogLine, linePredicate } from "./evaluation/evaluate.ts";
import { logTestOf } from "./evaluation/log-test.ts";
import { conditionsIn, linesAround } from "./evaluation/samples.ts";
import { formulaOf } from "./meaning/formula.ts";
import { linesOf } from "./meaning/lines.ts";
import { type LooseTerm, looseFacts } from "./meaning/loose-formula.ts";
import { conjunction, stated, statementsOn } from "./meaning/statement.ts";

// In the same bundle, because most of it is the same code.
export { findingsIn } from "./logic/reasoning.ts";
export { shrinkFilter } from "./shrink.ts";

/** Undefined if the service would refuse the filter, or if it has a hole. */
export function meaningOf({ json, filter, datasets, context }: Document): Meaning | undefined {
  if (json.errors.length > 0 || (context.hasHoles && hasHole(json.text))) return undefined;
  const read = filter.node && formulaOf(filter.node);
  const test = logTestOf(filter);
  if (!read || !test) return undefined;
  const matches = linePredicate(test);
  return {
    scope: scopeOf(datasets[0] ?? ""),
    formula: read.formula,
    terms: read.terms,
    matches: (witness: Parameters<Meaning["matches"]>[0]) =>
      "line" in witness ? matches(witness.line) : undefined,
    get mentions() {
      return conditionsIn(test);
    },
    answers: (line) => [matches(line as LogLine)],
    statements: (witness) => ("line" in witness ? statementsOn(witness.line, test) : []),
    ...inFilters,
  };
}

const inFilters: Pick<
  Meaning,
  "facts" | "hints" | "witnesses" | "samples" | "sampleWitness" | "stated" | "conjunction"
> = {
  facts: (terms) => looseFacts(terms as readonly LooseTerm[]),
  hints: (terms) => {
    const hints = (terms as readonly LooseTerm[]).flatMap((it) => it.hint ?? []);
    return hints.length > 0 ? [hints] : [];
  },
  witnesses: (example) => linesOf(example).map((line) => ({ line })),
  samples: (mentions) => linesAround(mentions as readonly LogCondition[]),
  sampleWitness: (line) => ({ line: line as LogLine }),
  stated,
  conjunction,
};

/** The meaning of a job without a filter. */
export function everyLineOf(dataset: string): Meaning {
  return {
    scope: scopeOf(dataset),
    formula: always,
    terms: [],
    matches: () => true,
    mentions: [],
    answers: () => [true],
    statements: () => [],
    ...inFilters,
  };
}

function scopeOf(dataset: string): string {
  return `dataset '${dataset}'`;
}
