import { nearest } from "../../text/nearest.ts";

/** A property of filter objects, and common wrong names for it. */
interface NodeProperty {
  readonly name: string;
  readonly alsoWritten: readonly string[];
}

/** All properties inside `where`. Names in `alsoWritten` match regardless of case, underscores and hyphens. */
const properties = [
  {
    name: "key",
    alsoWritten: ["field", "fieldname", "keyname", "name", "column", "attribute", "property"],
  },
  {
    name: "operator",
    alsoWritten: ["op", "operation", "comparison", "comparator", "cmp", "oper", "compare"],
  },
  {
    name: "value",
    alsoWritten: ["val", "values", "vals", "operand", "argument", "arg"],
  },
  { name: "and", alsoWritten: ["all", "allof", "must", "&&"] },
  { name: "or", alsoWritten: ["any", "anyof", "oneof", "should", "||"] },
] as const satisfies readonly NodeProperty[];

export type PropertyName = (typeof properties)[number]["name"];

const names: ReadonlySet<string> = new Set(properties.map((it) => it.name));
const meanings = new Map<string, PropertyName>(
  properties.flatMap((it) => [it.name, ...it.alsoWritten].map((word) => [word, it.name] as const)),
);

/** Negations of other query languages. Filters have none, and they are not typos of `and` or `or`. */
const negations = new Set(["not", "nor", "nand", "xor", "none", "noneof", "mustnot", "!"]);

/** The most likely property for a name. `sure` for known alternative spellings. */
export function suggestedProperty(
  written: string,
): { readonly name: PropertyName; readonly sure: boolean } | undefined {
  const plain = normalizeName(written);
  const word = meanings.get(plain);
  if (word) return { name: word, sure: true };
  // Short names are one typo away from too many properties.
  if (plain.length < 3 || negations.has(plain)) return undefined;
  const near = nearest(plain, names);
  return near ? { name: near as PropertyName, sure: false } : undefined;
}

export function isProperty(name: string): boolean {
  return names.has(name);
}

export function isNegation(written: string): boolean {
  return negations.has(normalizeName(written));
}

function normalizeName(written: string): string {
  return written.toLowerCase().replace(/[\s_-]/g, "");
}
