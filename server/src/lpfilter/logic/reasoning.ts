import type { PartEvaluation } from "../../core/logic/confirmed.ts";
import * as core from "../../core/logic/reasoner.ts";
import { type LogLine, linePredicate } from "../evaluation/evaluate.ts";
import { logConditionOf, testOf } from "../evaluation/log-test.ts";
import { linesAround } from "../evaluation/samples.ts";
import { type Condition, conditionsIn, type Filter, type FilterNode } from "../syntax/filter.ts";
import { type FilterFinding, partOf } from "./part.ts";

/** Longer filters are not evaluated. The service accepts 30 conditions. */
const maxEvaluated = 40;

/** The conclusions from the conditions of a filter, whether or not comparisons are case-sensitive. */
export function findingsIn({ node, json }: Filter): readonly FilterFinding[] {
  if (!node) return [];
  return core.findingsIn(partOf(node), {
    facts: () => [],
    isComplete: json.errors.length === 0,
    isRepeated,
    evaluation: conditionsIn(node) > maxEvaluated ? undefined : () => evaluationOf(node),
  });
}

/** An `in` with one value is no copy of an `eq`. */
function isRepeated(later: FilterNode, earlier: FilterNode): boolean {
  if (later.kind !== "condition" || earlier.kind !== "condition") return true;
  return later.comparison === earlier.comparison;
}

function evaluationOf(root: FilterNode): PartEvaluation<FilterNode> {
  const conditions = conditionsOf(root).flatMap((it) => logConditionOf(it) ?? []);
  return {
    samples: linesAround(conditions),
    answers: (node) => {
      const part = testOf(node);
      const holds = part && linePredicate(part);
      return (line) => [holds?.(line as LogLine)];
    },
  };
}

function conditionsOf(node: FilterNode): readonly Condition[] {
  if (node.kind === "group") return node.items.flatMap(conditionsOf);
  return node.kind === "condition" ? [node] : [];
}
