import type { RequestTrial } from "../../core/request-trial.ts";
import type { TrialTree } from "../../core/trial-tree.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression } from "../syntax/tree.ts";
import { compileRule, type EvaluationOptions, type Rule } from "./evaluate.ts";
import { explainer } from "./explain.ts";

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
  return {
    fields: fieldsOf(root),
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    tree,
    outcome: (request) => truthOf(whole.outcome(request)),
    answers: (request) => rules().map((it) => truthOf(it.outcome(request))),
    missed: (request) => whole.missed(request),
    facts: (request) => explainer(root, options)(request).facts,
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

function treeOf(node: Expression, conditions: Expression[]): TrialTree {
  switch (node.kind) {
    case "group":
      return treeOf(node.inner, conditions);
    case "not":
      return { kind: "not", parts: [treeOf(node.operand, conditions)] };
    case "logical":
      return { kind: node.name, parts: node.operands.map((it) => treeOf(it, conditions)) };
    default:
      return { kind: "condition", index: conditions.push(node) - 1 };
  }
}
