import {
  arrayOf,
  booleanType,
  integerType,
  ipType,
  stringType,
  type Type,
} from "../catalogue/type.ts";
import type { Argument, Expression, Operand } from "./tree.ts";

export const booleansType: Type = arrayOf(booleanType);

export function isOperand(node: { readonly kind: string }): node is Operand {
  return node.kind === "field" || node.kind === "call" || node.kind === "indexed";
}

/** Whether the operand has a value for each element of something. */
export function isEach(node: { readonly kind: string }): boolean {
  return node.kind === "indexed" && (node as { readonly each?: boolean }).each === true;
}

/** Whether an operand says yes or no by itself: the engine takes a Boolean, and an array of them, without a comparison. */
export function standsAlone(operand: Operand): boolean {
  const { type } = operand;
  if (!type) return false;
  return type.kind === "Boolean" || (isBooleans(type) && !isEach(operand));
}

export function isBooleans(type: Type): boolean {
  return type.kind === "Array" && type.of.kind === "Boolean";
}

/** What an expression gives: one Boolean, an array of them, or undefined when that cannot be known. */
export function truthType(expression: Expression): Type | undefined {
  if (expression.kind === "stray" || expression.kind === "missing") return undefined;
  const { type } = expression;
  if (type?.kind === "Boolean") return isEach(expression) ? booleansType : type;
  // Anything else is no answer, and has been reported for that.
  return type && isBooleans(type) && !isEach(expression) ? type : undefined;
}

/** The type that a function sees. Of an operand with `[*]` that is the type of one element. */
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
