import { shorten } from "../../text/shorten.ts";
import { comparisonBySpelling } from "../catalog/operators.ts";
import type { ScalarType } from "../catalog/type.ts";
import type { Reader } from "./reader.ts";
import type { Operand, Operation } from "./tree.ts";

/** The expected right side of a comparison. */
export interface ExpectedValue {
  readonly left: Operand;
  /** Undefined if the type of the left side is unknown. */
  readonly kind: ScalarType["kind"] | undefined;
  readonly operator: Operation;
  /** The value is in a set. */
  readonly item?: true;
}

export function leftText(p: Reader, expected: ExpectedValue): string {
  return shorten(p.slice(expected.left));
}

export function operatorText(p: Reader, expected: ExpectedValue): string {
  return shorten(p.slice(expected.operator));
}

/** Only equality and ordering compare two values of a request. */
export function takesRequestValue(operator: string): boolean {
  return comparisonBySpelling(operator)?.operand === "value";
}

/** "a String", "an Integer", "an IP address". */
export function kindName(kind: ScalarType["kind"] | undefined): string {
  switch (kind) {
    case "IP":
      return "an IP address";
    case "Integer":
      return "an Integer";
    case undefined:
      return "of an unknown type";
    default:
      return `a ${kind}`;
  }
}
