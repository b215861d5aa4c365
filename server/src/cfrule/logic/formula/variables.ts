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
