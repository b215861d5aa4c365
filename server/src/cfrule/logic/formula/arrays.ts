import { eachNode } from "../../syntax/children.ts";
import type { Argument, Expression, Indexed, Operand } from "../../syntax/tree.ts";
import { isEach } from "../../syntax/types.ts";
import { stripGroups } from "../groups.ts";
import { elementsKey } from "../operand.ts";

/** The arrays that the parts of an argument iterate over. Undefined if a part does not iterate. */
export function arraysOf(node: Expression, text: string): readonly string[] | undefined {
  const arrays = [...new Set(arraysIn(node, text))];
  const known = arrays.filter((it) => it !== undefined);
  return known.length === arrays.length ? known : undefined;
}

function arraysIn(node: Expression, text: string): (string | undefined)[] {
  const { bare } = stripGroups(node);
  if (bare.kind === "logical") return bare.operands.flatMap((it) => arraysIn(it, text));
  let array: string | undefined;
  // The innermost one: the elements of a call per element are the elements of its argument.
  eachNode(bare.kind === "comparison" ? bare.left : bare, (it) => {
    if (it.kind === "indexed" && isEach(it)) array = elementsKey(it, text);
  });
  return [array];
}

/** Whether the argument of a quantifier is an array of Booleans. If it is missing, even `all` is false. */
export function isWholeArray({ kind }: Argument): boolean {
  return kind === "call" || kind === "field" || kind === "indexed";
}

/** The array or map whose elements the innermost `[*]` iterates over. */
export function collectionIn(node: Expression): Operand | undefined {
  let innermost: Indexed | undefined;
  eachNode(node, (it) => {
    if (it.kind === "indexed" && isEach(it)) innermost = it;
  });
  const [first] = innermost?.indexes ?? [];
  if (!innermost || first?.key.kind === "each") return innermost?.base;
  const count = innermost.indexes.findIndex(({ key }) => key.kind === "each");
  return { ...innermost, indexes: innermost.indexes.slice(0, count), each: false };
}
