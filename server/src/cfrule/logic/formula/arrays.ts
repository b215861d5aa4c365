import { eachNode } from "../../syntax/children.ts";
import type { Expression } from "../../syntax/tree.ts";
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
  // The innermost one: the elements of a call per element are those of its argument.
  eachNode(bare.kind === "comparison" ? bare.left : bare, (it) => {
    if (it.kind === "indexed" && isEach(it)) array = elementsKey(it, text);
  });
  return [array];
}

export function isWholeArray(node: Expression): boolean {
  const { bare } = stripGroups(node);
  return bare.kind === "call" || bare.kind === "field" || (bare.kind === "indexed" && !bare.each);
}
