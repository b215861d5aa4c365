import { type Edit, replace } from "../../text/edit.ts";
import { keyOf } from "../logic/operand.ts";
import { removeOperand } from "../rewrite/remove.ts";
import { hasComment, type Source } from "../rewrite/source.ts";
import { inSpelling, type Spelling } from "../rewrite/spelling.ts";
import type { Comparison, Logical } from "../syntax/tree.ts";

interface Bound {
  readonly index: number;
  readonly comparison: Comparison;
  readonly value: bigint;
}

/** With more comparisons there are too many pairs. */
const mostPerOperand = 20;

/** Merges two comparisons of one number: `x ge 1 and x le 5` to `x in {1..5}`, `x gt 5 or x eq 5` to `x ge 5`. */
export function numberSteps(
  source: Source,
  logical: Logical,
  spelling: Spelling,
): readonly (() => readonly Edit[])[] {
  if (logical.name === "xor") return [];
  const byOperand = new Map<string, Bound[]>();
  logical.operands.forEach((operand, index) => {
    if (operand.kind !== "comparison" || operand.right.kind !== "integer") return;
    const key = keyOf(operand.left, source.text);
    const bound = { index, comparison: operand, value: operand.right.value };
    byOperand.set(key, [...(byOperand.get(key) ?? []), bound]);
  });
  return [...byOperand.values()].flatMap((bounds) =>
    pairs(bounds.slice(0, mostPerOperand)).flatMap(([first, second]) =>
      joined(first, second, logical.name === "and", spelling).map((written) => () => {
        const gone = removeOperand(source, { logical, index: second.index });
        if (gone.length === 0 || hasComment(source, first.comparison)) return [];
        const { left } = first.comparison;
        const text = `${source.text.slice(left.start, left.end)} ${written}`;
        return [replace(first.comparison, text), ...gone];
      }),
    ),
  );
}

function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((first, i) => items.slice(i + 1).map((it): [Item, Item] => [first, it]));
}

/** Candidates. The proof decides which of them is equivalent, if any. */
function joined(first: Bound, second: Bound, isBoth: boolean, spelling: Spelling): string[] {
  const [low, high] =
    first.value < second.value ? [first.value, second.value] : [second.value, first.value];
  if (isBoth) {
    const from = [first, second].some((it) => it.comparison.operator.name === "gt")
      ? low + 1n
      : low;
    const to = [first, second].some((it) => it.comparison.operator.name === "lt")
      ? high - 1n
      : high;
    if (from > to) return [];
    return from === to ? [`${inSpelling(spelling, "eq")} ${from}`] : [`in {${from}..${to}}`];
  }
  return (["le", "ge", "ne"] as const).flatMap((name) =>
    [low, high].map((value) => `${inSpelling(spelling, name)} ${value}`),
  );
}
