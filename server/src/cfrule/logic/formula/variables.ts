import type { FlagAtom, TextAtom } from "../../../core/solver/formula.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { Operand } from "../../syntax/tree.ts";

/**
 * What a variable of a formula represents: a value, whether it is present, whether some element of an array has a property, such
 * an element, the only element of an array, or a condition that is not understood.
 */
export type Role = "value" | "present" | "some" | "element" | "only" | "opaque";

export function variable(key: string, role: Role, ...details: readonly string[]): string {
  return JSON.stringify([key, role, ...details]);
}

/** What a variable is about, and as what. */
export function readVariable(name: string): readonly [key: string, role: Role] {
  return JSON.parse(name);
}

/** The current and the deprecated name of a field are the same variable. */
export function variableOf(operand: Operand, key: string, role: Role = "value"): string {
  const field = fieldOf(operand);
  const { definition, name } = field ?? {};
  const current = definition?.deprecated;
  const renamed =
    name !== undefined && typeof current === "string" && key.startsWith(name)
      ? current + key.slice(name.length)
      : key;
  return variable(renamed, role);
}

function fieldOf(operand: Operand): Extract<Operand, { kind: "field" }> | undefined {
  if (operand.kind === "field") return operand;
  return operand.kind === "indexed" && operand.base.kind === "field" ? operand.base : undefined;
}

/** Strings are bytes. */
export function textAtom(variable: string, set: TextSet): TextAtom {
  return { kind: "text", variable, set, lastUnit: 0xff };
}

/** A condition that is only known to be the same as others with the same words. */
export function opaqueAtom(...words: readonly string[]): FlagAtom {
  return { kind: "flag", variable: variable("", "opaque", ...words), isOpaque: true };
}
