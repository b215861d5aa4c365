import type { FlagAtom, TextAtom } from "../../../core/solver/formula.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { Operand } from "../../syntax/tree.ts";
import { keyOf } from "../operand.ts";
import { currentName } from "../related-fields.ts";

/**
 * The role of a variable: a value, its presence, that some element of an array has a property, or such an element. Or the
 * only element of an array, that a number has one of some bits, or a condition that is not understood.
 */
export type Role = "value" | "present" | "some" | "element" | "only" | "bits" | "opaque";

export function variable(key: string, role: Role = "value", ...details: readonly string[]) {
  return JSON.stringify([key, role, ...details]);
}

/** The subject of a variable, its role, and details. */
export function readVariable(name: string): readonly [key: string, role: Role, ...string[]] {
  return JSON.parse(name);
}

/** The current and the deprecated name of a field are the same variable. */
export function variableOf(
  operand: Operand,
  text: string,
  role: Role = "value",
  ...details: readonly string[]
): string {
  const key = keyOf(operand, text);
  const field = operand.kind === "indexed" ? operand.base : operand;
  const isNamed = field.kind === "field";
  return variable(
    isNamed ? currentName(field) + key.slice(field.name.length) : key,
    role,
    ...details,
  );
}

/** Strings are bytes. */
export function textAtom(variable: string, set: TextSet): TextAtom {
  return { kind: "text", variable, set, lastUnit: 0xff };
}

/** A condition that is only known to be the same as others with the same words. */
export function opaqueAtom(...words: readonly string[]): FlagAtom {
  return { kind: "flag", variable: variable("", "opaque", ...words), isOpaque: true };
}
