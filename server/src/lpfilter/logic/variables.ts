import type { LogValue } from "../../core/log-test.ts";
import type { Example } from "../../core/solver/relation.ts";

/**
 * What a variable of a formula says about a field. A list has a variable for each element that is asked for. `plain`, `kind`, `joined`,
 * `listed` and `like` are about fields of several types.
 */
type Role =
  | "text"
  | "number"
  | "flag"
  | "element"
  | "plain"
  | "kind"
  | "joined"
  | "listed"
  | "like"
  | "opaque";

export function variableOf(field: string, role: Role, detail?: LogValue): string {
  return JSON.stringify([field, role, typeof detail === "bigint" ? String(detail) : detail]);
}

/** What a field of several types may have that is neither a text nor a finite number. After them, a list. */
export const oddValues = [true, false, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Log lines with these values. Fields that do not matter are left out. */
export function linesOf(example: Example): Readonly<Record<string, unknown>>[] {
  const fields = new Map<string, Known>();
  for (const [variable, value] of example) {
    const [field, role, detail] = JSON.parse(variable) as [string, Role, unknown];
    const known: Known = fields.get(field) ?? { roles: new Map(), elements: [] };
    fields.set(field, known);
    if (role !== "element" && role !== "listed") known.roles.set(role, value);
    else if (value === true) known.elements.push(detail);
  }
  const candidates = [...fields].map(([field, known]) => [field, valuesIn(known)] as const);
  const count = candidates.reduce((most, [, values]) => Math.max(most, values.length), 1);
  return Array.from({ length: count }, (_, index) => {
    const entries = candidates.map(([field, values]) => [field, values[index] ?? values[0]]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

interface Known {
  readonly roles: Map<Role, unknown>;
  /** Of a list. */
  readonly elements: unknown[];
}

/** Values that the field may have. None for the empty value of the type, which is that of a missing field. */
function valuesIn({ roles, elements }: Known): unknown[] {
  if (roles.get("plain") === false) return oddValuesIn(roles, elements);
  if (elements.length > 0) return [elements];
  const value = roles.get("text") || roles.get("number") || roles.get("flag");
  if (typeof value === "bigint") return [String(value)];
  const isNumeral = roles.has("plain") && String(Number(value)) === value;
  const like = roles.get("like");
  // With a blank it is a text, but is still compared with numbers.
  const others = like === undefined ? [] : [` ${like}`, `${like} `];
  return [isNumeral ? Number(value) : value || undefined, ...others];
}

/** It is not known how the elements of a list and the text of all relate. */
function oddValuesIn(roles: ReadonlyMap<Role, unknown>, elements: readonly unknown[]): unknown[] {
  const value = oddValues[Number(roles.get("kind") ?? 0)];
  // JSON has no other way to write them.
  if (typeof value === "number") return [value > 0 ? "1e999" : "-1e999"];
  if (value !== undefined) return [value];
  const joined = roles.get("joined") ?? roles.get("like") ?? "";
  return [elements, [joined], [...elements, joined], [joined, ...elements]];
}
