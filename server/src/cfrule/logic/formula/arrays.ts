import type { Argument, Expression } from "../../syntax/tree.ts";
import { isEach } from "../../syntax/types.ts";
import { stripGroups } from "../groups.ts";
import { elementsKey } from "../operand.ts";

/** The arrays that the parts of an argument iterate over. Undefined if a part does not iterate. */
export function arraysOf(node: Expression, text: string): readonly string[] | undefined {
  const arrays = [...new Set(arraysIn(node, text))];
  const known = arrays.filter((it) => it !== undefined);
  return known.length === arrays.length ? known : undefined;
}

function arraysIn(node: Expression | Argument, text: string): (string | undefined)[] {
  switch (node.kind) {
    case "group":
      return arraysIn(node.inner, text);
    case "not":
      return arraysIn(node.operand, text);
    case "logical":
      return node.operands.flatMap((it) => arraysIn(it, text));
    case "comparison":
      return arraysIn(node.left, text);
    case "indexed": {
      const first = node.base.kind === "call" ? node.base.args[0] : undefined;
      if (first && isEach(first)) return arraysIn(first, text);
      return [isEach(node) ? elementsKey(node, text) : undefined];
    }
    case "call": {
      const [first] = node.args;
      return first && isEach(first) ? arraysIn(first, text) : [undefined];
    }
    default:
      return [undefined];
  }
}

export function isWholeArray(node: Expression): boolean {
  const { bare } = stripGroups(node);
  return bare.kind === "call" || bare.kind === "field" || (bare.kind === "indexed" && !bare.each);
}
