import fc from "fast-check";

/** Random conditions independent of a language, to be written in ours and in the language of an SMT solver. */

export type Condition =
  | {
      readonly kind: "text";
      readonly field: TextField;
      readonly is: TextTest;
      readonly value: string;
    }
  | { readonly kind: "number"; readonly is: "eq" | "lt" | "le"; readonly value: number }
  | { readonly kind: "flag" }
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "not"; readonly part: Condition };

export const textFields = ["first", "second"] as const;
export type TextField = (typeof textFields)[number];
export const textTests = ["eq", "starts", "ends", "has", "lt"] as const;
export type TextTest = (typeof textTests)[number];

const words = ["a", "b", "ab", "ba", "aa", "A", "aB", ""];

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("text" as const),
      field: fc.constantFrom(...textFields),
      is: fc.constantFrom(...textTests),
      value: fc.constantFrom(...words),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("number" as const),
      is: fc.constantFrom("eq", "lt", "le"),
      value: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Condition>({ kind: "flag" }) },
);

function conditionOf(depth: number): fc.Arbitrary<Condition> {
  if (depth === 0) return leaf;
  const inner = conditionOf(depth - 1);
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 1, arbitrary: inner.map(not) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("and", "or"),
        parts: fc.array(inner, { minLength: 2, maxLength: 4 }),
      }),
    },
  );
}

const and = (...parts: Condition[]): Condition => ({ kind: "and", parts });
const or = (...parts: Condition[]): Condition => ({ kind: "or", parts });
const not = (part: Condition): Condition => ({ kind: "not", part });

const condition = conditionOf(2);

/** Two conditions. One is often a variation of the other, so that they are related. */
export const conditionPairs: fc.Arbitrary<readonly [Condition, Condition]> = fc.oneof(
  fc.tuple(condition, condition),
  fc
    .tuple(condition, condition, fc.constantFrom("and", "or"))
    .map(([a, b, kind]) => [a, { kind, parts: [a, b] }] as const),
  fc.tuple(condition, condition).map(([a, b]) => [and(a, b), not(or(not(b), not(a)))] as const),
  fc
    .tuple(condition, condition, condition)
    .map(([a, b, c]) => [and(a, or(b, c)), or(and(a, b), and(c, a))] as const),
);
