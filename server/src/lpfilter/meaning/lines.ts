import type { Example } from "../../core/meaning/relation.ts";
import { kept } from "../../core/solver/kept.ts";
import type { Role } from "../logic/atoms.ts";

/** Scalar values of mixed-type fields that are neither strings nor finite numbers. The index after the last is an array. */
export const oddValues = [true, false, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Candidate log lines with the values of the example. Fields that do not matter are omitted. */
export function linesOf(example: Example): Readonly<Record<string, unknown>>[] {
  const fields = new Map<string, FieldValues>();
  for (const [variable, value] of example) {
    const [field, role, detail] = JSON.parse(variable) as [string, Role, unknown];
    const known = kept(fields, field, () => ({ roles: new Map(), elements: [] }));
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

interface FieldValues {
  readonly roles: Map<Role, unknown>;
  /** Only for arrays. */
  readonly elements: unknown[];
}

/** Candidate values of the field. Undefined omits the field, which is the same as the empty value of its type. */
function valuesIn({ roles, elements }: FieldValues): unknown[] {
  if (roles.get("plain") === false) return oddValuesIn(roles, elements);
  if (elements.length > 0) return [elements];
  const value = roles.get("text") || roles.get("number") || roles.get("flag");
  if (typeof value === "bigint") return [String(value)];
  const isNumeral = roles.has("plain") && String(Number(value)) === value;
  const like = roles.get("like");
  // With a space it is a string, but JavaScript still compares it as a number.
  const others = like === undefined ? [] : [` ${like}`, `${like} `];
  return [isNumeral ? Number(value) : value || undefined, ...others];
}

/** The formula does not relate the elements of an array to its joined string, so several combinations are candidates. */
function oddValuesIn(roles: ReadonlyMap<Role, unknown>, elements: readonly unknown[]): unknown[] {
  const value = oddValues[Number(roles.get("kind") ?? 0)];
  // JSON cannot represent infinity otherwise.
  if (typeof value === "number") return [value > 0 ? "1e999" : "-1e999"];
  if (value !== undefined) return [value];
  const joined = roles.get("joined");
  const like = ` ${roles.get("like") ?? ""}`;
  if (typeof joined !== "string")
    return [elements, [like], [...elements, like], [like, ...elements]];
  // The text between elements may be one element, or several.
  const texts = elements.map(String);
  const pieces: string[] = [];
  let isOpen = false;
  for (const it of joined.split(",")) {
    const isListed = texts.includes(it);
    if (isOpen && !isListed) pieces.push(`${pieces.pop()},${it}`);
    else pieces.push(it);
    isOpen = !isListed;
  }
  const all = [joined.split(","), pieces, [joined], [], [like]];
  return all.map((list) =>
    list.map((it) => elements.find((element) => String(element) === it) ?? it),
  );
}
