import { touches } from "../../text/span.ts";
import type { Node } from "./tree.ts";

/** The nodes around a cursor, from the root to the innermost. */
export function pathAt(root: Node, offset: number): Node[] {
  const path: Node[] = [];
  let node: Node | undefined = root;
  while (node && touches(node, offset)) {
    path.push(node);
    node = childAt(node, offset);
  }
  return path;
}

/** Visits all nodes, parents first. The parser bounds the depth of a tree. */
export function eachNode(root: Node, visit: (node: Node) => void): void {
  const visitAll = (node: Node): void => {
    visit(node);
    eachChild(node, visitAll);
  };
  visitAll(root);
}

/** Visits the children of a node in text order, without allocating a list: runs on every keystroke. */
export function eachChild(node: Node, visit: (child: Node) => void): void {
  switch (node.kind) {
    case "logical":
      for (let i = 0; i < node.operands.length; i++) {
        const operator = node.operators[i - 1];
        if (operator) visit(operator);
        const operand = node.operands[i];
        if (operand) visit(operand);
      }
      return;
    case "comparison":
      visit(node.left);
      visit(node.operator);
      visit(node.right);
      return;
    case "group":
    case "recovered":
      visit(node.inner);
      return;
    case "not":
      visit(node.operator);
      visit(node.operand);
      return;
    case "call":
      for (const argument of node.args) visit(argument);
      return;
    case "set":
      for (const item of node.items) visit(item);
      return;
    default:
      for (const child of childrenOf(node)) visit(child);
  }
}

/** In text order. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "logical":
      return node.operands.flatMap((it, index) => {
        const operator = node.operators[index - 1];
        return operator ? [operator, it] : [it];
      });
    case "not":
      return [node.operator, node.operand];
    case "group":
    case "recovered":
      return [node.inner];
    case "quantifier":
      return [node.argument];
    case "comparison":
      return [node.left, node.operator, node.right];
    case "call":
      return node.args;
    case "indexed":
      return [node.base, ...node.indexes];
    case "index":
      return [node.key];
    case "set":
      return node.items;
    case "range":
      return [node.first, node.last];
    default:
      return none;
  }
}

const none: readonly Node[] = [];

/** Between two adjacent children, the later one wins: the cursor is about to change it. */
function childAt(node: Node, offset: number): Node | undefined {
  const children = childrenOf(node);
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const child = children[middle];
    if (child && child.start > offset) high = middle - 1;
    else low = middle;
  }
  return children[low];
}
