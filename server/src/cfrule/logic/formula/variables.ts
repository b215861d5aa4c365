import type { FlagAtom, TextAtom } from "../../../core/solver/formula.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { Operand } from "../../syntax/tree.ts";

/** What a variable of a formula represents: a value, or whether it is present. */
export type Role = "value" | "present";

/** The current and the deprecated name of a field are the same variable. */
export function variableOf(operand: Operand, key: string, role: Role = "value"): string {
  const field = fieldOf(operand);
  const { definition, name } = field ?? {};
  const current = definition?.deprecated;
  const renamed =
    name !== undefined && typeof current === "string" && key.startsWith(name)
      ? current + key.slice(name.length)
      : key;
  return JSON.stringify([renamed, role]);
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
  return { kind: "flag", variable: JSON.stringify(["", "opaque", ...words]), isOpaque: true };
}
