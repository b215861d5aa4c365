import type { RequestTrial } from "../../core/request-trial.ts";
import type { TrialTree } from "../../core/trial-tree.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression, Logical } from "../syntax/tree.ts";
import { compileRule, type EvaluationOptions, type Rule } from "./evaluate.ts";
import { explainer } from "./explain.ts";

type Truth = boolean | undefined;

interface Tree {
  readonly shape: TrialTree;
  /** The outcome, given the answers of the conditions by their numbers. */
  readonly truth: (answer: (index: number) => Truth) => Truth;
}

/** A rule and its conditions, to be tried on many requests. */
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
    tree: tree.shape,
    outcome: (request) => truthOf(whole.outcome(request)),
    answers: (request) => rules().map((it) => truthOf(it.outcome(request))),
    outcomeOf: (answers) => tree.truth((index) => answers[index]),
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

function treeOf(node: Expression, conditions: Expression[]): Tree {
  switch (node.kind) {
    case "group":
      return treeOf(node.inner, conditions);
    case "not": {
      const { shape, truth } = treeOf(node.operand, conditions);
      return {
        shape: { kind: "not", parts: [shape] },
        truth: (answer) => {
          const inner = truth(answer);
          return inner === undefined ? undefined : !inner;
        },
      };
    }
    case "logical": {
      const operands = node.operands.map((it) => treeOf(it, conditions));
      const shape = { kind: node.name, parts: operands.map((it) => it.shape) };
      return { shape, truth: joined(node.name, operands) };
    }
    default: {
      const index = conditions.push(node) - 1;
      return { shape: { kind: "condition", index }, truth: (answer) => answer(index) };
    }
  }
}

function joined(name: Logical["name"], operands: readonly Tree[]): Tree["truth"] {
  if (name === "xor") {
    return (answer) => {
      const truths = operands.map((it) => it.truth(answer));
      return truths.includes(undefined) ? undefined : truths.filter(Boolean).length % 2 === 1;
    };
  }
  const decisive = name === "or";
  return (answer) => {
    const truths = operands.map((it) => it.truth(answer));
    if (truths.includes(decisive)) return decisive;
    return truths.includes(undefined) ? undefined : !decisive;
  };
}
