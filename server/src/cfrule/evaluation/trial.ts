import type { RequestPart, RequestTrial } from "../../core/trial.ts";
import { evaluateTree, type TrialTree } from "../../core/trial-tree.ts";
import type { Span } from "../../text/span.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression } from "../syntax/tree.ts";
import { compileRule, type EvaluationOptions, type Rule } from "./evaluate.ts";
import { type Explain, explainer } from "./explain.ts";

type Truth = boolean | undefined;

/** Compiles a rule and its conditions, to try them on many requests. */
export function trialOf(
  root: Expression,
  options: EvaluationOptions,
  /** The same for conditions with the same meaning; undefined if that depends on more than their text. */
  keyOf: KeyOf = () => undefined,
): RequestTrial {
  const conditions: Expression[] = [];
  const tree = treeOf(root, conditions);
  const whole = compileRule(root, options);
  let parts: readonly RequestPart[] | undefined;
  const allParts = () => {
    parts ??= conditions.map((it) => partOf(it, compileRule(it, options), keyOf));
    return parts;
  };
  let explain: Explain | undefined;
  return {
    fields: fieldsOf(root),
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    nodes: conditions,
    tree,
    outcome: (request) => truthOf(whole.outcome(request)),
    answers: (request) => allParts().map((it) => it.outcome(request)),
    parts: allParts,
    missed: (request) => whole.missed(request),
    facts: (request) => {
      explain ??= explainer(root, options);
      return explain(request).facts;
    },
  };
}

type KeyOf = (condition: Expression) => string | undefined;

function partOf(condition: Expression, rule: Rule, keyOf: KeyOf): RequestPart {
  return {
    fields: fieldsOf(condition),
    key: keyOf(condition),
    outcome: (request) => truthOf(rule.outcome(request)),
    missed: (request) => rule.missed(request),
  };
}

const unreadablePart: RequestPart = {
  fields: [],
  key: undefined,
  outcome: () => undefined,
  missed: () => [],
};

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
  const parts = conditions.map((it, index) =>
    readable[index] ? partOf(it, compileRule(it, options), () => undefined) : unreadablePart,
  );
  const answers: RequestTrial["answers"] = (request) => parts.map((it) => it.outcome(request));
  return {
    fields: [...new Set(parts.flatMap((it) => it.fields))],
    conditions: conditions.map(({ start, end }) => ({ start, end })),
    tree,
    outcome: (request) => evaluateTree(tree, answers(request)).outcome,
    answers,
    parts: () => parts,
    missed: (request) => [...new Set(parts.flatMap((it) => it.missed(request)))],
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
