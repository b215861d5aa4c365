import { type Claim, opposite } from "../../core/logic/claim.ts";
import type { Call, Comparison, Expression, Field, Operand } from "../syntax/tree.ts";
import { isEach, isOperand } from "../syntax/types.ts";
import { claimOf, everyRequest, isTrue, textClaim } from "./claim.ts";
import { keyOf, mayBeMissing, reflexive } from "./operand.ts";

/** A single test without `and`, `or` and `not`: its operand and its claim. */
export interface Condition {
  readonly key: string;
  /** Undefined if only its own truth is known. */
  readonly operand: Operand | undefined;
  readonly optional: boolean;
  readonly claim: Claim;
}

/** Undefined for anything but a single valid test. */
export function conditionOf(node: Expression, text: string): Condition | undefined {
  switch (node.kind) {
    case "comparison": {
      if (isOperand(node.right)) return related(node, node.right, text);
      const claim = claimOf(node);
      return claim && about(node.left, claim, text);
    }
    case "field":
      if (node.definition?.pseudo) return constantTest(node, text);
      return node.type?.kind === "Boolean" ? about(node, isTrue, text) : undefined;
    case "indexed":
      return node.type?.kind === "Boolean" ? about(node, isTrue, text) : undefined;
    case "call":
      return calledTest(node, text);
    case "quantifier":
      return node.closed ? test(node, text) : undefined;
    default:
      return undefined;
  }
}

/** A comparison of two values, known only by its own truth unless a value is compared with itself. */
function related({ left, operator }: Comparison, right: Operand, text: string): Condition {
  const [one, other] = [keyOf(left, text), keyOf(right, text)];
  const key = `${one} ${operator.name} ${other}`;
  const missing: Claim["missing"] = operator.name === "ne" ? "open" : false;
  if (one !== other || isEach(left))
    return { key, operand: undefined, optional: false, claim: { ...isTrue, missing } };
  const claim = reflexive.has(operator.name) ? everyRequest : opposite(everyRequest);
  return { key, operand: left, optional: mayBeMissing(left), claim: { ...claim, missing } };
}

function about(operand: Operand, claim: Claim, text: string): Condition {
  const optional = mayBeMissing(operand);
  return { key: keyOf(operand, text), operand, optional, claim };
}

/** `(true)` and `not false`: constants, not fields. */
function constantTest(node: Field, text: string): Condition {
  const claim = node.name === "true" ? everyRequest : opposite(everyRequest);
  return { ...test(node, text), claim };
}

/** A test known only by the number of its meaning; the negative number is its opposite. */
export function aboutItself(meaning: number): Condition {
  const claim = meaning < 0 ? opposite(isTrue) : isTrue;
  return { key: `#${Math.abs(meaning)}`, operand: undefined, optional: false, claim };
}

/** A Boolean about which nothing more is known. */
function test(node: Expression, text: string): Condition {
  const key = text.slice(node.start, node.end);
  return { key, operand: undefined, optional: false, claim: isTrue };
}

/** `starts_with(x, "a")` is a claim about x. */
function calledTest(call: Call, text: string): Condition | undefined {
  if (!call.definition || !call.closed) return undefined;
  const [source, part, ...more] = call.args;
  const kind = textTests[call.name];
  if (kind && source && isOperand(source) && part?.kind === "string" && more.length === 0) {
    return about(source, textClaim({ kind, part: part.bytes }), text);
  }
  const single = call.type?.kind === "Boolean" && !call.args.some(isEach);
  return single ? about(call, isTrue, text) : undefined;
}

const textTests: Readonly<Record<string, "starts" | "ends">> = {
  starts_with: "starts",
  ends_with: "ends",
};
