import {
  arrayOf,
  booleanType,
  integerType,
  ipType,
  stringType,
  type Type,
} from "../catalog/type.ts";
import type { Argument, Expression, Operand } from "./tree.ts";

export const booleansType: Type = arrayOf(booleanType);

export function isOperand(node: { readonly kind: string }): node is Operand {
  return node.kind === "field" || node.kind === "call" || node.kind === "indexed";
}

/** Whether the operand has a value per element. */
export function isEach(node: { readonly kind: string }): boolean {
  return node.kind === "indexed" && (node as { readonly each?: boolean }).each === true;
}

/** Whether an operand needs no comparison: a Boolean, or an array of them. */
export function isBooleanOperand(operand: Operand): boolean {
  const { type } = operand;
  if (!type) return false;
  return type.kind === "Boolean" || (isBooleans(type) && !isEach(operand));
}

export function isBooleans(type: Type): boolean {
  return type.kind === "Array" && type.of.kind === "Boolean";
}

/** The type of an expression: a Boolean, an array of them, or undefined if unknown. */
export function truthType(expression: Expression): Type | undefined {
  if (expression.kind === "stray" || expression.kind === "missing") return undefined;
  const { type } = expression;
  if (type?.kind === "Boolean") return isEach(expression) ? booleansType : type;
  // Anything else is not a Boolean, and already reported.
  return type && isBooleans(type) && !isEach(expression) ? type : undefined;
}

/** The type that a function receives: for an operand with `[*]`, the type of an element. */
export function argumentType(argument: Argument): Type | undefined {
  switch (argument.kind) {
    case "string":
      return stringType;
    case "integer":
      return integerType;
    case "address":
      return ipType;
    case "stray":
    case "missing":
      return undefined;
    default:
      return argument.type;
  }
}
