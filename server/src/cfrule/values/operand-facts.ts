import type { Field } from "../catalogue/fields.ts";
import { isAscii } from "../syntax/bytes.ts";
import type * as tree from "../syntax/tree.ts";

/** The field whose value, or an element of it, an operand is. */
export interface Subject {
  readonly field: Field;
  readonly node: tree.Field;
  /** By which the element was picked from a map. */
  readonly key: string | undefined;
  /** What `lower` or `upper` has made of its letters. */
  readonly cased: Field["letters"];
  /** There may be no value, and then no comparison holds. */
  readonly mayBeMissing: boolean;
}

/** Looks through indexes, `lower` and `upper`; undefined when anything else has been made of the field. */
export function subjectOf(operand: tree.Node): Subject | undefined {
  switch (operand.kind) {
    case "field": {
      const { definition: field } = operand;
      if (!field) return undefined;
      const mayBeMissing = field.optional === true;
      return { field, node: operand, key: undefined, cased: undefined, mayBeMissing };
    }
    case "indexed": {
      const base = subjectOf(operand.base);
      const first = operand.indexes[0]?.key;
      const key = first?.kind === "string" ? first.value : base?.key;
      return base && { ...base, key, mayBeMissing: true };
    }
    case "call": {
      const cased = caseOf(operand.name);
      const [source] = operand.args;
      const inner = cased && source && subjectOf(source);
      return inner && { ...inner, cased };
    }
    default:
      return undefined;
  }
}

export function caseOf(functionName: string): Field["letters"] {
  if (functionName === "lower") return "small";
  return functionName === "upper" ? "capital" : undefined;
}

/** The argument of a call that changes no letter: the field has them that way already. */
export function needlesslyCased(call: tree.Call): tree.Argument | undefined {
  const [source, ...more] = call.args;
  const cased = caseOf(call.name);
  if (!cased || !source || more.length > 0 || !call.closed) return undefined;
  const inner = subjectOf(source);
  // Of an array the call makes another with an index behind it, which would have to go as well.
  if (!inner || call.mapped) return undefined;
  return (inner.cased ?? inner.field.letters) === cased ? source : undefined;
}

const capital = /[A-Z]/;
const small = /[a-z]/;

/** Only ASCII letters have a case for the engine. */
export function inCase(text: string, letters: "small" | "capital"): string {
  if (!(letters === "small" ? capital : small).test(text)) return text;
  if (isAscii(text)) return letters === "small" ? text.toLowerCase() : text.toUpperCase();
  return letters === "small"
    ? text.replace(/[A-Z]+/g, (it) => it.toLowerCase())
    : text.replace(/[a-z]+/g, (it) => it.toUpperCase());
}
