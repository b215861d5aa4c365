import type { CollectionType } from "../../catalog/type.ts";
import { type Document, parseWithin } from "../../document.ts";
import type { Parsed } from "../../syntax/parse.ts";
import { withoutRecoveredMark } from "../../syntax/recovery/recovered.ts";
import type {
  Argument,
  Call,
  Comparison,
  Expression,
  Field,
  Logical,
  Operand,
  Operator,
} from "../../syntax/tree.ts";
import { isBooleanOperand, isOperand } from "../../syntax/types.ts";

/** The things that can follow at a position, based on everything before it. */
export type Expected =
  | { readonly kind: "expression"; readonly within: Within }
  | {
      readonly kind: "operator";
      readonly left: Operand;
      readonly within: Within;
      /** A 'not' between the two that belongs before the left side. */
      readonly not?: Operator;
    }
  | { readonly kind: "logical"; readonly within: Within }
  | { readonly kind: "value"; readonly comparison: Comparison }
  | { readonly kind: "argument"; readonly call: Call; readonly index: number }
  | {
      readonly kind: "key";
      readonly of: CollectionType | undefined;
      readonly base: Field | Call;
    }
  | { readonly kind: "nothing" };

/** The context of an expression. `start` is an empty filter expression. */
export type Within = "start" | "filter" | "value" | "quantifier" | "quantified group" | "argument";

/** Parses only the text before the position, so that the last branch of the tree is the one to continue. */
export function expectedAt(doc: Document, offset: number): Expected {
  const parsed = parseWithin(doc.text.slice(0, offset), doc);
  return inExpression(parsed.root, withinOf(parsed), parsed.text);
}

function withinOf({ root, form }: Parsed): Within {
  if (form === "value") return "value";
  return root.kind === "missing" ? "start" : "filter";
}

const nothing: Expected = { kind: "nothing" };

function inExpression(node: Expression, within: Within, text: string): Expected {
  const after: Expected = { kind: "logical", within };
  switch (node.kind) {
    case "missing":
      return { kind: "expression", within };
    case "logical":
      return (
        afterNot(node, within) ??
        inExpression(node.operands[node.operands.length - 1] ?? node, within, text)
      );
    case "not":
      return inExpression(node.operand, within, text);
    case "group":
      if (node.closed) return after;
      return inExpression(node.inner, within === "quantifier" ? "quantified group" : within, text);
    case "recovered":
      return inExpression(node.inner, within, text);
    case "quantifier":
      return node.closed ? after : inArgument(node.argument, "quantifier", text);
    case "comparison":
      return inComparison(node, within, text);
    case "call":
    case "indexed":
    case "field":
      return inOpenOperand(node, text) ?? afterOperand(node, within);
    case "stray":
      return after;
    default:
      return nothing;
  }
}

/** `http.host not …`, as in languages that have a `not in`. */
function afterNot({ operands, operators }: Logical, within: Within): Expected | undefined {
  const operator = operators[operators.length - 1];
  const [before, last] = operands.slice(-2).map(withoutRecoveredMark);
  if (!operator?.guessed || operator.end > operator.start || last?.kind !== "not" || !before) {
    return undefined;
  }
  const isOpen = last.operand.kind === "missing" && isOperand(before) && !isBooleanOperand(before);
  return isOpen ? { kind: "operator", left: before, within, not: last.operator } : undefined;
}

function inComparison(node: Comparison, within: Within, text: string): Expected {
  const { right } = node;
  const open = isOperand(right) ? inOpenOperand(right, text) : undefined;
  if (open) return open;
  if (right.kind === "missing") return { kind: "value", comparison: node };
  if (right.kind === "set" && !right.closed) return { kind: "value", comparison: node };
  return { kind: "logical", within };
}

function inCall(call: Call, text: string): Expected {
  const index = call.commas.length;
  const last = call.args[index];
  return last && last.kind !== "missing"
    ? inArgument(last, "argument", text)
    : { kind: "argument", call, index };
}

function inArgument(node: Argument, within: Within, text: string): Expected {
  const literal = node.kind === "string" || node.kind === "integer" || node.kind === "address";
  return literal ? nothing : inExpression(node, within, text);
}

/** Inside an unclosed call or bracket. */
function inOpenOperand(node: Operand, text: string): Expected | undefined {
  if (node.kind === "call") return node.closed ? undefined : inCall(node, text);
  const last = node.kind === "indexed" ? node.indexes[node.indexes.length - 1] : undefined;
  if (node.kind !== "indexed" || !last || text[last.end - 1] === "]") return undefined;
  const { of, key } = last;
  return key.kind === "missing" ? { kind: "key", of, base: node.base } : nothing;
}

/** A Boolean is complete; anything else is compared or indexed first. */
function afterOperand(left: Operand, within: Within): Expected {
  if (within === "value") return { kind: "operator", left, within };
  return isBooleanOperand(left) ? { kind: "logical", within } : { kind: "operator", left, within };
}
