import type { Field } from "../catalog/fields.ts";
import { isAscii } from "../syntax/bytes.ts";
import type * as tree from "../syntax/tree.ts";

/** The field of an operand: the field itself, or an element of it. */
export interface TestedField {
  readonly field: Field;
  readonly node: tree.Field;
  /** The map key of the element. */
  readonly key: string | undefined;
  /** The case after `lower` or `upper`. */
  readonly cased: Field["letters"];
  /** The value may be missing; comparisons are false then. */
  readonly mayBeMissing: boolean;
}

/** Looks through indexes, `lower` and `upper`; undefined for any other transformation. */
export function testedField(operand: tree.Node): TestedField | undefined {
  switch (operand.kind) {
    case "field": {
      const { definition: field } = operand;
      if (!field) return undefined;
      const mayBeMissing = field.optional === true;
      return { field, node: operand, key: undefined, cased: undefined, mayBeMissing };
    }
    case "indexed": {
      const base = testedField(operand.base);
      const first = operand.indexes[0]?.key;
      const key = first?.kind === "string" ? first.value : base?.key;
      return base && { ...base, key, mayBeMissing: true };
    }
    case "call": {
      const cased = caseOf(operand.name);
      const [source] = operand.args;
      const inner = cased && source && testedField(source);
      return inner && { ...inner, cased };
    }
    default:
      return undefined;
  }
}

export function caseOf(functionName: string): Field["letters"] {
  if (functionName === "lower") return "lower";
  return functionName === "upper" ? "upper" : undefined;
}

/**
 * The argument of a `lower` or `upper` call that has no effect. It is a guess if the service only documents the case of the
 * field's letters.
 */
export function needlesslyCased(
  call: tree.Call,
): { readonly source: tree.Argument; readonly guess?: true } | undefined {
  const [source, ...more] = call.args;
  const cased = caseOf(call.name);
  if (!cased || !source || more.length > 0 || !call.closed) return undefined;
  const inner = testedField(source);
  // For an array the call is followed by another index, which would have to be removed as well.
  if (!inner || call.mapped) return undefined;
  if (inner.cased === cased) return { source };
  return !inner.cased && inner.field.letters === cased ? { source, guess: true } : undefined;
}

const uppercase = /[A-Z]/;
const lowercase = /[a-z]/;

/** The engine changes the case of ASCII letters only. */
export function inCase(text: string, letters: "lower" | "upper"): string {
  if (!(letters === "lower" ? uppercase : lowercase).test(text)) return text;
  if (isAscii(text)) return letters === "lower" ? text.toLowerCase() : text.toUpperCase();
  return letters === "lower"
    ? text.replace(/[A-Z]+/g, (it) => it.toLowerCase())
    : text.replace(/[a-z]+/g, (it) => it.toUpperCase());
}
