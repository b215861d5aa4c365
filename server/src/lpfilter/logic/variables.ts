import type { Example } from "../../core/solver/relation.ts";
import type { Value } from "../values/values.ts";

/** What a variable of a formula says about a field. A list has a variable for each element that is asked for. */
type Role = "text" | "number" | "written" | "like" | "flag" | "element" | "kind" | "opaque";

export function variableOf(field: string, role: Role, detail?: Value): string {
  return JSON.stringify([field, role, detail]);
}

/**
 * Log lines with these values. Fields that do not matter are left out. A number can be given by its value, or by how it is
 * written.
 */
export function linesOf(example: Example): Readonly<Record<string, unknown>>[] {
  const roles = new Map<string, Map<Role, unknown>>();
  for (const [variable, value] of example) {
    const [field, role, detail] = JSON.parse(variable) as [string, Role, Value | undefined];
    const known = roles.get(field) ?? new Map<Role, unknown>();
    roles.set(field, known);
    if (role === "element") {
      const elements = (known.get(role) ?? []) as Value[];
      known.set(role, value === true && detail !== undefined ? [...elements, detail] : elements);
    } else if (role !== "kind" || (detail === "number" && value === true)) known.set(role, value);
  }
  return (["number", "written"] as const).map((role) => {
    const entries = [...roles].map(([field, known]) => [field, valueIn(known, role)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

/** Undefined for the empty value of the type, which is that of a missing field. */
function valueIn(known: ReadonlyMap<Role, unknown>, number: "number" | "written"): unknown {
  if (known.has("kind")) return Number(known.get(number) ?? 0);
  const elements = known.get("element") as readonly Value[] | undefined;
  if (elements && elements.length > 0) return elements;
  return known.get("text") || known.get("number") || known.get("flag") || undefined;
}
