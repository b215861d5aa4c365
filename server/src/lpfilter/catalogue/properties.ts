import { nearest } from "../../text/nearest.ts";

/** A name that an object of a filter may have, and what people write instead. */
interface NodeProperty {
  readonly name: string;
  readonly alsoWritten: readonly string[];
}

/** The only names inside `where`. Those in `alsoWritten` are compared without letter case, underscores and hyphens. */
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

/** Words that turn a node into its opposite elsewhere. The language has none of them, and none is a slip for `and` or `or`. */
const negations = new Set(["not", "nor", "nand", "xor", "none", "noneof", "mustnot", "!"]);

/** The most likely property for a name. `sure` for known alternative spellings. */
export function suggestedProperty(
  written: string,
): { readonly name: PropertyName; readonly sure: boolean } | undefined {
  const plain = normalizeName(written);
  const word = meanings.get(plain);
  if (word) return { name: word, sure: true };
  // One letter more or less turns any word of two letters into another.
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
