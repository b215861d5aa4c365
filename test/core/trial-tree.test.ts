import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { evaluateTree, type TrialTree } from "../../server/src/core/trial-tree.ts";

const size = 6;
type Truth = boolean | undefined;

const tree: fc.Arbitrary<TrialTree> = fc.letrec<{ node: TrialTree }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    fc.nat(size - 1).map((index): TrialTree => ({ kind: "condition", index })),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const, "xor" as const),
      parts: fc.array(tie("node"), { maxLength: 4 }),
    }),
    tie("node").map((it): TrialTree => ({ kind: "not", parts: [it] })),
  ),
})).node;

/** Renumbers the conditions, because each is used once in a tree. */
function renumbered(node: TrialTree, next = { index: 0 }): TrialTree {
  return node.kind === "condition"
    ? { kind: "condition", index: next.index++ }
    : { kind: node.kind, parts: node.parts.map((it) => renumbered(it, next)) };
}

function conditionsIn(node: TrialTree): number {
  if (node.kind === "condition") return 1;
  return node.parts.reduce((sum, it) => sum + conditionsIn(it), 0);
}

/** The outcome by definition: all assignments to the undetermined answers agree. */
function outcomeOf(node: TrialTree, answers: readonly Truth[]): Truth {
  const open = answers.indexOf(undefined);
  if (open === -1) return truthOf(node, answers);
  const [yes, no] = [true, false].map((it) => outcomeOf(node, answers.with(open, it)));
  return yes === no ? yes : undefined;
}

function truthOf(node: TrialTree, answers: readonly Truth[]): boolean {
  if (node.kind === "condition") return answers[node.index] === true;
  const parts = node.parts.map((it) => truthOf(it, answers));
  if (node.kind === "and") return parts.every(Boolean);
  if (node.kind === "or") return parts.some(Boolean);
  return (parts.filter(Boolean).length % 2 === 1) === (node.kind === "xor");
}

test("a condition decides if its opposite changes the outcome", () => {
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.constantFrom(true, false, undefined)), (any, stream) => {
      const node = renumbered(any);
      const count = conditionsIn(node);
      fc.pre(count <= size);
      const answers = [...stream.take(count)];
      const { outcome, decides } = evaluateTree(node, answers);
      assert.equal(outcome, outcomeOf(node, answers));
      answers.forEach((answer, index) => {
        const other =
          answer === undefined ? undefined : outcomeOf(node, answers.with(index, !answer));
        assert.equal(decides[index], outcome !== undefined && other === !outcome, `${index}`);
      });
    }),
    { numRuns: 500, seed: 3 },
  );
});
