import type { Span } from "../text/span.ts";

/** How conditions are combined. They are identified by their index. */
export type TrialTree =
  | TrialCondition
  | { readonly kind: "and" | "or" | "xor" | "not"; readonly parts: readonly TrialTree[] };

export interface TrialCondition {
  readonly kind: "condition";
  readonly index: number;
  readonly label?: string;
  /** A part of a text with errors, which is always undetermined. */
  readonly isUnreadable?: true;
}

/** The text of a condition, on one line. */
export function conditionLabel({ label }: TrialCondition, text: string, span?: Span): string {
  const { start, end } = span ?? { start: 0, end: 0 };
  const written = text.slice(start, Math.min(end, start + 2 * longestLabel));
  return (label ?? written.replace(/\s+/g, " ")).slice(0, longestLabel);
}

const longestLabel = 300;

/** The same tree, with a label for each condition. */
export function withLabels(
  tree: TrialTree,
  labelOf: (condition: TrialCondition) => string,
): TrialTree {
  if (tree.kind === "condition") return { ...tree, label: labelOf(tree) };
  return { ...tree, parts: tree.parts.map((it) => withLabels(it, labelOf)) };
}

/** Undefined means undetermined. */
type Truth = boolean | undefined;

/** The outcome of a tree for given results of its conditions. */
export interface TreeResult {
  readonly outcome: Truth;
  /** For each condition, whether the opposite result of it alone would change the outcome. */
  readonly decides: readonly boolean[];
}

/** Takes one walk for the outcome and one for what decides it, regardless of the number of conditions. */
export function evaluateTree(tree: TrialTree, answers: readonly Truth[]): TreeResult {
  const root = valued(tree, answers);
  const decides = answers.map(() => false);
  if (root.truth !== undefined) markDecisive(root, answers, decides);
  return { outcome: root.truth, decides };
}

/** The conditions whose results explain the outcome: none of the others would change it. */
export function reasonsFor(tree: TrialTree, answers: readonly Truth[]): readonly TrialCondition[] {
  return reasonsOf(valued(tree, answers));
}

function reasonsOf({ tree, truth, parts }: Valued): readonly TrialCondition[] {
  if (tree.kind === "condition") return [tree];
  // In a group, the parts with the result of the group. In 'xor' and 'not', all of them.
  const isGroup = tree.kind === "and" || tree.kind === "or";
  return parts.filter((it) => !isGroup || it.truth === truth).flatMap(reasonsOf);
}

/** The conditions that the outcome still depends on, as a text: without the decided ones. */
export function openText(
  tree: TrialTree,
  answers: readonly Truth[],
  textOf: (index: number) => string,
): string {
  const write = ({ tree: { kind, ...rest }, parts }: Valued, isInner: boolean): string => {
    if ("index" in rest) return textOf(rest.index);
    const open = kind === "xor" ? parts : parts.filter((it) => it.truth === undefined);
    const [only, ...more] = open;
    if (kind === "not") return only ? `not ${write(only, true)}` : "";
    if (only && more.length === 0) return write(only, isInner);
    const text = open.map((it) => write(it, true)).join(` ${kind} `);
    return isInner ? `(${text})` : text;
  };
  return write(valued(tree, answers), false);
}

interface Valued {
  readonly tree: TrialTree;
  readonly truth: Truth;
  readonly parts: readonly Valued[];
}

function valued(tree: TrialTree, answers: readonly Truth[]): Valued {
  if (tree.kind === "condition") return { tree, truth: answers[tree.index], parts: [] };
  const parts = tree.parts.map((it) => valued(it, answers));
  return { tree, truth: truthOf(tree.kind, parts), parts };
}

function truthOf(kind: Exclude<TrialTree["kind"], "condition">, parts: readonly Valued[]): Truth {
  const count = (truth: Truth) => parts.reduce((sum, it) => sum + (it.truth === truth ? 1 : 0), 0);
  switch (kind) {
    case "and":
      if (count(false) > 0) return false;
      return count(undefined) > 0 ? undefined : true;
    case "or":
      if (count(true) > 0) return true;
      return count(undefined) > 0 ? undefined : false;
    case "xor":
      return count(undefined) > 0 ? undefined : count(true) % 2 === 1;
    case "not": {
      const inner = parts[0]?.truth;
      return inner === undefined ? undefined : !inner;
    }
  }
}

/** A part decides its node if no other part settles the result, or leaves it open. */
function markDecisive(node: Valued, answers: readonly Truth[], decides: boolean[]): void {
  const { tree, parts } = node;
  if (tree.kind === "condition") {
    decides[tree.index] = answers[tree.index] !== undefined;
    return;
  }
  // A part with this result leaves the decision to the others. In 'xor' and 'not', every part is decisive.
  const neutral = { and: true, or: false, xor: undefined, not: undefined }[tree.kind];
  const settling = neutral === undefined ? [] : parts.filter((it) => it.truth !== neutral);
  for (const part of parts)
    if (settling.every((it) => it === part)) markDecisive(part, answers, decides);
}
