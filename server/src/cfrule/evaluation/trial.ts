import type { RequestTrial } from "../../core/trial.ts";
import { evaluateTree, type TrialTree } from "../../core/trial-tree.ts";
import type { Span } from "../../text/span.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression } from "../syntax/tree.ts";
import { compileRule, type EvaluationOptions, type Rule } from "./evaluate.ts";
import { type Explain, explainer } from "./explain.ts";

type Truth = boolean | undefined;

/** Compiles a rule and its conditions, to try them on many requests. */
export function trialOf(root: Expression, options: EvaluationOptions): RequestTrial {
  const conditions: Expression[] = [];
  const tree = treeOf(root, conditions);
  const whole = compileRule(root, options);
  let parts: readonly Rule[] | undefined;
  const rules = () => {
    parts ??= conditions.map((it) => compileRule(it, options));
    return parts;
  };
  let explain: Explain | undefined;
  return {
    fields: fieldsOf(root),
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    nodes: conditions,
    tree,
    outcome: (request) => truthOf(whole.outcome(request)),
    answers: (request) => rules().map((it) => truthOf(it.outcome(request))),
    missed: (request) => whole.missed(request),
    facts: (request) => {
      explain ??= explainer(root, options);
      return explain(request).facts;
    },
  };
}

/**
 * Tries the parts of a rule that can be read; the others are undetermined. Undefined if a problem is between the parts, because
 * then their combination is unclear.
 */
export function readableTrial(
  root: Expression,
  problems: readonly Span[],
  options: EvaluationOptions,
): RequestTrial | undefined {
  const conditions: Expression[] = [];
  const isIn = (problem: Span, { start, end }: Span) =>
    problem.start >= start && problem.end <= end;
  const tree = treeOf(root, conditions, (node) => problems.some((it) => isIn(it, node)));
  const readable = conditions.map((node) => !problems.some((it) => isIn(it, node)));
  const isClear = problems.every((it) => conditions.some((node) => isIn(it, node)));
  if (!isClear || !readable.includes(true)) return undefined;
  const rules = conditions.map((it, index) =>
    readable[index] ? compileRule(it, options) : undefined,
  );
  const answers: RequestTrial["answers"] = (request) =>
    rules.map((it) => it && truthOf(it.outcome(request)));
  return {
    fields: [...new Set(conditions.flatMap((it, index) => (readable[index] ? fieldsOf(it) : [])))],
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    tree,
    outcome: (request) => evaluateTree(tree, answers(request)).outcome,
    answers,
    missed: (request) => [...new Set(rules.flatMap((it) => it?.missed(request) ?? []))],
    facts: () => [],
  };
}

function truthOf(outcome: boolean | "undetermined"): Truth {
  return outcome === "undetermined" ? undefined : outcome;
}

function fieldsOf(root: Expression): readonly string[] {
  const names = new Set<string>();
  eachNode(root, (node) => {
    if (node.kind === "field") names.add(node.name);
  });
  return [...names];
}

function treeOf(
  node: Expression,
  conditions: Expression[],
  isUnreadable: (condition: Expression) => boolean = () => false,
): TrialTree {
  const partOf = (it: Expression) => treeOf(it, conditions, isUnreadable);
  switch (node.kind) {
    case "group":
      return partOf(node.inner);
    case "not":
      return { kind: "not", parts: [partOf(node.operand)] };
    case "logical":
      return { kind: node.name, parts: node.operands.map(partOf) };
    default: {
      const index = conditions.push(node) - 1;
      return { kind: "condition", index, ...(isUnreadable(node) && { isUnreadable: true }) };
    }
  }
}
