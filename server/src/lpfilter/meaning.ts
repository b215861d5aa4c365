import type { LogTest } from "../core/log-test.ts";
import { always, type Formula } from "../core/solver/formula.ts";
import {
  type Meaning,
  type TriedCondition,
  triedConditions,
  type Witness,
} from "../core/solver/meaning.ts";
import type { TrialTree } from "../core/trial-tree.ts";
import { hasHole } from "../text/hole.ts";
import type { Document } from "./document.ts";
import { type LogLine, linePredicate } from "./evaluation/evaluate.ts";
import { logTestOf } from "./evaluation/log-test.ts";
import { trialOf } from "./evaluation/trial.ts";
import { formulaOf } from "./logic/formula.ts";
import { type FilterFinding, findingsIn } from "./logic/proofs.ts";
import { linesOf } from "./logic/variables.ts";

// In the same bundle, because most of it is the same code.
export { shrinkFilter } from "./shrink.ts";
export { type FilterFinding, findingsIn };

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
    terms: read.facts,
    facts: (terms) => terms as readonly Formula[],
    witnesses: (example) => linesOf(example).map((line) => ({ line })),
    matches: (witness: Witness) => ("line" in witness ? matches(witness.line) : undefined),
    conditions: (witness) => ("line" in witness ? conditionsOn(witness.line, test) : []),
  };
}

function conditionsOn(line: LogLine, test: LogTest): TriedCondition[] {
  const { tree, answers } = trialOf(test);
  const row = { get: (field: string) => line[field], raw: () => undefined, names: () => [] };
  return triedConditions(tree, answers(row), labelsIn(tree));
}

function labelsIn(tree: TrialTree): string[] {
  return tree.kind === "condition" ? [tree.label ?? ""] : tree.parts.flatMap(labelsIn);
}

/** The meaning of a job without a filter. */
export function everyLineOf(dataset: string): Meaning {
  return {
    scope: scopeOf(dataset),
    formula: always,
    terms: [],
    facts: (terms) => terms as readonly Formula[],
    witnesses: (example) => linesOf(example).map((line) => ({ line })),
    matches: () => true,
    conditions: () => [],
  };
}

function scopeOf(dataset: string): string {
  return `dataset '${dataset}'`;
}
